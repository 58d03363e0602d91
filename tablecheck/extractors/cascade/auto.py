"""PDF bytes in, tables and problems out: geometry, and the models of PyMuPDF where it is in doubt."""

import logging
from dataclasses import replace
from typing import Any

import pymupdf

from tablecheck.extractors.cascade.choice import better_reading, readings_of
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
from tablecheck.extractors.cascade.signals import is_doubtful
from tablecheck.extractors.layout.model import Grid, grid_inside, seen_tables
from tablecheck.extractors.layout.places import is_upright, sheet_box, shown_box
from tablecheck.extractors.pdf_geometry.anchors import anchored
from tablecheck.extractors.pdf_geometry.regions import Region, collide
from tablecheck.extractors.pdf_geometry.sheet import words_inside
from tablecheck.extractors.pdf_geometry.structure import structure_of
from tablecheck.extractors.structure.ruling import structure_by_lines
from tablecheck.model.document import Extraction
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

READER = "auto"
VERSION = f"1+pymupdf{pymupdf.VersionBind}"
_FEWEST_ROWS = 11  # with fewer, a model's rows were the better ones once in twenty-six: it is not asked
_MARGIN = 1.0  # points around a region in the picture that the grid model sees

logger = logging.getLogger(__name__)


def extract(content: bytes) -> Extraction:
    """Read the tables of a PDF by geometry, and by the layout model where geometry is in doubt.

    Never raises for a damaged, encrypted or empty file. Without the layout model geometry reads alone.
    """
    try:
        with opened(content) as document, opened(content) as shown:
            views, problems = views_of(document)
            tables: list[Table] = []
            for view, found in zip(views, found_by_geometry(views), strict=True):
                try:
                    tables += _tables(view, found, shown)
                except Exception:  # a fault of the models must not lose what geometry has found
                    logger.exception("the models failed on page %d", view.sheet.page + 1)
                    tables += [table_of(one, view, READER) for one in found]
    except CannotRead as error:
        return Extraction((), (Problem("extract", str(error)),))
    return Extraction(tuple(tables), tuple(problems))


def grid_for(region: Region, view: View, shown: Any) -> Grid | None:
    """Ask the grid model for the lines of a region, in the sheet's coordinates; ``None`` for turned text."""
    sheet, rotation = view.sheet, view.rotation
    if not is_upright(sheet, rotation):
        return None
    x0, y0, x1, y1 = shown_box((region.x0, region.y0, region.x1, region.y1), sheet, rotation)
    page = shown[sheet.page]
    page.remove_rotation()
    words = [
        shown_box((word.x0, word.top, word.x1, word.bottom), sheet, rotation)
        for word in words_inside(sheet.words, region.x0 - 1.5, region.y0 - 1.5, region.x1 + 1.5, region.y1 + 1.5)
    ]
    grid = grid_inside(page, (x0 - _MARGIN, y0 - _MARGIN, x1 + _MARGIN, y1 + _MARGIN), words)
    return on_sheet(grid, view)


def on_sheet(grid: Grid, view: View) -> Grid:
    """Give the same grid in the coordinates of a sheet."""
    box = sheet_box(grid.box, view.sheet, view.rotation)
    right, down = box[0] - grid.box[0], box[1] - grid.box[1]
    return Grid(box, tuple(at + down for at in grid.across), tuple(at + right for at in grid.down), grid.doubt)


def _tables(view: View, found: list[Found], shown: Any) -> list[Table]:
    upright = is_upright(view.sheet, view.rotation)
    if upright and is_doubtful(view, [one.region for one in found]):
        found = _with_seen(view, found, shown)
    tables = []
    for one in found:
        ask = upright and one.structure.row_count >= _FEWEST_ROWS
        grid = grid_for(one.region, view, shown) if ask else None
        if grid is not None:
            one = replace(one, structure=better_reading(readings_of(one, view.sheet, grid)))
        tables.append(table_of(one, view, READER))
    return tables


def _with_seen(view: View, found: list[Found], shown: Any) -> list[Found]:
    """Add the tables that the layout model sees where geometry has none, or only pieces side by side."""
    page = shown[view.sheet.page]
    grids = [on_sheet(grid, view) for grid in seen_tables(page)]
    regions = anchored([with_rules(Region(*grid.box), view.sheet) for grid in grids], view.captions, 0)
    for grid, region in zip(grids, regions, strict=True):
        under = [one for one in found if collide(one.region, region)]
        if len(under) == 1 or (under and not _are_side_by_side(under)):
            continue
        structure = structure_of(region, view.sheet) or structure_by_lines(region, view.sheet, grid.across, grid.down)
        if structure is None or structure.row_count < 2 or structure.column_count < 2:
            continue
        found = [one for one in found if one not in under] + [Found(region, structure)]
    return found


def _are_side_by_side(tables: list[Found]) -> bool:
    first = tables[0].region
    return all(
        min(first.y1, one.region.y1) - max(first.y0, one.region.y0)
        > 0.8 * max(first.y1 - first.y0, one.region.y1 - one.region.y0)
        for one in tables
    )
