"""Camelot, flavour by flavour: lattice for ruled tables, stream and network for tables of white space."""

import logging
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf

from tablecheck.extractors.baselines.grids import table_of_rows, unreadable
from tablecheck.model.document import Extraction
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

_open: Any = pymupdf.open  # PyMuPDF carries no types


def extract_lattice(content: bytes) -> Extraction:
    """Read the tables whose cells are ruled."""
    return _extract(content, "lattice")


def extract_stream(content: bytes) -> Extraction:
    """Read the tables whose columns are aligned."""
    return _extract(content, "stream")


def extract_network(content: bytes) -> Extraction:
    """Read the tables by networks of aligned words."""
    return _extract(content, "network")


def _extract(content: bytes, flavor: str) -> Extraction:
    """Run Camelot page by page; it reads files, so the document is written to a temporary one.

    Raises:
        ImportError: camelot, of the extra ``baselines``, is not installed.
    """
    from camelot.io import read_pdf

    try:
        with _open(stream=content, filetype="pdf") as document:
            heights = [float(page.rect.height) for page in document]
    except (RuntimeError, ValueError) as error:
        return unreadable(error)
    logging.getLogger("playa").setLevel(logging.ERROR)  # it warns of every font without glyph names
    tables: list[Table] = []
    problems: list[Problem] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "document.pdf"
        file.write_bytes(content)
        for number, height in enumerate(heights):
            try:
                found = read_pdf(str(file), pages=str(number + 1), flavor=flavor, suppress_stdout=True)
                tables += _tables(found, number, height, f"camelot_{flavor}")
            except Exception as error:  # noqa: BLE001 - the next page may be readable
                problems.append(Problem("extract", f"page {number + 1} was not read: {error}"))
    return Extraction(tuple(tables), tuple(problems))


def _tables(found: Any, number: int, height: float, read_by: str) -> Iterator[Table]:
    for table in found:
        x0, y0, x1, y1 = (float(edge) for edge in table._bbox)
        place = PagePlace(number, x0, height - max(y0, y1), x1, height - min(y0, y1))
        yield table_of_rows(table.df.values.tolist(), place, read_by)
