"""Sees a table as lines of numbers, along its rows and along its columns, for the rules that need no source."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tablecheck.model.headers import (
    column_path,
    header_row_count,
    is_blank,
    label_cells,
    section_heading,
    stub_columns,
)
from tablecheck.model.table import Cell, Table

_MOST_BANDS = 12  # parts of a table with headers of their own; one with more is damaged
_MOST_PLACES = 20_000  # of the grid; larger tables are lists of data

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """A part of a table under one set of headers, seen along its rows, or along its columns where ``upright``.

    ``cells[line][position]`` is a cell that prints one number and nothing else, else ``None``. ``names`` are the
    headers of the positions (the labels of the rows where ``upright``), ``line_names`` those of the lines.
    ``sections`` tell lines apart that stand under different headings.
    """

    table: Table
    upright: bool
    cells: tuple[tuple[Cell | None, ...], ...]
    names: tuple[Path, ...]
    line_names: tuple[Path, ...]

    @property
    def line_word(self) -> str:
        """What a line is called."""
        return "column" if self.upright else "row"

    def turned(self) -> "Lines":
        """The same part seen the other way."""
        return Lines(self.table, not self.upright, tuple(zip(*self.cells, strict=True)), self.line_names, self.names)


def lines_of(table: Table) -> Iterator[Lines]:
    """See each part of a table along its rows, and then along its columns."""
    for rows in rows_of(table):
        yield rows
        if rows.cells:
            yield rows.turned()


def rows_of(table: Table) -> Iterator[Lines]:
    """See each part of a table along its rows; nothing of a table too large to be one of results."""
    if table.row_count * table.column_count > _MOST_PLACES:
        return
    bands = list(_bands(table))
    if len(bands) > _MOST_BANDS:
        return
    labels = _row_names(table)
    for band in bands:
        rows = [row for row in band if any(_alone(cell, row) for cell in table.grid[row])]
        if not rows:
            continue
        cells = tuple(tuple(cell if _alone(cell, row) else None for cell in table.grid[row]) for row in rows)
        inner = rows[0] if len(bands) > 1 else None
        names = tuple(column_path(table, column, inner) for column in range(table.column_count))
        yield Lines(table, False, cells, names, tuple(labels[row] for row in rows))


def _bands(table: Table) -> Iterator[range]:
    """The rows between two headers."""
    start = top = header_row_count(table)
    for row in range(top, table.row_count):
        printed = [cell for cell in table.row_cells(row) if cell.text.strip()]
        if len(printed) > 1 and all(cell.is_header for cell in printed):
            if row > start:
                yield range(start, row)
            start = row + 1
    if start < table.row_count:
        yield range(start, table.row_count)


def _row_names(table: Table) -> dict[int, Path]:
    """What ``model.headers.row_path`` gives for each row, found in one walk."""
    stub = stub_columns(table)
    names: dict[int, Path] = {}
    section = ""
    for row in range(header_row_count(table), table.row_count):
        section = section_heading(table, row) or section
        labels = tuple(cell.text.strip() for cell in label_cells(table, row, stub))
        names[row] = (section, *labels) if section else labels
    return names


def _alone(cell: Cell | None, row: int) -> bool:
    if cell is None or cell.is_header or cell.row_span > 1 or cell.column_span > 1 or cell.row != row:
        return False
    number = cell.number
    if number is None or number.bound or number.approximate or is_blank(cell):
        return False
    rest = cell.text.replace(number.text, "", 1).replace(number.unit, "", 1)
    return re.search(r"[^\W\d_]{2,}", rest) is None
