"""The pages of a PDF with tables, rows, columns and cells drawn over them: what was read, at a glance."""

import base64
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from tablecheck.model.document import Extraction
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Table
from tablecheck.reporters import visual_child
from tablecheck.reporters.tables import html_table
from tablecheck.reporters.visual_marks import Kind, Mark, marks_of_pages

PATIENCE = 120.0  # seconds; a page takes a tenth of one
_MOST_PAGES = 60  # in one HTML file; a page weighs two hundred thousand bytes
# Distinct also for who does not tell red from green; lines differ in width as well.
_COLOURS: Mapping[Kind, tuple[float, float, float]] = {
    "table": (0.76, 0.07, 0.18),
    "row": (0.0, 0.45, 0.70),
    "column": (0.80, 0.47, 0.0),
    "cell": (0.0, 0.62, 0.45),
    "header": (0.60, 0.20, 0.60),
}
_WIDTHS: Mapping[Kind, float] = {"table": 1.6, "row": 0.5, "column": 0.8, "cell": 0.3, "header": 0.3}
_FILLS: Mapping[Kind, float] = {"cell": 0.12, "header": 0.18}
_STYLE = Path(__file__).with_name("visual.css")


def visual_page(content: bytes, extraction: Extraction, title: str) -> str:
    """Draw a self-contained HTML page: each page of the document that has tables, and beside it what was read.

    Raises:
        UsageError: nothing stands on a page, or the pages cannot be drawn.
    """
    marks = _marks(extraction)
    shown = list(marks)[:_MOST_PAGES]
    pictures = {answer["number"]: answer for answer in _drawn(content, {"pages": shown})}
    sections = [_section(page, pictures[page], marks[page], extraction) for page in shown if page in pictures]
    key = " ".join(f'<span class="{kind}">{kind}</span>' for kind in _COLOURS)
    left_out = f"<p>{len(marks) - len(sections)} more pages have tables.</p>" if len(marks) > len(sections) else ""
    problems = "".join(f"<li>{escape(problem.message)}</li>" for problem in extraction.problems)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>Tables of {escape(title)}</title>\n<style>{_style()}</style></head>\n<body>\n<main>\n"
        f"<h1>Tables of {escape(title)}</h1>\n<p>{len(extraction.tables)} tables. {key}</p>\n"
        + (f"<ul>{problems}</ul>\n" if problems else "")
        + "\n".join(sections)
        + f"\n{left_out}</main>\n</body>\n</html>\n"
    )


def visual_picture(content: bytes, extraction: Extraction) -> bytes:
    """Draw one PNG: the pages that have tables, under each other.

    Raises:
        UsageError: nothing stands on a page, or the pages cannot be drawn.
    """
    drawn = [
        [page, [[_COLOURS[mark.kind], _WIDTHS[mark.kind], _FILLS.get(mark.kind, 0.0), mark.box] for mark in marks]]
        for page, marks in _marks(extraction).items()
    ]
    answers = _drawn(content, {"drawn": drawn})
    return base64.b64decode(answers[0]["png"])


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as PNG; ``width`` and ``height`` are its own, in points."""

    png: bytes
    width: float
    height: float


def page_picture(content: bytes, page: int, cells: Sequence[PagePlace]) -> PagePicture:
    """Draw one page of a PDF, counted from 0, with frames around cells.

    Raises:
        UsageError: the page cannot be drawn.
    """
    boxes = [[_COLOURS["table"], _WIDTHS["table"], 0.0, cell.bbox] for cell in cells if cell.page == page]
    drawn = _drawn(content, {"drawn": [[page, boxes]]})[0]
    return PagePicture(base64.b64decode(drawn["png"]), drawn["width"], drawn["height"])


def _marks(extraction: Extraction) -> dict[int, tuple[Mark, ...]]:
    marks = marks_of_pages(extraction)
    if not marks:
        reason = "no table was found" if not extraction.tables else "its tables stand on no page"
        raise UsageError(f"there is nothing to draw: {reason}; --visual needs a PDF with tables")
    return marks


def _drawn(content: bytes, asked: dict[str, Any]) -> list[dict[str, Any]]:
    # -P keeps the script's own folder off the import path.
    command = [sys.executable, "-P", str(Path(visual_child.__file__))]
    try:
        done = subprocess.run(  # noqa: S603 - our own script
            command,
            input=json.dumps(asked).encode() + b"\n" + content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
        answered = done.stdout
    except subprocess.TimeoutExpired as error:
        answered = error.stdout or b""
    answers = [json.loads(line) for line in answered.split(b"\n")[:-1]]
    if not answers:
        raise UsageError("the pages could not be drawn; the PDF is damaged, or drawing it takes too long")
    return answers


def _section(page: int, picture: Mapping[str, Any], marks: Sequence[Mark], extraction: Extraction) -> str:
    tables = [table for table in extraction.tables if isinstance(table.place, PagePlace) and table.place.page == page]
    size = f"{picture['width']:.0f} {picture['height']:.0f}"
    boxes = "".join(_box(mark) for mark in marks)
    return (
        f'<section aria-label="Page {page + 1}"><h2>Page {page + 1}</h2>\n<div class="beside">\n<figure>'
        f'<img src="data:image/png;base64,{picture["png"]}" alt="Page {page + 1} of the document">'
        f'<svg viewBox="0 0 {size}" aria-hidden="true">{boxes}</svg></figure>\n<div class="read">'
        + "\n".join(_read(table) for table in tables)
        + "</div>\n</div></section>"
    )


def _box(mark: Mark) -> str:
    left, top, right, bottom = mark.box
    if mark.kind in {"row", "column"}:
        return f'<line class="{mark.kind}" x1="{left:.1f}" y1="{top:.1f}" x2="{right:.1f}" y2="{bottom:.1f}"/>'
    size = f'x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return f'<rect class="{mark.kind}" {size}><title>{escape(mark.words)}</title></rect>'


def _read(table: Table) -> str:
    told = f"{table.row_count} rows, {table.column_count} columns, read by {escape(table.read_by)}"
    return f"{html_table(table)}\n<p>{told}, confidence {table.confidence:.2f}</p>"


def _style() -> str:
    colours = {kind: "#" + "".join(f"{round(part * 255):02x}" for part in rgb) for kind, rgb in _COLOURS.items()}
    rules = [
        f"svg .{kind} {{ stroke: {colour}; stroke-width: {_WIDTHS[kind]}; fill: {colour}; "
        f"fill-opacity: {_FILLS.get(kind, 0.0)}; }}\nspan.{kind} {{ border-bottom: 3px solid {colour}; }}"
        for kind, colour in colours.items()
    ]
    return "\n".join([_STYLE.read_text(encoding="utf-8"), *rules])
