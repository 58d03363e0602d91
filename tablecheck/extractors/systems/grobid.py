"""GROBID over HTTP: tables out of the TEI that its full-text service gives."""

from collections.abc import Iterator
from dataclasses import replace

from lxml import etree

from tablecheck.extractors.systems.grobid_service import ServiceError, full_text
from tablecheck.model.document import Extraction
from tablecheck.model.headers import flag_headers
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table, with_numbers

_TEI = "{http://www.tei-c.org/ns/1.0}"


def extract(content: bytes) -> Extraction:
    """Have a GROBID service read a PDF; which one, ``TABLECHECK_GROBID`` says."""
    try:
        return tables_of(full_text(content))
    except ServiceError as error:
        return Extraction((), (Problem("extract", str(error)),))


def tables_of(tei: bytes) -> Extraction:
    """Take the tables out of a TEI document: ``figure type="table"`` with rows of cells and ``coords``."""
    try:
        root = etree.fromstring(tei, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False))
    except etree.XMLSyntaxError as error:
        return Extraction((), (Problem("extract", f"GROBID gave no TEI document: {error}"),))
    tables: list[Table] = []
    problems: list[Problem] = []
    for figure in root.iter(f"{_TEI}figure"):
        if figure.get("type") != "table":
            continue
        try:
            tables.append(_table(figure))
        except ValueError as error:
            problems.append(Problem("extract", f"a table of GROBID was left out: {error}", line=figure.sourceline))
    return Extraction(tuple(tables), tuple(problems))


def _table(figure: etree._Element) -> Table:
    grid = figure.find(f"{_TEI}table")
    head, description = _text(figure.find(f"{_TEI}head")), _text(figure.find(f"{_TEI}figDesc"))
    table = flag_headers(Table(tuple(_cells(grid)) if grid is not None else ()))
    place = _place(grid) or _place(figure)
    return replace(table, label=head, caption=description, place=place, read_by="grobid")


def _cells(grid: etree._Element) -> Iterator[Cell]:
    for row, line in enumerate(grid.iter(f"{_TEI}row")):
        column = 0
        for cell in line.iter(f"{_TEI}cell"):
            width = _count(cell.get("cols"))
            yield with_numbers(Cell(row, column, _text(cell), 1, width))
            column += width


def _count(written: str | None) -> int:
    return min(int(written), 1000) if written and written.isdigit() and int(written) else 1


def _place(element: etree._Element | None) -> PagePlace | None:
    """Read ``coords="page,x,y,width,height;…"``: pages count from 1, points from the top left of the page.

    A table in several pieces gives the box around those on its first page.
    """
    pieces = []
    for written in (element.get("coords") or "").split(";") if element is not None else ():
        try:
            page, x, y, width, height = (float(number) for number in written.split(","))
        except ValueError:
            continue
        pieces.append((int(page) - 1, x, y, x + width, y + height))
    if not pieces:
        return None
    first = min(page for page, *_ in pieces)
    left, top, right, bottom = zip(*(box for page, *box in pieces if page == first), strict=True)
    return PagePlace(first, min(left), min(top), max(right), max(bottom))


def _text(element: etree._Element | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""
