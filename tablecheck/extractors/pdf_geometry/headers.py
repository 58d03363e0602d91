"""Which rows head the columns, as the rules of the table and the values below them show."""

from dataclasses import replace

from tablecheck.model.headers import guess_header_rows, is_blank
from tablecheck.model.table import Table


def with_headers(table: Table, rows_above_rule: int) -> Table:
    """Mark the rows above the first inner rule as headers; without one, those above the first results.

    No cell may be marked before.
    """
    count = _rows_without_results(table, rows_above_rule) if rows_above_rule else guess_header_rows(table)
    if rows_above_rule == count:
        count += _continued(table, count)
    cells = tuple(replace(cell, is_header=True) if cell.row < count else cell for cell in table.cells)
    return replace(table, cells=cells)


def _rows_without_results(table: Table, most: int) -> int:
    """Count the leading rows, at most ``most``, that print no decimals beside a label."""
    for row in range(most):
        cells = [cell for cell in table.row_cells(row) if not is_blank(cell)]
        decimals = sum(cell.number is not None and cell.number.decimals > 0 for cell in cells)
        if decimals and decimals * 2 >= len(cells) - 1:
            return row
    return most


def _continued(table: Table, row: int) -> int:
    """Count the rows below a ruled banner that divide it: they leave the column of labels to the row above."""
    banners = [cell for cell in table.row_cells(row - 1) if cell.column_span > 1] if row else []
    if not banners or any(cell.column_span == table.column_count for cell in banners):
        return 0
    if row >= guess_header_rows(table) or row >= table.row_count - 1:
        return 0
    label = table.at(row, 0)
    return 0 if label is not None and label.row == row and label.text.strip() else 1
