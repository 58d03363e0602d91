"""Each model by itself, to be compared with: the layout model on all pages, SLANet on all of geometry's tables."""

from collections.abc import Callable
from typing import Any

from tablecheck.extractors.cascade.auto import on_sheet
from tablecheck.extractors.cascade.pages import (
    CannotRead,
    Found,
    View,
    found_by_geometry,
    opened,
    table_of,
    views_of,
    with_rules,
)
from tablecheck.extractors.layout.model import seen_tables
from tablecheck.extractors.layout.places import is_upright, sheet_box, shown_box
from tablecheck.extractors.pdf_geometry.anchors import anchored
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.structure.edges import edges_of_seen
from tablecheck.extractors.structure.ruling import structure_by_lines
from tablecheck.extractors.structure.slanet import is_installed, seen_cells
from tablecheck.model.document import Extraction
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table


def extract_layout(content: bytes) -> Extraction:
    """Read the tables that the layout model sees on the pages, their words from the PDF.

    Raises:
        ImportError: PyMuPDF was installed without its layout model.
    """
    return _extract(content, "layout", lambda views: [[] for _ in views], _by_layout)


def extract_slanet(content: bytes) -> Extraction:
    """Read the tables that geometry finds, with the rows and columns that SLANet-plus sees in them.

    Raises:
        ImportError: the extra ``structure`` is not installed.
    """
    if not is_installed():
        raise ImportError("the weights of SLANet-plus are missing; they come with tablecheck[structure]")
    return _extract(content, "geometry+slanet", found_by_geometry, _by_slanet)


def _extract(
    content: bytes,
    reader: str,
    find: Callable[[list[View]], list[list[Found]]],
    read: Callable[[View, list[Found], Any], list[Found]],
) -> Extraction:
    tables: list[Table] = []
    try:
        with opened(content) as document, opened(content) as shown:
            views, problems = views_of(document)
            for view, found in zip(views, find(views), strict=True):
                if is_upright(view.sheet, view.rotation):
                    found = read(view, found, shown)
                tables += [table_of(one, view, reader) for one in found]
    except CannotRead as error:
        return Extraction((), (Problem("extract", str(error)),))
    return Extraction(tuple(tables), tuple(problems))


def _by_layout(view: View, found: list[Found], shown: Any) -> list[Found]:
    grids = [on_sheet(grid, view) for grid in seen_tables(shown[view.sheet.page])]
    regions = anchored([with_rules(Region(*grid.box), view.sheet) for grid in grids], view.captions, 0)
    read = [
        (region, structure_by_lines(region, view.sheet, grid.across, grid.down))
        for region, grid in zip(regions, grids, strict=True)
    ]
    return [*found, *(Found(region, structure) for region, structure in read if structure is not None)]


def _by_slanet(view: View, found: list[Found], shown: Any) -> list[Found]:
    page = shown[view.sheet.page]
    page.remove_rotation()
    result = []
    for one in found:
        region = one.region
        box = (region.x0 - 2, region.y0 - 2, region.x1 + 2, region.y1 + 2)
        place = shown_box(box, view.sheet, view.rotation)
        on_page = sheet_box(place, view.sheet, view.rotation)
        right, down = on_page[0] - place[0], on_page[1] - place[1]
        across, along = edges_of_seen(seen_cells(page, place))
        structure = structure_by_lines(region, view.sheet, [at + down for at in across], [at + right for at in along])
        result.append(Found(region, structure) if structure is not None else one)
    return result
