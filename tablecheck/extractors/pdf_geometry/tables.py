"""PDF bytes in, tables and problems out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pymupdf

from tablecheck.extractors.pdf_geometry.anchors import anchored, usual_side, with_shared_captions
from tablecheck.extractors.pdf_geometry.captions import Caption, captions_of
from tablecheck.extractors.pdf_geometry.confidence import confidence_of
from tablecheck.extractors.pdf_geometry.framed import framed_column
from tablecheck.extractors.pdf_geometry.glyphs import Turn, sideways_words, words_of
from tablecheck.extractors.pdf_geometry.headers import with_headers
from tablecheck.extractors.pdf_geometry.lines import Line, segments_of
from tablecheck.extractors.pdf_geometry.opening import CannotRead, opened
from tablecheck.extractors.pdf_geometry.plausible import is_plausible
from tablecheck.extractors.pdf_geometry.regions import Region, is_table
from tablecheck.extractors.pdf_geometry.ruled import ruled_regions
from tablecheck.extractors.pdf_geometry.rules import rules_of
from tablecheck.extractors.pdf_geometry.sheet import Box, Sheet
from tablecheck.extractors.pdf_geometry.structure import Structure, structure_of
from tablecheck.extractors.pdf_geometry.unruled import unruled_regions
from tablecheck.model.document import Extraction
from tablecheck.model.number import find_numbers
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table

READER = "pdf-geometry"
_DIRECTIONS = {(1, 0): 0, (0, -1): 1, (-1, 0): 2, (0, 1): 3}
_FEWEST_WORDS = 12  # in a direction that most of the page does not have; fewer are the label of an axis
_MOST_WORDS = 20000  # a page; above that it is no page of a paper, and reading it would take minutes
_CAPTION_WORD = re.compile(r"\btab(?:le|elle|leau|la|ela|ella|\.)|\btbl|表", re.I)
_TEXT = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE


def extract(content: bytes) -> Extraction:
    """Read the tables of a PDF by the geometry of its words and rules.

    Never raises for a damaged, encrypted or empty file: that is a problem of the extraction.
    """
    try:
        with opened(content) as document:
            views, problems = views_of(document)
    except CannotRead as error:
        return Extraction((), (Problem("extract", str(error)),))
    tables = [
        table_of(region, structure, view.sheet, view.rotation)
        for view, found in zip(views, found_in(views), strict=True)
        for region, structure in found
    ]
    return Extraction(tuple(tables), tuple(problems))


@dataclass(frozen=True, slots=True)
class View:
    """A sheet, its captions and the candidates its rules offer."""

    sheet: Sheet
    rotation: Any
    segments: tuple[Line, ...]
    captions: tuple[Caption, ...]
    ruled: tuple[Region, ...]


def views_of(document: Any) -> tuple[list[View], list[Problem]]:
    """Read all pages once in each of their reading directions; what cannot be read is a problem."""
    views: list[View] = []
    problems: list[Problem] = []
    pictures = 0
    for number in range(document.page_count):
        try:
            page = document[number]
            sheets = sheets_of(page, number)
            pictures += bool(not sheets and page.get_images())
            views += [view_of(sheet, page.rotation_matrix) for sheet in sheets]
        except Exception as error:  # noqa: BLE001 - one bad page must not lose the others
            problems.append(Problem("extract", f"page {number + 1} cannot be read: {error}"))
    if not views and not problems and not any(page.get_text().strip() for page in document):
        reason = "only pictures of pages" if pictures else "no text"
        problems.append(Problem("extract", f"the PDF holds {reason}; a version with text is needed (or run OCR)"))
    return views, problems


def view_of(sheet: Sheet, rotation: Any) -> View:
    """Find the captions of a sheet and the regions that its rules enclose; ``rotation`` is the page's matrix."""
    segments = segments_of(sheet.words)
    captions = captions_of(segments, sheet.horizontal)
    return View(sheet, rotation, tuple(segments), tuple(captions), tuple(ruled_regions(sheet, captions)))


