"""Headings whose cells are set on several lines: one row of cells, not a row for each line.

Lines of one cell stand as close as lines of text, and are broken where the next word had no room. How close is fitted
by ``tools/fit_cascade.py``, a logistic regression.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tablecheck.extractors.cascade.weights import Weights, chance, weights_of
from tablecheck.extractors.cascade.wrapping import (
    column_extents,
    distance,
    printed_lines,
    room_of,
)
from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.expressions import is_value
from tablecheck.extractors.pdf_geometry.lines import would_not_fit
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.sheet import Sheet, median
from tablecheck.extractors.pdf_geometry.structure import Structure

_TALLEST = 6  # lines; a band that is taller holds rows as well
_LEADING = 1.2  # of the size: the usual distance of two lines of text


@dataclass(frozen=True, slots=True)
class Joined:
    """A table whose heading is read as cells of several lines, and the figures that speak for or against that."""

    structure: Structure
    figures: Mapping[str, float]


def headed(structure: Structure, region: Region, sheet: Sheet, weights: Weights | None = None) -> Structure:
    """Join the lines of a heading where they look like one row; ``weights`` are those of the package if not given."""
    joined = joined_heading(structure, region, sheet)
    if joined is None:
        return structure
    sure = chance(weights_of("heading") if weights is None else weights, joined.figures)
    return joined.structure if sure > 0.5 else structure


def joined_heading(structure: Structure, region: Region, sheet: Sheet) -> Joined | None:
    """Read the lines that no rule and no banner parts as one row; ``None`` where nothing looks wrapped."""
    count = _heading_rows(structure)
    heading = sorted((c for c in structure.cells if c.row < count), key=lambda cell: (cell.row, cell.first))
    body = [cell for cell in structure.cells if cell.row >= count]
    if count < 2 or not body or any(cell.last_row >= count for cell in heading):
        return None
    stacks = _stacks(heading, sheet)
    pairs = _broken_lines(structure, stacks)
    if not any(broken for _, broken in pairs):
        return None
    size = max(1.0, median([word.size for cell in heading for word in cell.words], 10.0))
    leading = sum(apart for apart, _ in pairs) / len(pairs) / size
    joined = _with_stacks(structure, stacks, _levels(heading, count, sheet), body)
    return Joined(joined, {"constant": 1.0, "leading": leading - _LEADING})


def _heading_rows(structure: Structure) -> int:
    """Count the rows above the first inner rule, or above the first value; none where they are too many."""
    if structure.head_rows:
        return structure.head_rows if structure.head_rows <= _TALLEST else 0
    first = min((c.row for c in structure.cells if any(is_value(word) for word in c.words)), default=0)
    return first if first <= _TALLEST else 0


def _levels(heading: Sequence[GridCell], count: int, sheet: Sheet) -> list[int]:
    """Number the levels that the lines of a heading belong to: a banner and what it heads are two."""
    levels = [0]
    for row in range(1, count):
        above = [cell for cell in heading if cell.last_row < row and levels[cell.last_row] == levels[-1]]
        parted = any(
            _overlap(one, other) and (not _same_columns(one, other) or _is_ruled(one, other, sheet))
            for one in above
            for other in heading
            if other.row == row
        )
        levels.append(levels[-1] + parted)
    return levels


def _stacks(heading: Sequence[GridCell], sheet: Sheet) -> list[list[GridCell]]:
    """Put cells of the same columns, one right below the other, together."""
    stacks: list[list[GridCell]] = []
    for cell in heading:
        above = [stack for stack in stacks if _overlap(stack[-1], cell)]
        over = max(above, key=lambda stack: stack[-1].last_row, default=None)
        if over is not None and _same_columns(over[-1], cell) and not _is_ruled(over[-1], cell, sheet):
            over.append(cell)
        else:
            stacks.append([cell])
    return stacks


def _with_stacks(
    structure: Structure, stacks: Sequence[Sequence[GridCell]], levels: Sequence[int], body: Sequence[GridCell]
) -> Structure:
    """Make a cell of each stack and a row of each level, and move the body up."""
    saved = len(levels) - 1 - levels[-1]
    cells = [_as_one(stack, levels) for stack in stacks]
    cells += [replace(cell, row=cell.row - saved, last_row=cell.last_row - saved) for cell in body]
    return Structure(
        tuple(sorted(cells, key=lambda cell: (cell.row, cell.first))),
        structure.row_count - saved,
        structure.column_count,
        max(0, structure.head_rows - saved),
    )


def _as_one(stack: Sequence[GridCell], levels: Sequence[int]) -> GridCell:
    words = tuple(word for cell in stack for word in cell.words)
    return replace(stack[0], row=levels[stack[0].row], last_row=levels[stack[-1].last_row], words=words)


def _overlap(one: GridCell, other: GridCell) -> bool:
    return one.first <= other.last and one.last >= other.first


def _same_columns(one: GridCell, other: GridCell) -> bool:
    return (one.first, one.last) == (other.first, other.last)


def _is_ruled(above: GridCell, below: GridCell, sheet: Sheet) -> bool:
    """Tell whether a rule runs between two cells, below the one and above the other."""
    top, bottom = max(word.baseline for word in above.words), min(word.middle for word in below.words)
    return any(
        top - 1 < rule.at < bottom + 1
        and all(rule.start < cell.box[2] and rule.end > cell.box[0] for cell in (above, below))
        for rule in sheet.horizontal
    )


def _broken_lines(structure: Structure, stacks: Sequence[Sequence[GridCell]]) -> list[tuple[float, bool]]:
    """Say of each two lines of a heading how far apart they stand, and whether the first was broken for want of room.

    A unit in brackets stands below its heading wherever there is room.
    """
    extents = column_extents(structure)
    pairs = []
    for stack in stacks:
        whole = replace(stack[0], words=tuple(word for cell in stack for word in cell.words))
        for one, other in itertools.pairwise(stack):
            above, below = printed_lines(one.words)[-1], printed_lines(other.words)[0]
            broken = below[0].text[0] in "([" or would_not_fit(above, below, room_of(whole, extents))
            pairs.append((distance(above, below), broken))
    return pairs
