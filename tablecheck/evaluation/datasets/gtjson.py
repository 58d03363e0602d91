"""The plain form: ``gt.json`` beside the PDFs it speaks of.

``{name: [{"page", "bbox", "cells": [{"row_nums", "column_nums", "cell_text"}]}]}``: pages count from 0, boxes
are PDF points from the top left, rows and columns count from 0.
"""

import json
from pathlib import Path
from typing import Any

from tablecheck.evaluation.samples import DataSet, Rejected, Rejections, Sample, known_table
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Table


def read_gtjson(data: Path, limit: int | None = None) -> DataSet:
    """Read a folder with ``gt.json`` and, anywhere under it, the PDFs.

    Raises:
        UsageError: ``gt.json`` is missing or is no JSON of this form.
    """
    try:
        documents = json.loads((data / "gt.json").read_text(encoding="utf-8"))
        named = sorted(documents.items())[:limit]
    except (OSError, ValueError, AttributeError) as error:
        raise UsageError(f"{data / 'gt.json'} cannot be read as a table of known tables: {error}") from error
    pdfs = {path.stem: path for path in data.rglob("*.pdf")}
    rejections = Rejections()
    samples: list[Sample] = []
    for name, entries in named:
        if name not in pdfs:
            rejections.add("document without a PDF")
            continue
        samples.append(Sample(name, pdfs[name], tuple(_tables(entries, rejections))))
    return DataSet(data.name, tuple(samples), rejections.counts)


def _tables(entries: list[Any], rejections: Rejections) -> list[Table]:
    tables: list[Table] = []
    for entry in entries:
        try:
            tables.append(read_entry(entry))
        except Rejected as reason:
            rejections.add(reason)
        except (KeyError, TypeError, ValueError):
            rejections.add("table not of the form of gt.json")
    return tables


def read_entry(entry: Any) -> Table:
    """Read one table of ``gt.json``.

    Raises:
        Rejected: the table has no cells, or cells overlap.
        KeyError, TypeError, ValueError: the entry is not of this form.
    """
    cells = (
        (
            range(min(cell["row_nums"]), max(cell["row_nums"]) + 1),
            range(min(cell["column_nums"]), max(cell["column_nums"]) + 1),
            str(cell["cell_text"] or ""),
        )
        for cell in entry["cells"]
    )
    box = entry.get("bbox")
    place = PagePlace(int(entry["page"]), *(float(edge) for edge in box)) if box else None
    return known_table(cells, place)
