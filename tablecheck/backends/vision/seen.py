"""A table as a model sees it, and what of it the page does print."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablecheck.backends.vision.pages import Page, numbers_in
from tablecheck.model.document import Extraction
from tablecheck.model.headers import flag_headers
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Seen:
    """A table of a page and its box in points, ``None`` where the model gives none."""

    table: Table
    box: Box | None


def checked(page: Page, seen: Sequence[Seen], reader: str) -> Extraction:
    """Keep the cells whose numbers stand on the page, and empty the others.

    A number that is not printed, or printed less often than the model gives it, is no reading but a guess, and
    nobody can tell which of the cells has it rightly: all of them are emptied and counted in a problem. A table
    none of whose numbers is left is dropped.
    """
    given = Counter(number for one in seen for cell in one.table.cells for number in numbers_in(cell.text))
    doubtful = {number for number, count in given.items() if count > page.printed[number]}
    tables: list[Table] = []
    dropped = lost = 0
    for one in seen:
        cells = tuple(_emptied(cell, doubtful) for cell in one.table.cells)
        emptied = sum(before.text != after.text for before, after in zip(one.table.cells, cells, strict=True))
        dropped += emptied
        with_numbers = sum(bool(numbers_in(cell.text)) for cell in one.table.cells)
        if not with_numbers or emptied == with_numbers:
            lost += 1
            continue
        box = one.box or (0.0, 0.0, page.width, page.height)
        table = replace(
            one.table,
            cells=cells,
            place=PagePlace(page.number, *box),
            read_by=reader,
            confidence=round(1 - emptied / with_numbers, 4),
        )
        tables.append(table if any(cell.is_header for cell in cells) else flag_headers(table))
    return Extraction(tuple(tables), tuple(_problems(page, dropped, lost, reader)))


def _emptied(cell: Cell, doubtful: set[str]) -> Cell:
    return replace(cell, text="", numbers=()) if doubtful & set(numbers_in(cell.text)) else cell


def _problems(page: Page, dropped: int, lost: int, reader: str) -> list[Problem]:
    where = f"page {page.number + 1}"
    problems = []
    if dropped:
        cells = "one cell" if dropped == 1 else f"{dropped} cells"
        what = f"{cells} read by {reader} {'holds' if dropped == 1 else 'hold'} numbers that the page does not print"
        problems.append(Problem("extract", f"{where}: {what}, or not so often; left out"))
    if lost:
        tables = "one table" if lost == 1 else f"{lost} tables"
        message = f"{where}: {tables} read by {reader} left out, since none of the numbers is printed there"
        problems.append(Problem("extract", message))
    return problems
