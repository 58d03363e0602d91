"""The layout model that comes with PyMuPDF 2, by way of pymupdf4llm."""

import json
from typing import Any

import pymupdf

from tablecheck.extractors.baselines.grids import table_of_rows, unreadable
from tablecheck.model.document import Extraction
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Table

VERSION = str(pymupdf.VersionBind)
_pymupdf: Any = pymupdf  # it has no types


def extract(content: bytes) -> Extraction:
    """Read the tables that the model sees on the pages.

    Raises:
        ImportError: PyMuPDF was installed without its layout model.
    """
    import pymupdf.layout  # noqa: F401 - makes the model known to PyMuPDF
    import pymupdf4llm

    if not callable(getattr(_pymupdf, "_get_layout", None)):
        _pymupdf.layout.activate()
    try:
        document = _pymupdf.open(stream=content, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        return unreadable(error)
    with document:
        pages = json.loads(pymupdf4llm.to_json(document, use_ocr=False))["pages"]
    return Extraction(tuple(_tables(pages)))


def _tables(pages: list[dict[str, Any]]) -> list[Table]:
    tables: list[Table] = []
    for number, page in enumerate(pages):
        for box in page["boxes"]:
            if box["boxclass"] == "table":
                rows = (box.get("table") or {}).get("extract") or []
                place = PagePlace(number, box["x0"], box["y0"], box["x1"], box["y1"])
                tables.append(table_of_rows(rows, place, "pymupdf_layout"))
    return tables
