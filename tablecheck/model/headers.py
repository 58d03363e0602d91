"""Which cells are headers, and what stands above and beside a cell."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from tablecheck.model.markup import LOWERED_RUN, RAISED_RUN, plain_text
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table, once_a_table

_FILLER = re.compile(r"[-–—−·.…/✓✗×xX?\s]*|n/?a|N/?A|OOM", re.I)
_RAISED_THEN_LOWERED = re.compile(f"({RAISED_RUN})({LOWERED_RUN})")
_TALLEST_HEADER = 6  # rows; no table of the development data has a taller one


def flag_headers(table: Table) -> Table:
    """Mark the header rows of a table whose reader does not know them.

    The header is the run of rows at the top before the first row that prints a result: a number beside a
    label, not a year or a size in a heading. A first row of numbers leaves the table without a header.
    """
    count = guess_header_rows(table)
    if not count:
        return table
    cells = tuple(
        replace(cell, is_header=True) if cell.row < count and not cell.is_header else cell for cell in table.cells
    )
    return replace(table, cells=cells)


def guess_header_rows(table: Table) -> int:
    """Count the rows at the top that head the columns."""
    for row in range(min(table.row_count, _TALLEST_HEADER)):
        if _prints_results(table, row) or (row and _heads_a_section(table, row)):
            return row
    divided = table.row_count > 2 and any(cell.column_span > 1 for cell in table.row_cells(0))
    return min(2 if divided else 1, max(0, table.row_count - 1))


def _prints_results(table: Table, row: int) -> bool:
    cells = [cell for cell in table.row_cells(row) if not is_blank(cell)]
    results = [cell for cell in cells if _prints_numbers_alone(cell)]
    numbers = [cell.numbers[0] for cell in results]
    if _is_scale(numbers, row):
        return False
    plain = [cell for cell in results if cell.number is not None and cell.number.unit in {"", "%"}]
    return any(number.decimals > 0 for number in numbers) or (row > 0 and bool(plain) and len(plain) * 2 >= len(cells))


def _prints_numbers_alone(cell: Cell) -> bool:
    """Tell results from "mAP@0.5", "LR: 1e-4" and "δ<1.25"."""
    if not cell.numbers or cell.column_span > 1:
        return False
    rest = plain_text(cell.text).text
    for number in cell.numbers:
        rest = rest.replace(number.text, "", 1).replace(number.unit, "", 1)
    return not any(character.isalpha() for character in rest)


def _is_scale(numbers: list[Number], row: int) -> bool:
    """Tell thresholds that head columns from results: they rise or fall by equal steps.

    In the first row any steps will do, for hardly a table is without a header.
    """
    if len(numbers) < 3:
        return False
    steps = [after.value - before.value for before, after in pairwise(numbers)]
    one_way = all(step > 0 for step in steps) or all(step < 0 for step in steps)
    return one_way and (row == 0 or len(set(steps)) == 1)


def _heads_a_section(table: Table, row: int) -> bool:
    printed = [cell for cell in table.row_cells(row) if cell.text.strip()]
    return len(printed) == 1 and printed[0].column == 0 and printed[0].row_span == 1


@once_a_table
def header_row_count(table: Table) -> int:
    """Count the leading rows that hold headers only."""
    for row in range(table.row_count):
        cells = [cell for cell in table.row_cells(row) if not is_blank(cell)]
        if not all(cell.is_header for cell in cells):
            return row
        if row and not cells:
            return row
    return 0


def is_blank(cell: Cell) -> bool:
    """Tell whether a cell prints nothing, or only a dash, a tick or the like."""
    return _FILLER.fullmatch(cell.text.strip()) is not None


@once_a_table
def column_path(table: Table, column: int, row: int | None = None) -> tuple[str, ...]:
    """The headers above a column, outermost first.

    Where header rows are repeated inside the table, those nearest above ``row`` count.
    """
    top = header_row_count(table)
    nearest = range(top)
    if row is not None:
        for band in _inner_bands(table):
            if band.stop <= row and any(_header_text(table, line, column) for line in band):
                nearest = band
    path: list[str] = []
    last: Cell | None = None
    for line in nearest:
        cell = table.at(line, column)
        if cell is not None and cell is not last and cell.text.strip():
            path.append(cell.text.strip())
        last = cell
    return tuple(path)


@once_a_table
def row_path(table: Table, row: int) -> tuple[str, ...]:
    """The labels of a row, outermost first: its section, then the text cells of the row."""
    section = section_of(table, row)
    labels = [cell.text.strip() for cell in label_cells(table, row)]
    return (section, *labels) if section else tuple(labels)


def label_cells(table: Table, row: int, stub: range | None = None) -> tuple[Cell, ...]:
    """The cells of a row that name it: those that print words, from left to right.

    ``stub`` is what ``stub_columns`` gives; callers that go through all rows find it once.
    """
    stub = stub_columns(table) if stub is None else stub
    cells = (cell for cell in table.row_cells(row) if not cell.is_header or cell.column in stub)
    return tuple(cell for cell in cells if not is_blank(cell) and _is_label(cell))


@once_a_table
def stub_columns(table: Table) -> range:
    """The columns at the left whose cells name the rows."""
    top = header_row_count(table)
    for column in range(table.column_count):
        cells = [cell for cell in table.column_cells(column) if cell.row >= top and not is_blank(cell)]
        numbers = sum(cell.number is not None and not _is_label(cell) for cell in cells)
        if cells and numbers * 2 >= len(cells):
            return range(column)
    return range(min(1, table.column_count))


def section_of(table: Table, row: int) -> str:
    """The heading that stands alone on a row above, such as "With extra data"; empty without one."""
    for line in range(row - 1, header_row_count(table) - 1, -1):
        if heading := section_heading(table, line):
            return heading
    return ""


def section_heading(table: Table, row: int) -> str:
    """The text of a row that holds a heading and nothing else."""
    cells = [cell for cell in table.row_cells(row) if cell.text.strip()]
    if len(cells) != 1 or cells[0].row_span > 1 or table.column_count < 2:
        return ""
    over_all = cells[0].column_span == table.column_count and _is_label(cells[0])
    return cells[0].text.strip() if over_all or not cells[0].numbers else ""


def path_text(path: Iterable[str]) -> str:
    """Write a header path for people: ``Lake / Acc``."""
    return " / ".join(path)


def normal_label(text: str) -> str:
    """Fold a label for comparison: compatibility forms, lower case, one kind of dash and space, no marks."""
    stacked = _RAISED_THEN_LOWERED.sub(r"\2\1", text)  # whichever of the two the source wrote first
    folded = unicodedata.normalize("NFKC", stacked.replace("−", "-")).lower()
    folded = re.sub(r"[‐-―]", "-", folded)
    folded = re.sub(r"[*†‡§¶∗⋆]|\[[\d,\s–-]*\]", " ", folded)
    return re.sub(r"[^\w+@%.\-]+", " ", folded).strip()


def _is_label(cell: Cell) -> bool:
    return re.search(r"[^\W\d_]{1,}", re.sub(r"\d[eExX]?\d*", "", cell.text)) is not None and (
        cell.number is None or re.search(r"[^\W\d_]{3,}", cell.text) is not None
    )


@once_a_table
def _inner_bands(table: Table) -> tuple[range, ...]:
    bands: list[range] = []
    for row in range(header_row_count(table), table.row_count):
        cells = [cell for cell in table.row_cells(row) if cell.text.strip()]
        if len(cells) > 1 and all(cell.is_header for cell in cells):
            if bands and bands[-1].stop == row:
                bands[-1] = range(bands[-1].start, row + 1)
            else:
                bands.append(range(row, row + 1))
    return tuple(bands)


def _header_text(table: Table, row: int, column: int) -> str:
    cell = table.at(row, column)
    return cell.text.strip() if cell else ""
