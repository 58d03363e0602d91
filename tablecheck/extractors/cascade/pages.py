"""The pages of a PDF as geometry sees them, and tables made of what was found on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import pymupdf

from tablecheck.extractors.pdf_geometry import tables as geometry
from tablecheck.extractors.pdf_geometry.anchors import anchored, usual_side, with_shared_captions
from tablecheck.extractors.pdf_geometry.plausible import is_plausible
from tablecheck.extractors.pdf_geometry.regions import Region, is_table
from tablecheck.extractors.pdf_geometry.sheet import Sheet
from tablecheck.extractors.pdf_geometry.structure import Structure, structure_of
from tablecheck.extractors.pdf_geometry.unruled import unruled_regions
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

View = geometry.View
_open: Any = pymupdf.open  # PyMuPDF carries no types


class CannotRead(Exception):  # noqa: N818 - it says what becomes of the file
    """The PDF cannot be read at all; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Found:
    """A table on a sheet."""

    region: Region
    structure: Structure


@contextmanager
def opened(content: bytes) -> Iterator[Any]:
    """Open a PDF.

    Raises:
        CannotRead: it is damaged, encrypted or empty.
    """
    try:
        document = _open(stream=content, filetype="pdf")
    except Exception as error:
        raise CannotRead(f"the PDF cannot be opened: {error}; obtain it again") from error
    with document:
        if document.needs_pass:
            raise CannotRead("the PDF is encrypted and needs a password; save a copy without one")
        if not document.page_count:
            raise CannotRead("the PDF has no pages; obtain it again")
        yield document


def views_of(document: Any) -> tuple[list[View], list[Problem]]:
    """Read all pages once in each of their reading directions; what cannot be read is a problem."""
    views: list[View] = []
    problems: list[Problem] = []
    pictures = 0
    for number in range(document.page_count):
        try:
            page = document[number]
            sheets = geometry.sheets_of(page, number)
            pictures += bool(not sheets and page.get_images())
            views += [geometry.view_of(sheet, page.rotation_matrix) for sheet in sheets]
        except Exception as error:  # noqa: BLE001 - one bad page must not lose the others
            problems.append(Problem("extract", f"page {number + 1} cannot be read: {error}"))
    if not views and not problems:
        reason = "only pictures of pages" if pictures else "no text"
        problems.append(Problem("extract", f"the PDF holds {reason}; a version with text is needed (or run OCR)"))
    return views, problems


def found_by_geometry(views: list[View]) -> list[list[Found]]:
    """Give what geometry finds on each view."""
    usual = usual_side([(view.ruled, view.captions) for view in views])
    return [_found(view, usual) for view in views]


def _found(view: View, usual: int) -> list[Found]:
    sheet, captions = view.sheet, view.captions
    named = with_shared_captions(anchored(view.ruled, captions, usual), captions, view.segments)
    ruled = [region for region in named if is_table(region, sheet, captions)]
    regions = [*ruled, *unruled_regions(sheet, captions, ruled)]
    structures = [(region, structure_of(region, sheet)) for region in regions]
    return [Found(region, one) for region, one in structures if one is not None and is_plausible(one, region)]


def with_rules(region: Region, sheet: Sheet) -> Region:
    """Add to a region that a model sees the rules as wide as it."""
    least = 0.9 * (region.x1 - region.x0)
    rules = tuple(
        rule
        for rule in sheet.horizontal
        if rule.length >= least
        and region.x0 - 6 <= rule.start
        and rule.end <= region.x1 + 6
        and region.y0 - 4 <= rule.at <= region.y1 + 4
    )
    return replace(region, rules=rules)


def table_of(found: Found, view: View, reader: str, confidence: float | None = None) -> Table:
    """Make a table of what was found; without a confidence it is geometry's own."""
    table = geometry.table_of(found.region, found.structure, view.sheet, view.rotation)
    return replace(table, read_by=reader, confidence=table.confidence if confidence is None else confidence)
