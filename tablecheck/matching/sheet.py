"""A table prepared for comparison: its numbers as arrays, and one label for each row and column."""

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tablecheck.matching.labels import name_or_author, normal, without_ours
from tablecheck.model.headers import column_path, header_row_count, is_blank, label_cells, section_heading, stub_columns
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table

Indices = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_LINES = 1000
"""Rows or columns that are compared: the labels of two tables are compared each with each, and no table of the
development data has a fifth of it. What lies beyond counts as not compared."""

_LONGEST_CAPTION, _LONGEST_LABEL = 1000, 200  # characters that are read
_MOST_DIGITS = 15  # what a floating-point number holds; the numbers of results are far smaller
_FEWEST_SETTINGS = 3  # whole numbers in order that hardly are results by chance
_AS_IT_IS = frozenset({"baseline", "original", "vanilla"})
_CORNERS = frozenset({"method", "methods", "model", "models", "approach", "algorithm", "dataset", "datasets", "metric"})
_WORD = re.compile(r"[A-Za-z]{2}")


@dataclass(frozen=True, slots=True)
class LineName:
    """What a row or column is called.

    ``full`` and ``nearest`` are normal labels: the whole path without its section, and the part of it that
    names the line itself. ``around`` is the section. ``printed`` is the path as printed, units included.
    ``telling`` is the path without the words that most lines of the table share, where somebody asked for it.
    """

    full: str
    nearest: str
    around: str
    printed: str
    telling: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A number that can be compared, the cell that prints it, and its place among the numbers of the cell."""

    cell: Cell
    number: Number
    position: int


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The numbers of a table below its headers.

    ``rows`` and ``columns`` name the lines of the grid. The arrays have one item per entry: grid row, grid
    column, value, printed decimals, significant digits.
    """

    table: Table
    entries: tuple[Entry, ...]
    rows: tuple[LineName, ...]
    columns: tuple[LineName, ...]
    caption: str
    row: Indices
    column: Indices
    value: Floats
    decimals: Indices
    significant: Indices


def prepare(table: Table, own_name: str = "", cells: Collection[Cell] | None = None) -> Sheet:
    """Prepare a table; of ``cells`` only the numbers take part, where they are given.

    ``own_name`` is what the paper of the table calls its own method: its "Ours" rows are named so. Numbers in
    cells that span columns or rows take no part, since they stand under no one label, nor do those of the
    columns that name the rows, nor what lies beyond ``MOST_LINES`` rows or columns.
    """
    wanted = None if cells is None else {(cell.row, cell.column) for cell in cells}
    headed = _with_second_header(table)
    top, stub = header_row_count(headed), stub_columns(headed)
    entries = tuple(
        Entry(cell, number, position)
        for cell in table.cells
        if not cell.is_header and cell.row >= top and cell.column not in stub
        if cell.row_span == 1 and cell.column_span == 1
        if wanted is None or (cell.row, cell.column) in wanted
        if cell.row < MOST_LINES and cell.column < MOST_LINES
        for position, number in enumerate(cell.numbers)
        if abs(number.decimals) <= _MOST_DIGITS and abs(number.value) < 10**_MOST_DIGITS
    )
    numbers = [entry.number for entry in entries]
    return Sheet(
        table=table,
        entries=entries,
        rows=_row_names(headed, own_name)[:MOST_LINES],
        columns=_column_names(headed, own_name)[:MOST_LINES],
        caption=normal(table.caption[:_LONGEST_CAPTION]),
        row=np.array([entry.cell.row for entry in entries], dtype=np.int64),
        column=np.array([entry.cell.column for entry in entries], dtype=np.int64),
        value=np.array([float(number.value) for number in numbers], dtype=np.float64),
        decimals=np.array([number.decimals for number in numbers], dtype=np.int64),
        significant=np.array([len(number.digits) for number in numbers], dtype=np.int64),
    )


