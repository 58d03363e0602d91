"""Edits of a table that leave it a faithful copy: its numbers say what they said, and know where they stood."""

import random
import re
from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

from tablecheck.model.headers import header_row_count, stub_columns
from tablecheck.model.number import find_numbers
from tablecheck.model.table import Cell, Table, with_numbers

Edit = Callable[[Table, random.Random], Table | None]
"""Gives the edited table, or nothing where the table has no room for the edit."""

_OTHER_WORDS = (
    ("Accuracy", "Acc."),
    ("Params", "#Parameters"),
    ("Avg", "Average"),
    ("Average", "Avg."),
    ("Val", "Dev"),
)


def rows_in_another_order(table: Table, chance: random.Random) -> Table | None:
    order: dict[int, int | None] = {}
    for group in _free_rows(table):
        order |= dict(zip(group, chance.sample(group, len(group)), strict=True))
    return _moved(table, order, {})


def columns_in_another_order(table: Table, chance: random.Random) -> Table | None:
    columns = _free_columns(table)
    return _moved(table, {}, dict(zip(columns, chance.sample(columns, len(columns)), strict=True)))


def fewer_rows(table: Table, chance: random.Random) -> Table | None:
    rows = [row for group in _free_rows(table) for row in group]
    if len(rows) < 3 or any(cell.row_span > 1 for cell in table.cells if cell.row >= header_row_count(table)):
        return None
    return _moved(table, _without(chance.sample(rows, chance.randint(1, len(rows) - 2)), table.row_count), {})


def fewer_columns(table: Table, chance: random.Random) -> Table | None:
    columns = _free_columns(table)
    if len(columns) < 3 or any(cell.column_span > 1 for cell in table.cells):
        return None
    gone = chance.sample(columns, chance.randint(1, len(columns) - 2))
    return _moved(table, {}, _without(gone, table.column_count))


def fewer_digits(table: Table, chance: random.Random) -> Table | None:
    """Round a column by one digit, half up; two are left."""
    columns = [
        column
        for column in _free_columns(table)
        if all(number.decimals > 0 and len(number.digits) > 2 for number in _numbers(table, column))
    ]
    if not columns:
        return None
    return _rewritten(
        table,
        chance.choice(columns),
        lambda value, decimals: value.quantize(Decimal(1).scaleb(1 - decimals), ROUND_HALF_UP),
    )


def shares_as_per_cent(table: Table, chance: random.Random) -> Table | None:
    columns = [
        column
        for column in _free_columns(table)
        if all(0 < number.value < 1 and number.decimals > 1 for number in _numbers(table, column))
    ]
    if not columns:
        return None
    column = chance.choice(columns)
    edited = _rewritten(table, column, lambda value, _: value.scaleb(2))
    top = header_row_count(table) - 1
    return replace(
        edited,
        cells=tuple(
            replace(cell, text=f"{cell.text} (%)") if (cell.row, cell.column) == (top, column) else cell
            for cell in edited.cells
        ),
    )


def citations_added(table: Table, chance: random.Random) -> Table | None:
    cite = chance.choice((" [99]", " (Smith et al., 2020)", " [smith2020deep]"))
    top = header_row_count(table)

    def is_name(cell: Cell) -> bool:
        plain = re.search(r"[A-Za-z]{2}", cell.text) and not re.search(r"[\[(]", cell.text)
        return bool(plain) and cell.column == 0 and cell.row >= top and not cell.numbers

    cells = (replace(cell, text=cell.text + cite) if is_name(cell) else cell for cell in table.cells)
    return replace(table, cells=tuple(cells))


def headers_in_other_words(table: Table, _: random.Random) -> Table | None:
    top = header_row_count(table)
    cells = tuple(replace(cell, text=_reworded(cell.text)) if cell.row < top else cell for cell in table.cells)
    return replace(table, cells=cells) if cells != table.cells else None


MOVES: tuple[Edit, ...] = (
    rows_in_another_order,
    columns_in_another_order,
    citations_added,
    headers_in_other_words,
)
"""Edits after which there is as much to be compared as before, so that the verdicts are the same."""

CUTS: tuple[Edit, ...] = (fewer_rows, fewer_columns, fewer_digits, shares_as_per_cent)
"""Edits that leave fewer witnesses, or say the same in other digits."""


def _free_rows(table: Table) -> list[list[int]]:
    """Rows below the header that follow each other and hold neither a heading nor a part of a spanning cell."""
    spanned = {row for cell in table.cells if cell.row_span > 1 for row in range(cell.row, cell.row + cell.row_span)}
    groups: list[list[int]] = []
    for row in range(header_row_count(table), table.row_count):
        cells = [cell for cell in table.row_cells(row) if cell.text.strip()]
        if row in spanned or len(cells) < 2 or any(cell.column_span > 1 for cell in cells):
            continue
        if groups and groups[-1][-1] == row - 1:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups


def _free_columns(table: Table) -> list[int]:
    """The columns of numbers that stand under no spanning heading, but for one of the whole table."""
    spanned = {
        column
        for cell in table.cells
        if 1 < cell.column_span < table.column_count
        for column in range(cell.column, cell.column + cell.column_span)
    }
    stub = stub_columns(table)
    return [
        column
        for column in range(table.column_count)
        if column not in stub and column not in spanned and _numbers(table, column)
    ]


def _numbers(table: Table, column: int) -> list:
    top = header_row_count(table)
    return [
        number
        for cell in table.column_cells(column)
        if cell.row >= top and not cell.is_header
        for number in cell.numbers
    ]


def _without(gone: list[int], count: int) -> dict[int, int | None]:
    kept = [line for line in range(count) if line not in gone]
    return dict.fromkeys(gone) | {line: place for place, line in enumerate(kept)}


def _moved(table: Table, rows: dict[int, int | None], columns: dict[int, int | None]) -> Table:
    cells = []
    for cell in table.cells:
        row = rows.get(cell.row, cell.row)
        column = columns.get(cell.column, cell.column) if cell.column_span == 1 else cell.column
        if row is not None and column is not None:
            cells.append(replace(cell, row=row, column=column))
    return replace(table, cells=tuple(sorted(cells, key=lambda cell: (cell.row, cell.column))))


def _rewritten(table: Table, column: int, change: Callable[[Decimal, int], Decimal]) -> Table:
    top = header_row_count(table)

    def rewritten(cell: Cell) -> Cell:
        if cell.column != column or cell.row < top or cell.is_header or len(cell.numbers) != 1 or cell.column_span > 1:
            return cell
        number = cell.numbers[0]
        found = find_numbers(cell.text)[0]
        text = f"{cell.text[: found.start]}{change(number.value, number.decimals):f}{cell.text[found.end :]}"
        read = with_numbers(replace(cell, text=text))
        if len(read.numbers) != 1:
            return cell
        return replace(read, numbers=(replace(read.numbers[0], place=number.place),))

    return replace(table, cells=tuple(map(rewritten, table.cells)))


def _reworded(text: str) -> str:
    for word, other in _OTHER_WORDS:
        if re.search(rf"\b{word}\b", text):
            return re.sub(rf"\b{word}\b\.?", other, text, count=1)
    return text
