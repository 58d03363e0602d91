"""Which rows head the columns, as the rules of the table and the values below them show."""

from dataclasses import replace

from tablecheck.model.headers import guess_header_rows
from tablecheck.model.table import Table


def with_headers(table: Table, rows_above_rule: int) -> Table:
    """Mark the rows above the first inner rule as headers, unless they print results."""
    guessed = guess_header_rows(table)
    count = rows_above_rule if 0 < rows_above_rule <= guessed else guessed
    cells = tuple(replace(cell, is_header=cell.row < count) for cell in table.cells)
    return replace(table, cells=cells)
