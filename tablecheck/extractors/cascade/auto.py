"""PDF bytes in, tables and problems out: geometry, and the models where it is in doubt."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tablecheck.extractors.cascade.asking import GRID, SLANET, grid_for, slanet_for, tables_on
from tablecheck.extractors.cascade.auto_version import VERSION as VERSION
from tablecheck.extractors.cascade.choice import agree_all, agreement_on, better_structure
from tablecheck.extractors.cascade.confidence import confidence_of
from tablecheck.extractors.cascade.doubt import is_worth_asking
from tablecheck.extractors.cascade.heading import headed
from tablecheck.extractors.cascade.pages import Found, View, found_by_geometry, table_of
from tablecheck.extractors.cascade.seen import is_seen, with_seen
from tablecheck.extractors.cascade.signals import is_doubtful
from tablecheck.extractors.layout.model import Grid
from tablecheck.extractors.layout.places import is_upright
from tablecheck.extractors.pdf_geometry.opening import CannotRead, opened
from tablecheck.extractors.pdf_geometry.tables import views_of
from tablecheck.extractors.structure.slanet import is_installed
from tablecheck.model.document import Extraction
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

READER = "auto"

logger = logging.getLogger(__name__)


def extract(content: bytes) -> Extraction:
    """Read the tables of a PDF by geometry, and by the models where geometry is in doubt.

    Never raises for a damaged, encrypted or empty file. Without the models geometry reads alone.
    """
    try:
        with opened(content) as document, opened(content) as shown:
            views, problems = views_of(document)
            tables: list[Table] = []
            for view, found in zip(views, found_by_geometry(views), strict=True):
                tables += [table_of(*one) for one in _read(view, found, shown)]
    except CannotRead as error:
        return Extraction((), (Problem("extract", str(error)),))
    return Extraction(tuple(tables), tuple(problems))


def _read(view: View, found: list[Found], shown: Any) -> Iterator[tuple[Found, View, str, float]]:
    """Give the tables of a view as they are believed; a fault of a model loses nothing that geometry has."""
    upright = is_upright(view.sheet, view.rotation)
    witnesses: dict[str, float] = {}
    grids: list[Grid] = []
    if upright and is_doubtful(view, [one.region for one in found]):
        try:
            grids = tables_on(view, shown)
            found = with_seen(view, found, grids)
            witnesses = {"page asked": 1.0}
        except Exception:
            logger.exception("the layout model failed on page %d", view.sheet.page + 1)
    for one in found:
        one = replace(one, structure=headed(one.structure, one.region, view.sheet))
        seen = {"seen": float(is_seen(one, grids))} if witnesses else {}
        agreement: dict[str, float] = {}
        if upright and is_worth_asking(one, view.sheet):
            try:
                one, agreement = _judged(one, view, shown)
            except Exception:
                logger.exception("the models failed on a table of page %d", view.sheet.page + 1)
        yield one, view, READER, confidence_of(one, view.sheet, {**witnesses, **seen, **agreement})


def _judged(found: Found, view: View, shown: Any) -> tuple[Found, dict[str, float]]:
    """Ask the models about a table; gives it with the structure that is believed, and who agrees with that.

    SLANet is asked where the grid model does not read what geometry does.
    """
    grids = {GRID: grid_for(found.region, view, shown)}
    if is_installed() and not agree_all(agreement_on(found, view.sheet, grids)):
        grids[SLANET] = slanet_for(found.region, view, shown)
    found = replace(found, structure=better_structure(found, view.sheet, grids))
    return found, agreement_on(found, view.sheet, grids)
