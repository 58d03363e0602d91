"""The lines between the rows and columns of a structure that was found some other way, so that two can be mixed."""

import itertools
from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.sheet import Box
from tablecheck.extractors.pdf_geometry.structure import Structure
from tablecheck.extractors.structure.slanet import SeenCell


def edges_of(structure: Structure) -> tuple[list[float], list[float]]:
    """Give the heights between rows and the x coordinates between columns, in the sheet's coordinates."""
    baselines: dict[int, list[float]] = {}
    sides: dict[int, list[tuple[float, float]]] = {}
    for cell in structure.cells:
        if cell.row == cell.last_row:
            baselines.setdefault(cell.row, []).extend(word.middle for word in cell.words)
        if cell.first == cell.last:
            sides.setdefault(cell.first, []).append((cell.box[0], cell.box[2]))
    spans = {row: (min(found), max(found)) for row, found in baselines.items()}
    widths = {column: (min(x0 for x0, _ in found), max(x1 for _, x1 in found)) for column, found in sides.items()}
    return _between(spans), _between(widths)


def edges_of_seen(cells: Sequence[SeenCell]) -> tuple[list[float], list[float]]:
    """Give the same lines for the cells that a model sees, in the coordinates of their boxes."""
    rows: dict[int, list[Box]] = {}
    columns: dict[int, list[Box]] = {}
    for cell in cells:
        if cell.row_span == 1:
            rows.setdefault(cell.row, []).append(cell.box)
        if cell.column_span == 1:
            columns.setdefault(cell.column, []).append(cell.box)
    heights = {row: (_mean([b[1] for b in boxes]), _mean([b[3] for b in boxes])) for row, boxes in rows.items()}
    widths = {column: (min(b[0] for b in boxes), max(b[2] for b in boxes)) for column, boxes in columns.items()}
    return _between(heights), _between(widths)


def _between(extents: dict[int, tuple[float, float]]) -> list[float]:
    """The middle of what lies between two neighbours; they may overlap a little."""
    ordered = [extents[index] for index in sorted(extents)]
    return [(before[1] + after[0]) / 2 for before, after in itertools.pairwise(ordered)]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
