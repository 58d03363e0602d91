"""Which rows of a LaTeX table are headers, and how wide group headers reach."""

from collections.abc import Sequence
from dataclasses import replace

from tablecheck.model.headers import guess_header_rows
from tablecheck.model.table import Cell, Table

_TALLEST = 6  # rows of a header; no table of the development data has a taller one


def mark_headers(cells: Sequence[Cell], count: int) -> list[Cell]:
    """Mark the cells of the first rows as headers."""
    return [replace(cell, is_header=True) if cell.row < count else cell for cell in cells]


def count_header_rows(table: Table, rules: Sequence[int]) -> int:
    """Combine the rules with what the rows print; ``rules`` are the rows above which a rule spans the table.

    A rule under the first rows is where authors end a header; numbers tell a header from a first block of
    results. A heading that stands alone on its row below a rule begins a section and is no header.
    """
    guess = guess_header_rows(table)
    inner = [row for row in dict.fromkeys(rules) if 0 < row < table.row_count]
    if not inner:
        return _without_section(table, guess)
    first = inner[0]
    if guess < first:
        # One row of numbers above a rule is a header of sizes, years or thresholds; more rows are results.
        return first if first == 1 or not _print_numbers(table, range(guess, first)) else guess
    fitting = [row for row in inner if row <= guess]
    best = fitting[0]
    for row in fitting[1:]:
        if row > _TALLEST or any(_stands_alone(table, line) for line in range(best, row)):
            break
        best = row
    return best


def _print_numbers(table: Table, rows: range) -> bool:
    return any(cell.number is not None for row in rows for cell in table.row_cells(row))


def _without_section(table: Table, count: int) -> int:
    """Leave a section heading right above the results out of the header."""
    while count > 1 and _stands_alone(table, count - 1):
        count -= 1
    return count


def _stands_alone(table: Table, row: int) -> bool:
    cells = [cell for cell in table.row_cells(row) if cell.text or cell.citations]
    return len(cells) == 1 and cells[0].row_span == 1 and (cells[0].column == 0 or cells[0].column_span > 1)


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
