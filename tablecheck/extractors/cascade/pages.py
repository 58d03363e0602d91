"""The pages of a PDF as geometry sees them, and tables made of what was found on them."""

from dataclasses import dataclass, replace

from tablecheck.extractors.pdf_geometry import tables as geometry
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.sheet import Sheet
from tablecheck.extractors.pdf_geometry.structure import Structure
from tablecheck.model.table import Table

View = geometry.View


@dataclass(frozen=True, slots=True)
class Found:
    """A table on a sheet."""

    region: Region
    structure: Structure


def found_by_geometry(views: list[View]) -> list[list[Found]]:
    """Give what geometry finds on each view."""
    return [[Found(*one) for one in found] for found in geometry.found_in(views)]


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