def sheets_of(page: Any, number: int) -> list[Sheet]:
    """Read a page once for each reading direction in which it holds more than a few words."""
    width, height = page.mediabox.width, page.mediabox.height
    drawings = page.get_cdrawings(extended=True)
    text_page = page.get_textpage(flags=_TEXT)
    upright = Turn(0, width, height)
    rules = rules_of(drawings, upright)
    if len(rules.across) + len(rules.down) < 2 and not _CAPTION_WORD.search(text_page.extractText()):
        return []  # before each glyph is looked at, which takes ten times as long
    lines: dict[int, list[dict[str, Any]]] = {}
    for number_of_block, block in enumerate(text_page.extractRAWDICT()["blocks"]):
        for line in block.get("lines", ()):
            line["block"] = number_of_block
            direction = _DIRECTIONS.get((round(line["dir"][0]), round(line["dir"][1])))
            if direction is not None:
                lines.setdefault(direction, []).append(line)
    longest = max(lines.values(), key=len, default=[])
    sheets = []
    for direction, members in sorted(lines.items()):
        turned = Turn(direction, width, height)
        words = words_of(members, turned)
        fewest = 1 if members is longest else _FEWEST_WORDS
        if not fewest <= len(words) <= _MOST_WORDS:
            continue
        drawn = rules if turned == upright else rules_of(drawings, turned)
        size = (width, height) if direction in {0, 2} else (height, width)
        across_text = [line for other, found in lines.items() if (other - direction) % 2 for line in found]
        sideways = tuple(sideways_words(across_text, turned))
        sheets.append(Sheet(number, *size, direction, tuple(words), drawn.across, drawn.down, drawn.curves, sideways))
    return sheets


def found_in(views: Sequence[View]) -> list[list[tuple[Region, Structure]]]:
    """Find the tables of all views of a document."""
    usual = usual_side([(view.ruled, view.captions) for view in views])
    return [list(_found_on(view, usual)) for view in views]


def _found_on(view: View, usual: int) -> Iterator[tuple[Region, Structure]]:
    """Find the tables of a view; ``usual`` is the side on which the document has its captions."""
    sheet, captions = view.sheet, view.captions
    named = with_shared_captions(anchored(view.ruled, captions, usual), captions, view.segments)
    ruled = [region for region in named if is_table(region, sheet, captions)]
    for region in [*ruled, *unruled_regions(sheet, captions, ruled)]:
        structure = structure_of(region, sheet)
        if structure is not None and is_plausible(structure, region):
            yield region, structure
    for region in named:
        column = framed_column(region, sheet) if region not in ruled else None
        if column is not None:
            yield region, column


def table_of(region: Region, structure: Structure, sheet: Sheet, rotation: Any) -> Table:
    """Write a region and its structure as a table whose places are those of the page as it is shown."""

    a, b, c, d, e, f = rotation  # by quarter turns, so that opposite corners stay opposite

    def place(box: Box) -> PagePlace:
        x0, y0, x1, y1 = sheet.to_page(box)
        left, right = sorted((a * x0 + c * y0 + e, a * x1 + c * y1 + e))
        top, bottom = sorted((b * x0 + d * y0 + f, b * x1 + d * y1 + f))
        return PagePlace(sheet.page, round(left, 2), round(top, 2), round(right, 2), round(bottom, 2))

    cells = tuple(
        Cell(
            row=cell.row,
            column=cell.first,
            text=text,
            row_span=cell.last_row - cell.row + 1,
            column_span=cell.last - cell.first + 1,
            numbers=tuple(found.number for found in find_numbers(text)),
            emphasis=("bold",) if all(word.bold for word in cell.words) else (),
            place=place(cell.box),
        )
        for cell, text in ((cell, cell.text) for cell in structure.cells)
    )
    caption = region.caption
    table = Table(
        cells,
        caption=caption.text if caption else "",
        label=caption.label if caption else "",
        place=place((region.x0, region.y0, region.x1, region.y1)),
        read_by=READER,
        confidence=confidence_of(region, structure, cells),
    )
    return with_headers(table, structure.head_rows)
