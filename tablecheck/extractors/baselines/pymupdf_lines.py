"""PyMuPDF's ``find_tables``: tables by their drawn lines, without the layout model."""

from typing import Any

import pymupdf

from tablecheck.extractors.baselines.grids import table_of_rows, unreadable
from tablecheck.model.document import Extraction
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

VERSION = str(pymupdf.VersionBind)
_pymupdf: Any = pymupdf  # it has no types


def extract(content: bytes) -> Extraction:
    """Read the tables that lines enclose."""
    try:
        document = _pymupdf.open(stream=content, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        return unreadable(error)
    tables: list[Table] = []
    problems: list[Problem] = []
    layout = getattr(_pymupdf, "_get_layout", None)
    _pymupdf._get_layout = None  # with the layout model active, find_tables asks it first
    try:
        for page in document:
            try:
                found = page.find_tables(strategy="lines").tables
            except Exception as error:  # noqa: BLE001 - whatever PyMuPDF trips over, the next page may be readable
                problems.append(Problem("extract", f"page {page.number + 1} was not read: {error}"))
                continue
            tables += [
                table_of_rows(table.extract(), PagePlace(page.number, *table.bbox), "pymupdf_lines") for table in found
            ]
    finally:
        _pymupdf._get_layout = layout
        document.close()
    return Extraction(tuple(tables), tuple(problems))
