"""Extractions as text, for what crosses a process or stays on disk; nothing in it can run when it is read.

What a cited paper itself cites, and the places of numbers inside a LaTeX source, are not kept: nobody asks for them.
"""

import json
from decimal import Decimal
from typing import Any

from tablecheck.model.document import Extraction
from tablecheck.model.number import Number
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table

FORM = 1  # of what is written; another one is not read
_LARGEST_GRID = 1_000_000  # places; a table of a paper has some hundreds


def write_extraction(extraction: Extraction) -> str:
    """Write tables and problems."""
    written = {
        "form": FORM,
        "tables": [_write_table(table) for table in extraction.tables],
        "problems": [[one.stage, one.message, one.path, one.line] for one in extraction.problems],
    }
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def read_extraction(text: str) -> Extraction:
    """Read what ``write_extraction`` wrote.

    Raises:
        ValueError: it is nothing of the kind.
    """
    try:
        written = json.loads(text)
        if written["form"] != FORM:
            raise ValueError(f"written in form {written['form']}")
        tables = tuple(_read_table(table) for table in written["tables"])
        problems = tuple(Problem(_text(one[0]), _text(one[1]), *one[2:]) for one in written["problems"])
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"no extraction: {error}") from error
    return Extraction(tables, problems)


def _write_table(table: Table) -> dict[str, Any]:
    return {
        "cells": [_write_cell(cell) for cell in table.cells],
        "caption": table.caption,
        "label": table.label,
        "notes": table.notes,
        "place": _write_place(table.place),
        "read_by": table.read_by,
        "confidence": table.confidence,
    }


def _read_table(written: dict[str, Any]) -> Table:
    cells = tuple(_read_cell(cell) for cell in written["cells"])
    rows = max((cell.row + cell.row_span for cell in cells), default=0)
    columns = max((cell.column + cell.column_span for cell in cells), default=0)
    if rows * columns > _LARGEST_GRID:
        raise ValueError(f"a table of {rows} rows and {columns} columns")
    return Table(
        cells,
        caption=_text(written["caption"]),
        label=_text(written["label"]),
        notes=_text(written["notes"]),
        place=_read_place(written["place"]),
        read_by=_text(written["read_by"]),
        confidence=float(written["confidence"]),
    )


def _write_cell(cell: Cell) -> list[Any]:
    corner = [cell.row, cell.column, cell.row_span, cell.column_span]
    numbers = [_write_number(number) for number in cell.numbers]
    return [*corner, cell.text, int(cell.is_header), list(cell.emphasis), _write_place(cell.place), numbers]


def _read_cell(written: list[Any]) -> Cell:
    *corner, text, is_header, emphasis, place, numbers = written
    row, column, row_span, column_span = (_count(value) for value in corner)
    return Cell(
        row,
        column,
        _text(text),
        row_span,
        column_span,
        is_header=bool(is_header),
        numbers=tuple(_read_number(number) for number in numbers),
        emphasis=tuple(_text(mark) for mark in emphasis),
        place=_read_place(place),
    )


def _write_number(number: Number) -> list[Any]:
    exact = [None if one is None else str(one) for one in (number.value, number.uncertainty, number.delta)]
    return [number.text, *exact, number.decimals, number.unit, int(number.approximate), number.bound]


def _read_number(written: list[Any]) -> Number:
    text, value, uncertainty, delta, decimals, unit, approximate, bound = written
    return Number(
        _text(text),
        Decimal(value),
        int(decimals),
        uncertainty=None if uncertainty is None else Decimal(uncertainty),
        unit=_text(unit),
        approximate=bool(approximate),
        bound=_text(bound),
        delta=None if delta is None else Decimal(delta),
    )


def _write_place(place: TextPlace | PagePlace | None) -> list[Any] | None:
    if isinstance(place, PagePlace):
        return [place.page, *place.bbox]
    return [place.path, place.span.start, place.span.end] if place is not None else None


def _read_place(written: list[Any] | None) -> TextPlace | PagePlace | None:
    if written is None:
        return None
    first, *numbers = written
    if isinstance(first, str):
        return TextPlace(first, Span(*numbers))
    x0, y0, x1, y1 = (float(number) for number in numbers)
    return PagePlace(_count(first), x0, y0, x1, y1)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.80} is no text")
    return value


def _count(value: Any) -> int:
    # A grid is made of rows times columns places; no table of a paper comes near this.
    if not isinstance(value, int) or not 0 <= value < 100_000:
        raise TypeError(f"{value!r:.80} is no row, column or page")
    return value
