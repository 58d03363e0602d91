"""From the rows of texts that most tools give to a table."""

from collections.abc import Sequence
from dataclasses import replace

from tablecheck.model.document import Extraction
from tablecheck.model.headers import flag_headers
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table, with_numbers


def table_of_rows(rows: Sequence[Sequence[str | None]], place: PagePlace, read_by: str) -> Table:
    """Build a table of unspanned cells; ``None`` is an empty cell, and headers are guessed."""
    cells = tuple(
        with_numbers(Cell(row, column, (text or "").strip()))
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    )
    return replace(flag_headers(Table(cells)), place=place, read_by=read_by)


def unreadable(error: Exception) -> Extraction:
    """Say that a tool could not open the document."""
    return Extraction((), (Problem("extract", f"the PDF cannot be opened: {error}"),))
