"""What speaks against rows that a model has and geometry has not: rules and values that stand inside them."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.columns import is_numeric
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.sheet import Sheet, median
from tablecheck.extractors.pdf_geometry.structure import Structure


@dataclass(frozen=True, slots=True)
class Merges:
    """How a model joins rows of geometry.

    ``clash`` and ``ruled`` are shares of its joined rows: those in which two rows print a value in the same
    column, and those with a rule inside. ``leading`` is the usual distance of rows that it joins, as a share of
    the usual distance of those it does not: lines of a wrapped cell stand closer than rows. 1 where none is joined.
    """

    clash: float = 0.0
    ruled: float = 0.0
    leading: float = 1.0


def merges_of(structure: Structure, region: Region, sheet: Sheet, across: Sequence[float]) -> Merges:
    """Compare the rows of geometry with the heights between a model's rows."""
    rows: list[list[GridCell]] = [[] for _ in range(structure.row_count)]
    for cell in structure.cells:
        if cell.row == cell.last_row:
            rows[cell.row].append(cell)
    printed = [cells for cells in rows if cells]
    heights = [median([word.middle for cell in cells for word in cell.words]) for cells in printed]
    homes = [bisect_right(across, height) for height in heights]
    inside = [b - a for a, b, x, y in zip(heights, heights[1:], homes, homes[1:], strict=False) if x == y]
    between = [b - a for a, b, x, y in zip(heights, heights[1:], homes, homes[1:], strict=False) if x != y]
    merged = [[cells for cells, at in zip(printed, homes, strict=True) if at == home] for home in sorted(set(homes))]
    merged = [group for group in merged if len(group) > 1]
    if not merged:
        return Merges()
    return Merges(
        sum(_clash(group) for group in merged) / len(merged),
        sum(_is_ruled(group, region, sheet) for group in merged) / len(merged),
        min(2.0, median(inside) / max(1.0, median(between, median(inside)))),
    )


def _clash(rows: Sequence[Sequence[GridCell]]) -> bool:
    seen: set[int] = set()
    for cells in rows:
        here = {cell.first for cell in cells if is_numeric(cell.words[0].text)}
        if here & seen:
            return True
        seen |= here
    return False


def _is_ruled(rows: Sequence[Sequence[GridCell]], region: Region, sheet: Sheet) -> bool:
    top = max(word.baseline for cell in rows[0] for word in cell.words)
    bottom = min(word.middle for cell in rows[-1] for word in cell.words)
    return any(top < rule.at < bottom and rule.start < region.x1 and rule.end > region.x0 for rule in sheet.horizontal)
