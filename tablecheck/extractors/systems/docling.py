"""Docling, with its own layout and table models; it reads pictures of pages as well."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tablecheck.model.document import Extraction
from tablecheck.model.headers import flag_headers
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table, with_numbers

READS_PICTURES = True


def extract(content: bytes) -> Extraction:
    """Read the tables that Docling finds; the weights must be where its own settings say (``DOCLING_ARTIFACTS_PATH``).

    Raises:
        ImportError: the extra ``docling`` is not installed.
    """
    from docling.datamodel.base_models import DocumentStream
    from docling.document_converter import DocumentConverter

    try:
        result = DocumentConverter().convert(DocumentStream(name="document.pdf", stream=io.BytesIO(content)))
    except Exception as error:  # noqa: BLE001 - its backends and models raise errors of many families
        return Extraction((), (Problem("extract", f"Docling could not convert the document: {error}"),))
    return tables_of(result.document)


def tables_of(document: Any) -> Extraction:
    """Take the tables out of a ``DoclingDocument``."""
    tables: list[Table] = []
    problems: list[Problem] = []
    for number, item in enumerate(document.tables):
        try:
            tables.append(_table(item, document))
        except (ValueError, AttributeError, IndexError, KeyError) as error:
            problems.append(Problem("extract", f"table {number + 1} of Docling was left out: {error}"))
    return Extraction(tuple(tables), tuple(problems))


def _table(item: Any, document: Any) -> Table:
    page = item.prov[0].page_no
    box = item.prov[0].bbox.to_top_left_origin(document.pages[page].size.height)
    place = PagePlace(page - 1, *(float(edge) for edge in (box.l, box.t, box.r, box.b)))
    table = Table(tuple(_cells(item.data.table_cells)), caption=item.caption_text(document), read_by="docling")
    if not any(cell.is_header for cell in table.cells):
        table = flag_headers(table)
    return replace(table, place=place)


def _cells(given: Any) -> Iterator[Cell]:
    for one in given:
        yield with_numbers(
            Cell(
                one.start_row_offset_idx,
                one.start_col_offset_idx,
                one.text.strip(),
                max(1, one.end_row_offset_idx - one.start_row_offset_idx),
                max(1, one.end_col_offset_idx - one.start_col_offset_idx),
                is_header=bool(one.column_header),
            )
        )
