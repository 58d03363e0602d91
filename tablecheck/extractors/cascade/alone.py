"""Each model by itself, to be compared with: the layout model on all pages, SLANet on all of geometry's tables."""

from collections.abc import Callable
from typing import Any

from tablecheck.extractors.cascade.asking import slanet_for, tables_on
from tablecheck.extractors.cascade.confidence import confidence_of
from tablecheck.extractors.cascade.pages import (
    Found,
    View,
    found_by_geometry,
    table_of,
    with_rules,
)
from tablecheck.extractors.layout.places import is_upright
from tablecheck.extractors.pdf_geometry.anchors import anchored
from tablecheck.extractors.pdf_geometry.opening import CannotRead, opened
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.tables import views_of
from tablecheck.extractors.structure.ruling import structure_by_lines
from tablecheck.extractors.structure.slanet import is_installed
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
                tables += [table_of(one, view, reader, confidence_of(one, view.sheet, {})) for one in found]
    except CannotRead as error:
        return Extraction((), (Problem("extract", str(error)),))
    return Extraction(tuple(tables), tuple(problems))


def _by_layout(view: View, found: list[Found], shown: Any) -> list[Found]:
    grids = tables_on(view, shown)
    regions = anchored([with_rules(Region(*grid.box), view.sheet) for grid in grids], view.captions, 0)
    read = [
        (region, structure_by_lines(region, view.sheet, grid.across, grid.down))
        for region, grid in zip(regions, grids, strict=True)
    ]
    return [*found, *(Found(region, structure) for region, structure in read if structure is not None)]


def _by_slanet(view: View, found: list[Found], shown: Any) -> list[Found]:
    result = []
    for one in found:
        grid = slanet_for(one.region, view, shown)
        structure = structure_by_lines(one.region, view.sheet, grid.across, grid.down)
        result.append(Found(one.region, structure) if structure is not None else one)
    return result
