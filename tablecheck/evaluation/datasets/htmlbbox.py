"""Sets that give tables as HTML with their boxes, the form of Table-arXiv and Table-BRGM.

Annotations are ``NAME.json`` for one document, ``{NAME: [entry]}`` for many, or ``.jsonl``. An entry is
``{"page", "bbox", "html"}``; where the file does not tell the document, ``"pdf"`` (or ``"file"``,
``"filename"``, ``"document"``) does. Pages count from 0; boxes are ``[x0, y0, x1, y1]`` in PDF points from the
top left.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablecheck.evaluation.samples import DataSet, Rejected, Rejections, Sample, known_table
from tablecheck.extractors.html import read_html_table
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Table

_DOCUMENT_KEYS = ("pdf", "file", "filename", "document")


def read_htmlbbox(data: Path, limit: int | None = None) -> DataSet:
    """Read a folder of annotations and, anywhere under it, the PDFs."""
    rejections = Rejections()
    entries: dict[str, list[Any]] = {}
    for path in sorted([*data.rglob("*.json"), *data.rglob("*.jsonl")]):
        try:
            for name, entry in _entries(path):
                entries.setdefault(Path(name).stem, []).append(entry)
        except (OSError, ValueError, TypeError):
            rejections.add("annotation file that cannot be parsed")
    pdfs = {path.stem: path for path in data.rglob("*.pdf")}
    samples: list[Sample] = []
    for name, given in sorted(entries.items())[:limit]:
        if name not in pdfs:
            rejections.add("document without a PDF")
            continue
        samples.append(Sample(name, pdfs[name], tuple(_tables(given, rejections))))
    return DataSet(data.name, tuple(samples), rejections.counts)


def _entries(path: Path) -> Iterator[tuple[str, Any]]:
    """The entries of one file, each with the document it speaks of."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        document: Any = [json.loads(line) for line in text.splitlines() if line.strip()]
    else:
        document = json.loads(text)
    if isinstance(document, dict):
        by_name = {path.stem: document["tables"]} if "tables" in document else document
    else:
        by_name = {path.stem: document}
    for name, entries in by_name.items():
        for entry in entries:
            yield next((str(entry[key]) for key in _DOCUMENT_KEYS if key in entry), name), entry


def _tables(entries: list[Any], rejections: Rejections) -> list[Table]:
    tables: list[Table] = []
    for entry in entries:
        try:
            place = PagePlace(int(entry["page"]), *(float(edge) for edge in entry["bbox"]))
            read = read_html_table(str(entry["html"]))
            cells = ((range(*_bounds(cell.rows)), range(*_bounds(cell.columns)), cell.text) for cell in read.cells)
            tables.append(known_table(cells, place))
        except Rejected as reason:
            rejections.add(reason)
        except (KeyError, TypeError, ValueError):
            rejections.add("table not of the form page, bbox, html")
    return tables


def _bounds(places: range) -> tuple[int, int]:
    return places.start, places.stop
