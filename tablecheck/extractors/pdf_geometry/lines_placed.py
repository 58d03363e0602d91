"""Which columns the lines of a table fill, from the last to the first: the line below tells how a heading is meant."""

from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.banners import widen_banners, widen_values
from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.expressions import is_value
from tablecheck.extractors.pdf_geometry.placing import Column, Placed, place, rule_below, widened_by
from tablecheck.extractors.pdf_geometry.rows import columns_of
from tablecheck.extractors.pdf_geometry.sheet import Rule

_NEXT_LINE = (0.95, 2.2)  # of the size: where the next line of a heading stands
_CENTRED = 0.5  # of the size: how far the middle of a heading may be from that of its rule
_TALLEST_HEAD = 5  # lines; a first band that is taller may hold rows as well


def placed_lines(
    rows: Sequence[TextRow], cuts: Sequence[float], columns: Sequence[Column], partial: Sequence[Rule], space: float
) -> list[tuple[TextRow, list[Placed]]]:
    """Put the chunks of all lines into columns, and let headings and entries span those they stand over."""
    head = _heading_lines(rows)
    headings = [cell for row in rows[:head] for cell in place(row, cuts, columns, partial, space)]
    whole = widened_by(columns, headings)
    placed: list[list[Placed]] = []
    for row in reversed(rows):  # the line below tells a banner from headings side by side
        index = len(rows) - 1 - len(placed)
        divided = _divided_below(rows, index, head, placed[::-1])
        if index < head:
            columns = widened_by(columns, placed[-1] if placed else [])
        cells = place(row, cuts, columns, partial, space, divided)
        if index < head or (not _prints_values(row) and _head_groups(row, cells, partial)):
            cells = widen_banners(row, cells, cuts, columns, partial, divided)
        else:
            cells = widen_values(cells, columns, row.line.size, whole)
        placed.append(cells)
    return list(zip(rows, placed[::-1], strict=True))


def _head_groups(row: TextRow, cells: Sequence[Placed], partial: Sequence[Rule]) -> bool:
    """Tell a heading amid the rows by a rule that it is centred over; other rules part the labels of a column."""
    rules = [(cell, rule_below(row, cell.x0, cell.x1, partial)) for cell in cells]
    return any(
        rule is not None and abs(rule.start + rule.end - cell.x0 - cell.x1) <= 2 * _CENTRED * row.line.size
        for cell, rule in rules
    )


def _divided_below(
    rows: Sequence[TextRow], index: int, head: int, placed_below: Sequence[Sequence[Placed]]
) -> set[int]:
    """The columns that the heading lines right below a line fill; half-line offsets are no lines below."""
    line = rows[index].line
    divided: set[int] = set()
    for offset, cells in enumerate(placed_below[: max(0, head - index - 1)]):
        distance = rows[index + 1 + offset].line.baseline - line.baseline
        if _NEXT_LINE[0] * line.size <= distance <= _NEXT_LINE[1] * line.size:
            divided |= columns_of([cell for cell in cells if cell.first == cell.last])
    return divided


def _heading_lines(rows: Sequence[TextRow]) -> int:
    """Count the lines above the first rule that runs all the way, or above the first values."""
    above = sum(row.band == rows[0].band for row in rows) if rows[-1].band > rows[0].band else 0
    if 0 < above <= _TALLEST_HEAD:
        return above
    return next((index for index, row in enumerate(rows) if _prints_values(row)), 1)


def _prints_values(row: TextRow) -> bool:
    return any(is_value(word) for word in row.line.words)
