"""Pictures of cited tables, cut out of PDF pages."""

import json
import logging
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecheck.model.finding import Exhibit, Finding
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell
from tablecheck.reporters.html_report import picture_child

logger = logging.getLogger(__name__)
PATIENCE = 30.0  # seconds for all pictures of one document; a page of an ordinary paper takes a tenth of one
_MOST_BYTES = 24_000_000  # of all pictures in a report; browsers show files of a hundred megabytes, mail takes 25


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG in base64 and its size in CSS pixels."""

    png: str
    width: int
    height: int


def cut_out_pictures(findings: Sequence[Finding], patience: float = PATIENCE) -> Mapping[int, Picture]:
    """Draw the cited table of each finding whose cell stands on a page; keys are positions among ``findings``.

    A document that cannot be drawn in ``patience`` seconds, and pictures beyond what a report should weigh, are
    left out; the report then draws the table anew.
    """
    wishes: dict[str, list[tuple[int, Exhibit, dict[str, Any]]]] = {}
    for position, finding in enumerate(findings):
        exhibit = finding.source.exhibit if finding.source else None
        wish = _wish(exhibit) if exhibit else None
        if exhibit and wish:
            wishes.setdefault(exhibit.document.sha256, []).append((position, exhibit, wish))
    pictures: dict[int, Picture] = {}
    room = _MOST_BYTES
    for group in wishes.values():
        content = group[0][1].document.content
        for (position, *_), answer in zip(group, _ask(content, [wish for *_, wish in group], patience), strict=False):
            picture = _picture(answer)
            if picture and len(picture.png) <= room:
                pictures[position] = picture
                room -= len(picture.png)
    return pictures


def _wish(exhibit: Exhibit) -> dict[str, Any] | None:
    place = exhibit.cells[0].place
    table = exhibit.table.place
    if exhibit.document.kind != "pdf" or not isinstance(place, PagePlace):
        return None
    if not exhibit.document.content:  # the tables came out of a lock, and the document is not at hand
        return None
    clip = table.bbox if isinstance(table, PagePlace) and table.page == place.page else place.bbox
    cells, elsewhere = (_boxes(these, place.page) for these in (exhibit.cells, exhibit.elsewhere))
    return {"page": place.page, "clip": _around([clip, *cells, *elsewhere]), "cells": cells, "elsewhere": elsewhere}


def _boxes(cells: Sequence[Cell], page: int) -> list[tuple[float, ...]]:
    places = [cell.place for cell in cells if isinstance(cell.place, PagePlace)]
    return [tuple(map(float, place.bbox)) for place in places if place.page == page]


def _around(boxes: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    left, top, right, bottom = zip(*boxes, strict=True)
    return float(min(left)), float(min(top)), float(max(right)), float(max(bottom))


def _ask(content: bytes, wishes: Sequence[dict[str, Any]], patience: float) -> list[str]:
    # -P keeps the script's own folder off the import path.
    command = [sys.executable, "-P", str(Path(picture_child.__file__))]
    asked = json.dumps(wishes).encode() + b"\n" + content
    try:
        done = subprocess.run(  # noqa: S603 - our own script
            command, input=asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=patience, check=False
        )
        answered = done.stdout
    except subprocess.TimeoutExpired as error:
        logger.warning("drawing the pages of a cited paper took longer than %g seconds", patience)
        answered = error.stdout or b""
    return answered.decode("ascii", "replace").split("\n")[:-1]


def _picture(answer: str) -> Picture | None:
    try:
        written = json.loads(answer)
    except ValueError:
        return None
    if "png" not in written:
        logger.warning("a table could not be cut out of its page: %s", written.get("error"))
        return None
    return Picture(written["png"], written["width"], written["height"])
