"""Which rows of a LaTeX table are headers, and how wide group headers reach."""

from collections.abc import Sequence
from dataclasses import replace

from tablecheck.model.headers import guess_header_rows
from tablecheck.model.table import Cell, Table


def mark_headers(cells: Sequence[Cell], count: int) -> list[Cell]:
    """Mark the cells of the first rows as headers."""
    return [replace(cell, is_header=True) if cell.row < count else cell for cell in cells]


def count_header_rows(table: Table, rules: Sequence[int]) -> int:
    """Combine the rules with what the rows print; ``rules`` are the rows above which a rule spans the table.

    A rule under the first rows is where authors end a header; numbers tell a header from a first block of
    results.
    """
    guess = guess_header_rows(table)
    inner = [row for row in dict.fromkeys(rules) if 0 < row < table.row_count]
    if not inner:
        return guess
    first = inner[0]
    if guess < first:
        # One row of numbers above a rule is a header of sizes, years or thresholds; more rows are results.
        return first if first == 1 or not _print_numbers(table, range(guess, first)) else guess
    return max(row for row in inner if row <= guess)


def _print_numbers(table: Table, rows: range) -> bool:
    return any(cell.number is not None for row in rows for cell in table.row_cells(row))


def widen_group_headers(
    cells: list[Cell], partial_rules: Sequence[tuple[int, int, int]], header_rows: int
) -> list[Cell]:
    """Let a header reach as far as the rule under it, where all other cells above that rule are empty.

    ``partial_rules`` are (grid row below the rule, first column, last column), columns counted from 0.
    """
    for row, first, last in partial_rules:
        if not 0 < row <= header_rows or last <= first:
            continue
        above = [
            cell
            for cell in cells
            if row - 1 in cell.rows and cell.column <= last and first < cell.column + cell.column_span
        ]
        printing = [cell for cell in above if cell.text or cell.citations]
        if len(printing) != 1:
            continue
        wide = printing[0]
        if (
            wide.column_span > 1
            or wide.row != row - 1
            or wide.row_span > 1
            or any(len(cell.rows) > 1 for cell in above)
        ):
            continue
        rest = [cell for cell in cells if cell not in above]
        cells = sorted(
            [*rest, replace(wide, column=first, column_span=last - first + 1)], key=lambda cell: (cell.row, cell.column)
        )
    return cells
