"""What tablecheck lives on: how many numbers stand under the right row label and the right column header."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from tablecheck.model.headers import column_path, flag_headers, label_cells, normal_label, row_path, stub_columns
from tablecheck.model.table import Cell, Table, with_numbers

_SPACE_IN_NUMBER = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")

Link = tuple[str, str, str]
"""A row's label, the headers above a column, and the number as it was printed."""


def linked_values(tables: Iterable[Table]) -> Counter[Link]:
    """Collect the numbers below the headers of all tables, each with its row label and its header path.

    Data sets do not say which rows are headers. The same rule finds them in known and in read tables, so only
    what was read decides, not what an extractor flags. Spaces do not count, neither in labels nor between
    thousands: annotators and extractors set them differently.
    """
    links: Counter[Link] = Counter()
    for table in tables:
        plain = tuple(_plain(cell) for cell in table.cells)
        links.update(_links(flag_headers(replace(table, cells=plain))))
    return links


def _plain(cell: Cell) -> Cell:
    text = _SPACE_IN_NUMBER.sub("", cell.text)
    return with_numbers(replace(cell, text=text, is_header=False))


def _links(table: Table) -> list[Link]:
    stub = stub_columns(table)
    found: list[Link] = []
    for row in range(table.row_count):
        label = _path(row_path(table, row))
        named_by = label_cells(table, row, stub)
        for cell in table.row_cells(row):
            if cell.row == row and not cell.is_header and cell not in named_by:
                path = _path(column_path(table, cell.column, row))
                found.extend((label, path, f"{number.value}") for number in cell.numbers)
    return found


def _path(path: Iterable[str]) -> str:
    return " / ".join(filter(None, (normal_label(label).replace(" ", "") for label in path)))