def _with_second_header(table: Table) -> Table:
    """Flag a row below the header that names columns too.

    It is called "Method", prints words above numbers, or settings above results: "20%", "50%", "80%".
    """
    top = header_row_count(table)
    if not 0 < top < table.row_count - 1:
        return table
    row = [cell for cell in table.row_cells(top) if not is_blank(cell)]
    is_called = row and normal(row[0].text) in _CORNERS
    if not is_called and not _names_columns(table, row, top) and not _prints_settings(table, row, top):
        return table
    cells = (replace(cell, is_header=True) if cell.row == top else cell for cell in table.cells)
    return replace(table, cells=tuple(cells))


def _names_columns(table: Table, row: list[Cell], top: int) -> bool:
    if any("." in cell.text for cell in row if cell.numbers):
        return False
    named = [cell for cell in row if cell.column_span == 1 and not cell.numbers and _WORD.search(cell.text)]
    return sum(_prints_numbers(table, cell.column, top + 1) for cell in named) >= 2


def _prints_settings(table: Table, row: list[Cell], top: int) -> bool:
    """Whether whole numbers that rise or fall under each heading stand above numbers with a point."""
    settings = [cell for cell in row if cell.number is not None and cell.column_span == 1]
    if len(settings) < _FEWEST_SETTINGS or any("." in cell.text for cell in settings):
        return False
    by_heading: dict[int | str, list[Cell]] = {}
    for cell in settings:
        heading = table.at(top - 1, cell.column)
        repeated = heading.text if heading is not None and heading.column_span == 1 else id(heading)
        by_heading.setdefault(repeated, []).append(cell)
    runs = [[cell.numbers[0].value for cell in under] for under in by_heading.values() if len(under) > 1]
    one_way = all(run in (sorted(set(run)), sorted(set(run), reverse=True)) for run in runs)
    below = [
        cell
        for setting in settings
        for cell in table.column_cells(setting.column)
        if cell.row > top and cell.number is not None
    ]
    pointed = sum("." in cell.text for cell in below)
    return one_way and max(map(len, runs), default=0) >= _FEWEST_SETTINGS and pointed * 3 >= len(below) * 2 > 0


def _prints_numbers(table: Table, column: int, below: int) -> bool:
    cells = [cell for cell in table.column_cells(column) if cell.row >= below and not is_blank(cell)]
    return len(cells) > 1 and sum(cell.number is not None for cell in cells) * 3 >= len(cells) * 2


def _row_names(table: Table, own_name: str) -> tuple[LineName, ...]:
    top, stub = header_row_count(table), stub_columns(table)
    names: list[LineName] = []
    section = ""
    for row in range(table.row_count):
        printed = [without_ours(cell.text, own_name) for cell in label_cells(table, row, stub)]
        if section and len(printed) == 1 and normal(printed[0]) in _AS_IT_IS:
            printed = [section]  # the baseline of a section is the method that the section is called after
        labels = [name_or_author(label[:_LONGEST_LABEL]) for label in printed]
        names.append(
            LineName(
                full=normal(" ".join(labels)[:_LONGEST_LABEL]),
                nearest=normal(labels[0][:_LONGEST_LABEL]) if labels else "",
                around=normal(section[:_LONGEST_LABEL]),
                printed=" ".join(printed)[:_LONGEST_LABEL],
            )
        )
        if row >= top:
            section = section_heading(table, row) or section
    return tuple(names)


def _column_names(table: Table, own_name: str) -> tuple[LineName, ...]:
    names = []
    for column in range(table.column_count):
        path = [without_ours(text, own_name) for text in column_path(table, column)]
        names.append(
            LineName(
                full=normal(" ".join(path)[:_LONGEST_LABEL]),
                nearest=normal(path[-1][:_LONGEST_LABEL]) if path else "",
                around="",
                printed=" ".join(path)[:_LONGEST_LABEL],
            )
        )
    return tuple(names)


def turned(sheet: Sheet) -> Sheet:
    """The same sheet with rows and columns exchanged; cells keep their places in the table."""
    return replace(sheet, rows=sheet.columns, columns=sheet.rows, row=sheet.column, column=sheet.row)
