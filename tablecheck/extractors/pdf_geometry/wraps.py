"""Labels on two lines beside values that stand halfway between them: one row, not two that share their values."""

from collections.abc import Sequence
from dataclasses import replace

from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.expressions import is_numeric

_LEADING = 2.2  # of the size: the distance of the lines of one label, also in text set with double spacing


def join_wrapped_labels(cells: Sequence[GridCell], row_count: int, head_rows: int) -> tuple[list[GridCell], int]:
    """Make one row of two that differ in the lines of one label only; gives the cells and how many rows remain."""
    joined = list(cells)
    row = head_rows
    while row + 1 < row_count:
        label = _label_of_both(joined, row)
        if label is not None:
            joined = _without_row(joined, row, label)
            row_count -= 1
        row += 1
    return joined, row_count


def _label_of_both(cells: Sequence[GridCell], row: int) -> GridCell | None:
    """The label of a row that goes on on the next, all else being shared by the two."""
    shared = [cell for cell in cells if cell.row <= row and row + 1 <= cell.last_row]
    if sum(cell.row == row and cell.last_row == row + 1 and _is_value(cell) for cell in shared) < 2:
        return None
    own = [cell for cell in cells if cell.last_row == row or (cell.row <= row <= cell.last_row and cell not in shared)]
    below = [
        cell for cell in cells if cell.row == row + 1 or (cell.row <= row + 1 <= cell.last_row and cell not in shared)
    ]
    if len(own) != 1 or len(below) != 1:
        return None
    first, second = own[0], below[0]
    one_row = first.row == first.last_row and second.row == second.last_row
    if not one_row or (first.first, first.last) != (second.first, second.last) or _is_value(first) or _is_value(second):
        return None
    size = first.words[-1].size
    if second.words[0].baseline - first.words[-1].baseline > _LEADING * size:
        return None
    return replace(first, words=first.words + second.words)


def _is_value(cell: GridCell) -> bool:
    return is_numeric(cell.words[0].text) or cell.words[0].text[0].isdigit()


def _without_row(cells: Sequence[GridCell], row: int, label: GridCell) -> list[GridCell]:
    """Put a label into a row and take out the next one, which has nothing of its own."""
    result = []
    for cell in cells:
        if cell.row in {row, row + 1} and (cell.first, cell.last) == (label.first, label.last):
            continue
        first = cell.row - (cell.row > row)
        last = cell.last_row - (cell.last_row > row)
        result.append(replace(cell, row=first, last_row=last))
    return sorted([*result, label], key=lambda cell: (cell.row, cell.first))
