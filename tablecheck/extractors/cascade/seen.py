"""What the layout model sees on a page, beside what geometry has found there."""

from collections.abc import Sequence

from tablecheck.extractors.cascade.pages import Found, View, with_rules
from tablecheck.extractors.layout.model import Grid
from tablecheck.extractors.pdf_geometry.anchors import anchored
from tablecheck.extractors.pdf_geometry.regions import Region, collide, shares_height
from tablecheck.extractors.pdf_geometry.structure import structure_of
from tablecheck.extractors.structure.ruling import structure_by_lines

_SIDE_BY_SIDE = 0.8  # of the height that pieces of one table have in common


def with_seen(view: View, found: Sequence[Found], grids: Sequence[Grid]) -> list[Found]:
    """Add the tables that the layout model sees where geometry has none, or only pieces side by side."""
    kept = list(found)
    regions = anchored([with_rules(Region(*grid.box), view.sheet) for grid in grids], view.captions, 0)
    for grid, region in zip(grids, regions, strict=True):
        under = [one for one in kept if collide(one.region, region)]
        if len(under) == 1 or (under and not _are_side_by_side(under)):
            continue
        structure = structure_of(region, view.sheet)
        structure = structure or structure_by_lines(region, view.sheet, grid.across, grid.down)
        if structure is None or structure.row_count < 2 or structure.column_count < 2:
            continue
        kept = [one for one in kept if one not in under] + [Found(region, structure)]
    return kept


def is_seen(found: Found, grids: Sequence[Grid]) -> bool:
    """Tell whether the layout model sees a table where one was found."""
    return any(collide(found.region, Region(*grid.box)) for grid in grids)


def _are_side_by_side(tables: Sequence[Found]) -> bool:
    first = tables[0].region
    return all(shares_height(first, one.region) > _SIDE_BY_SIDE for one in tables)
