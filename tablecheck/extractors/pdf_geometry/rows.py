"""Rows from lines: wrapped cells are joined, half-line offsets of centred labels are recognised."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablecheck.extractors.pdf_geometry.columns import TextRow, is_numeric
from tablecheck.extractors.pdf_geometry.placing import Placed
from tablecheck.extractors.pdf_geometry.sheet import Rule, median


@dataclass(slots=True)
class Row:
    """A row in the making: what was placed in it, and labels that stand half a line below it."""

    baseline: float
    band: int
    placed: list[Placed]
    half_below: list[Placed] = field(default_factory=list)
    latest: list[Placed] = field(default_factory=list)

    @property
    def columns(self) -> set[int]:
        """The columns filled so far."""
        return {column for cell in self.placed for column in range(cell.first, cell.last + 1)}


def rows_from(
    lines: Sequence[tuple[TextRow, list[Placed]]],
    column_count: int,
    partial: Sequence[Rule],
    size: float,
    boxed: bool,
) -> list[Row]:
    """Join lines into rows; ``boxed`` tables have a rule under each row."""
    step = _usual_step(lines, column_count, size)
    extents = _extents(lines, column_count)
    rows: list[Row] = []
    for text_row, placed in lines:
        line = text_row.line
        if rows and rows[-1].band == text_row.band:
            above = rows[-1]
            distance = line.baseline - above.baseline
            columns = {column for cell in placed for column in range(cell.first, cell.last + 1)}
            ruled = any(above.baseline < rule.at < line.baseline for rule in partial)
            if distance < 0.72 * step and distance < 1.05 * size:
                if columns & above.columns:
                    above.placed += placed
                else:
                    above.placed += placed
                    above.half_below += placed
                continue
            if (
                not ruled
                and distance < 1.02 * min(1.6 * size, step + 1)
                and _wraps(above, placed, columns, extents, size)
            ):
                above.placed += placed
                above.latest = placed
                above.baseline = line.baseline
                continue
            if boxed and not ruled and 0 not in columns and len(columns) < column_count:
                above.placed += placed
                continue
        rows.append(Row(line.baseline, text_row.band, list(placed), latest=list(placed)))
    return rows


def _usual_step(lines: Sequence[tuple[TextRow, list[Placed]]], column_count: int, size: float) -> float:
    full = [text_row for text_row, placed in lines if len(placed) >= 0.6 * column_count]
    full = full or [text_row for text_row, _ in lines]
    steps = [b.line.baseline - a.line.baseline for a, b in itertools.pairwise(full) if a.band == b.band]
    return max(median(steps, 1.4 * size), 1.05 * size)


def _extents(lines: Sequence[tuple[TextRow, list[Placed]]], column_count: int) -> list[tuple[float, float]]:
    extents = [(1e9, -1e9)] * column_count
    for _, placed in lines:
        for cell in placed:
            if cell.first == cell.last:
                low, high = extents[cell.first]
                extents[cell.first] = (min(low, cell.words[0].x0), max(high, cell.words[-1].x1))
    return extents


def _wraps(
    above: Row, placed: Sequence[Placed], columns: set[int], extents: Sequence[tuple[float, float]], size: float
) -> bool:
    """Tell the second line of a wrapped cell: the first word would not have fitted on the line above."""
    if not columns or not columns < above.columns or any(cell.first != cell.last for cell in placed):
        return False
    if any(is_numeric(cell.words[0].text) and len(cell.words) == 1 for cell in placed):
        return False
    for cell in placed:
        low, high = extents[cell.first]
        ends = [c.words[-1].x1 for c in above.latest if c.first <= cell.first <= c.last]
        end = max(ends, default=-1.0)
        needed = cell.words[0].x1 - cell.words[0].x0 + 0.25 * size
        if high - low >= 7 * size and end + needed > high - 0.6 * size and end > low + 0.55 * (high - low):
            return True
    return False


def join_header_lines(rows: list[Row], partial: Sequence[Rule], column_count: int) -> None:
    """Make one row of a heading whose cells are set on two or three lines without a rule between them."""
    if len(rows) < 3 or rows[-1].band == rows[0].band:
        return
    head = [row for row in rows if row.band == rows[0].band]
    if not 2 <= len(head) <= 3:
        return
    below = rows[len(head)].baseline
    if any(head[0].baseline < rule.at < below - 2 and rule.at < head[-1].baseline for rule in partial):
        return
    if any(cell.first != cell.last for row in head for cell in row.placed):
        return
    if any(is_numeric(word.text) for row in head[1:] for cell in row.placed for word in cell.words):
        return
    filled = [row.columns for row in head]
    top, bottom = filled[0], filled[-1]
    staggered = len(set().union(*filled)) >= 0.6 * column_count and any(row.half_below for row in head)
    hanging = all(len(columns & top) >= 0.5 * len(columns) for columns in filled[1:]) and len(bottom) <= len(top)
    if staggered or hanging:
        for row in head[1:]:
            head[0].placed += row.placed
            rows.remove(row)
        head[0].half_below = []
