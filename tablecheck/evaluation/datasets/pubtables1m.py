"""PubTables-1M (Smock et al., arXiv 2110.00061): PASCAL VOC annotations and the words as JSON.

``NAME.xml`` gives the boxes of the tables on the image of a page, ``NAME_table_N.xml`` rows, columns and
spanning cells on the image of the N-th table, ``NAME_table_N_words.json`` the words on it. The page itself has
to be there as ``NAME.pdf``: what is measured reads PDFs, not images.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf
from lxml import etree

from tablecheck.evaluation.samples import DataSet, Rejected, Rejections, Sample, known_table
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Table

_pymupdf: Any = pymupdf  # it has no types

Box = tuple[float, float, float, float]
_OF_A_TABLE = re.compile(r"_table_(\d+)$")
_MOSTLY = 0.5  # a row belongs to a spanning cell when more than half of its height does, as in the set's own code


@dataclass(frozen=True, slots=True)
class _Annotation:
    """The labelled boxes of one image, and its width and height."""

    boxes: tuple[tuple[str, Box], ...]
    width: float
    height: float

    def of(self, *names: str) -> list[Box]:
        return [box for name, box in self.boxes if name in names]


def read_pubtables1m(data: Path, limit: int | None = None) -> DataSet:
    """Read a folder that holds, anywhere under it, annotations, words and PDFs of single pages."""
    rejections = Rejections()
    annotations = {path.stem: path for path in data.rglob("*.xml")}
    words = {path.stem.removesuffix("_words"): path for path in data.rglob("*_words.json")}
    pdfs = {path.stem: path for path in data.rglob("*.pdf")}
    samples: list[Sample] = []
    for name in sorted(name for name in annotations if not _OF_A_TABLE.search(name))[:limit]:
        if name not in pdfs:
            rejections.add("page without a PDF")
            continue
        try:
            page = _annotation(annotations[name])
            boxes = _scaled(page, pdfs[name])
        except (OSError, etree.XMLSyntaxError, ValueError, RuntimeError):
            rejections.add("annotation or page that cannot be parsed")
            continue
        tables: list[Table] = []
        for number, box in enumerate(boxes):
            try:
                tables.append(_table(f"{name}_table_{number}", PagePlace(0, *box), annotations, words))
            except Rejected as reason:
                rejections.add(reason)
        samples.append(Sample(name, pdfs[name], tuple(tables)))
    return DataSet("pubtables1m", tuple(samples), rejections.counts)


def _annotation(path: Path) -> _Annotation:
    root = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
    boxes = []
    for labelled in root.iter("object"):
        edges = [float(labelled.findtext(f"bndbox/{edge}") or "nan") for edge in ("xmin", "ymin", "xmax", "ymax")]
        boxes.append((labelled.findtext("name") or "", (edges[0], edges[1], edges[2], edges[3])))
    width, height = (float(root.findtext(f"size/{side}") or "nan") for side in ("width", "height"))
    return _Annotation(tuple(boxes), width, height)


def _scaled(page: _Annotation, pdf: Path) -> list[Box]:
    """The boxes of the tables of a page in PDF points."""
    with _pymupdf.open(pdf) as document:
        across, down = document[0].rect.width / page.width, document[0].rect.height / page.height
    return [
        (box[0] * across, box[1] * down, box[2] * across, box[3] * down) for box in page.of("table", "table rotated")
    ]


def _table(name: str, place: PagePlace, annotations: dict[str, Path], words: dict[str, Path]) -> Table:
    if name not in annotations:
        raise Rejected("table without structure")
    if name not in words:
        raise Rejected("table without words")
    try:
        structure = _annotation(annotations[name])
        printed = json.loads(words[name].read_text(encoding="utf-8"))
        printed = printed["words"] if isinstance(printed, dict) else printed
        return known_table(_cells(structure, printed), place)
    except (OSError, etree.XMLSyntaxError, ValueError, KeyError, TypeError):
        raise Rejected("structure or words that cannot be parsed") from None


def _cells(structure: _Annotation, words: list[Any]) -> list[tuple[range, range, str]]:
    """Cut the table into rows and columns and put each word where its middle lies."""
    rows = sorted(structure.of("table row"), key=lambda box: box[1])
    columns = sorted(structure.of("table column"), key=lambda box: box[0])
    spans = [_spanned(box, rows, columns) for box in structure.of("table spanning cell")]
    spans += [_spanned(box, rows, columns) for box in structure.of("table projected row header")]
    grid: dict[tuple[int, int], tuple[range, range]] = {}
    for down, right in spans:
        places = [(row, column) for row in down for column in right]
        if len(places) > 1 and not any(place in grid for place in places):
            grid.update(dict.fromkeys(places, (down, right)))
    texts: dict[tuple[range, range], list[str]] = {}
    for row in range(len(rows)):
        for column in range(len(columns)):
            cell = grid.get((row, column), (range(row, row + 1), range(column, column + 1)))
            texts.setdefault(cell, [])
    for word in words:
        middle = (word["bbox"][0] + word["bbox"][2]) / 2, (word["bbox"][1] + word["bbox"][3]) / 2
        inside_row = [n for n, box in enumerate(rows) if box[1] <= middle[1] < box[3]]
        inside_column = [n for n, box in enumerate(columns) if box[0] <= middle[0] < box[2]]
        if inside_row and inside_column:
            row, column = inside_row[0], inside_column[0]
            texts[grid.get((row, column), (range(row, row + 1), range(column, column + 1)))].append(str(word["text"]))
    return [(down, right, " ".join(text)) for (down, right), text in texts.items()]


def _spanned(box: Box, rows: list[Box], columns: list[Box]) -> tuple[range, range]:
    """The rows and columns that lie mostly inside a box."""
    down = [n for n, row in enumerate(rows) if min(row[3], box[3]) - max(row[1], box[1]) > _MOSTLY * (row[3] - row[1])]
    right = [
        n for n, column in enumerate(columns)
        if min(column[2], box[2]) - max(column[0], box[0]) > _MOSTLY * (column[2] - column[0])
    ]  # fmt: skip
    return (range(down[0], down[-1] + 1) if down else range(0)), (range(right[0], right[-1] + 1) if right else range(0))
