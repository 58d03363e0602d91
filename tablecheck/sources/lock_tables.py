"""Tables in the form in which a lock holds them: a cell a line, and nothing that can be told from the rest.

Numbers are read anew out of the text of a cell, but where a reader knew better. What a cited paper cites itself is
left out: no rule looks at it.
"""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from tablecheck.model.number import Number
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.table import Cell, Table, with_numbers
from tablecheck.sources.lock_layout import OneLine

# A table of a paper has some hundred cells; a lock somebody tampered with must not fill the memory.
_LARGEST_SIDE = 5_000
_LARGEST_GRID = 500_000


def written_table(table: Table) -> dict[str, Any]:
    """Write a table; fields that say nothing are left out."""
    fields = {
        "label": table.label,
        "caption": table.caption,
        "notes": table.notes,
        "place": OneLine(_written_place(table.place)) if table.place is not None else None,
        "read_by": table.read_by,
        "confidence": round(table.confidence, 4),
    }
    cells = sorted(table.cells, key=lambda cell: (cell.row, cell.column))
    kept = {name: value for name, value in fields.items() if value}
    return {**kept, "cells": [OneLine(_written_cell(cell, table)) for cell in cells]}


def read_table(written: dict[str, Any]) -> Table:
    """Read a table.

    Raises:
        ValueError, TypeError, KeyError: it is not as ``written_table`` writes it.
    """
    place = _read_place(written.get("place"))
    cells = tuple(_read_cell(cell, place) for cell in written["cells"])
    rows = max((cell.row + cell.row_span for cell in cells), default=0)
    columns = max((cell.column + cell.column_span for cell in cells), default=0)
    if max(rows, columns) > _LARGEST_SIDE or rows * columns > _LARGEST_GRID:
        raise ValueError(f"a table of {rows} rows and {columns} columns")
    return Table(
        cells,
        caption=_text(written, "caption"),
        label=_text(written, "label"),
        notes=_text(written, "notes"),
        place=place,
        read_by=_text(written, "read_by"),
        confidence=float(written.get("confidence", 0.0)),
    )


def _written_cell(cell: Cell, table: Table) -> list[Any]:
    extras: dict[str, Any] = {}
    if cell.row_span > 1:
        extras["rows"] = cell.row_span
    if cell.column_span > 1:
        extras["columns"] = cell.column_span
    if cell.is_header:
        extras["header"] = True
    if cell.emphasis:
        extras["emphasis"] = list(cell.emphasis)
    if cell.place is not None and cell.place != table.place:
        extras["place"] = _written_place(cell.place)
    if cell.numbers != with_numbers(cell).numbers:
        extras["numbers"] = [_written_number(number) for number in cell.numbers]
    line = [cell.row, cell.column, cell.text]
    return [*line, extras] if extras else line


def _read_cell(written: list[Any], table_place: TextPlace | PagePlace | None) -> Cell:
    row, column, text, *more = written
    extras = more[0] if more else {}
    spans = [extras.get("rows", 1), extras.get("columns", 1)]
    whole = all(isinstance(number, int) for number in (row, column, *spans))
    if not isinstance(text, str) or not whole or min(row, column) < 0 or min(spans) < 1:
        raise TypeError(f"no cell: {written!r:.100}")
    cell = Cell(
        row,
        column,
        text,
        row_span=spans[0],
        column_span=spans[1],
        is_header=bool(extras.get("header", False)),
        emphasis=tuple(str(mark) for mark in extras.get("emphasis", ())),
        place=_read_place(extras["place"]) if "place" in extras else table_place,
    )
    if "numbers" in extras:
        return replace(cell, numbers=tuple(_read_number(number) for number in extras["numbers"]))
    return with_numbers(cell)


def _written_place(place: TextPlace | PagePlace | None) -> list[Any] | None:
    if isinstance(place, PagePlace):
        # As exact as reports print places.
        return [place.page, *(round(value, 2) for value in place.bbox)]
    return [place.path, place.span.start, place.span.end] if place else None


def _read_place(written: list[Any] | None) -> TextPlace | PagePlace | None:
    if written is None:
        return None
    first, *numbers = written
    if isinstance(first, str):
        return TextPlace(first, Span(*numbers))
    x0, y0, x1, y1 = map(float, numbers)
    return PagePlace(int(first), x0, y0, x1, y1)


def _written_number(number: Number) -> dict[str, Any]:
    fields = {
        "text": number.text,
        "value": str(number.value),
        "decimals": number.decimals,
        "uncertainty": None if number.uncertainty is None else str(number.uncertainty),
        "unit": number.unit,
        "approximate": number.approximate,
        "bound": number.bound,
        "delta": None if number.delta is None else str(number.delta),
    }
    return {name: value for name, value in fields.items() if value or name == "decimals"}


def _read_number(written: dict[str, Any]) -> Number:
    decimals = {
        name: Decimal(str(written[name])) if written.get(name) is not None else None
        for name in ("value", "uncertainty", "delta")
    }
    value = decimals["value"]
    if value is None or not value.is_finite():
        raise ValueError(f"no number: {written!r:.100}")
    return Number(
        text=_text(written, "text"),
        value=value,
        decimals=int(written["decimals"]),
        uncertainty=decimals["uncertainty"],
        unit=_text(written, "unit"),
        approximate=bool(written.get("approximate", False)),
        bound=_text(written, "bound"),
        delta=decimals["delta"],
    )


def _text(written: dict[str, Any], name: str) -> str:
    text = written.get(name, "")
    if not isinstance(text, str):
        raise TypeError(f"{name} is no text: {text!r:.100}")
    return text
