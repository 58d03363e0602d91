"""Asks the models about a page or about one table, and gives what they draw in the coordinates of a sheet."""

from typing import Any

from tablecheck.extractors.cascade.pages import View
from tablecheck.extractors.layout.model import Grid, grid_inside, seen_tables
from tablecheck.extractors.layout.places import sheet_box, shown_box
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.sheet import words_inside
from tablecheck.extractors.structure.edges import edges_of_seen
from tablecheck.extractors.structure.slanet import seen_cells

GRID, SLANET = "grid", "slanet"
_MARGIN = 1.0  # points around a region in the picture that the grid model sees
_SLANET_MARGIN = 2.0  # the same for SLANet


def tables_on(view: View, shown: Any) -> list[Grid]:
    """Ask the layout model for the tables of a page whose text is upright."""
    return [_on_sheet(grid, view) for grid in seen_tables(shown[view.sheet.page])]


def grid_for(region: Region, view: View, shown: Any) -> Grid:
    """Ask the grid model."""
    sheet, rotation = view.sheet, view.rotation
    words = [
        shown_box((word.x0, word.top, word.x1, word.bottom), sheet, rotation)
        for word in words_inside(sheet.words, region.x0 - 1.5, region.y0 - 1.5, region.x1 + 1.5, region.y1 + 1.5)
    ]
    page = _page(view, shown)
    return _on_sheet(grid_inside(page, _place(region, view, _MARGIN), words), view)


def slanet_for(region: Region, view: View, shown: Any) -> Grid:
    """Ask SLANet.

    Raises:
        ImportError: the extra ``structure`` is not installed.
    """
    place = _place(region, view, _SLANET_MARGIN)
    seen = seen_cells(_page(view, shown), place)
    across, down = edges_of_seen(seen.cells)
    return _on_sheet(Grid(place, tuple(across), tuple(down), seen.doubt), view)


def _page(view: View, shown: Any) -> Any:
    page = shown[view.sheet.page]
    page.remove_rotation()
    return page


def _place(region: Region, view: View, margin: float) -> tuple[float, float, float, float]:
    """The place of a region on the page as it is shown, with a margin."""
    x0, y0, x1, y1 = shown_box((region.x0, region.y0, region.x1, region.y1), view.sheet, view.rotation)
    return x0 - margin, y0 - margin, x1 + margin, y1 + margin


def _on_sheet(grid: Grid, view: View) -> Grid:
    box = sheet_box(grid.box, view.sheet, view.rotation)
    right, down = box[0] - grid.box[0], box[1] - grid.box[1]
    return Grid(box, tuple(at + down for at in grid.across), tuple(at + right for at in grid.down), grid.doubt)
