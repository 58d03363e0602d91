"""What to draw over a page to show how its tables were read: frames, rows, columns, cells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tablecheck.model.document import Extraction
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell, Table

Kind = Literal["table", "row", "column", "cell", "header"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Mark:
    """A box on a page, in points from the top left; those of rows and columns are lines between two of them."""

    kind: Kind
    box: Box
    words: str = ""


def marks_of_pages(extraction: Extraction) -> dict[int, tuple[Mark, ...]]:
    """The marks of each page that has tables, in the order in which they are drawn; pages count from 0."""
    pages: dict[int, list[Mark]] = {}
    for number, table in enumerate(extraction.tables):
        if isinstance(table.place, PagePlace):
            pages.setdefault(table.place.page, []).extend(_marks(table, table.place, number))
    return {page: tuple(marks) for page, marks in sorted(pages.items())}


def _marks(table: Table, place: PagePlace, number: int) -> Iterator[Mark]:
    boxes = [(cell, box) for cell in table.cells if (box := _box_of(cell, place)) is not None]
    for cell, box in boxes:
        span = f"rows {cell.row}-{cell.rows.stop - 1}" if cell.row_span > 1 else f"row {cell.row}"
        across = f"columns {cell.column}-{cell.columns.stop - 1}" if cell.column_span > 1 else f"column {cell.column}"
        yield Mark("header" if cell.is_header else "cell", box, f"{span}, {across}: {cell.text}")
    rows, columns = _edges(table, boxes, place.bbox, "row"), _edges(table, boxes, place.bbox, "column")
    for line in _lines(table, rows, columns, "row"):
        yield Mark("row", line)
    for line in _lines(table, columns, rows, "column"):
        yield Mark("column", line)
    name = table.label or f"table {number + 1}"
    yield Mark("table", place.bbox, f"{name}, read by {table.read_by}, confidence {table.confidence:.2f}")


def _box_of(cell: Cell, place: PagePlace) -> Box | None:
    """Where a cell stands; readers that do not know give it the place of the table, or none."""
    if not isinstance(cell.place, PagePlace) or cell.place.page != place.page or cell.place == place or not cell.text:
        return None
    return cell.place.bbox


@dataclass(frozen=True, slots=True)
class _Edges:
    """Where the rows or the columns of a table begin and end, along the axis on which they follow each other."""

    axis: int
    at: tuple[float, ...]


def _edges(table: Table, boxes: Sequence[tuple[Cell, Box]], frame: Box, kind: Literal["row", "column"]) -> _Edges:
    """Put edges in the middle between neighbouring rows or columns; one that prints nothing of its own has no width.

    On a page that is turned, rows follow each other from left to right.
    """
    count = table.row_count if kind == "row" else table.column_count
    bands: dict[int, list[Box]] = {}
    for cell, box in boxes:
        first, span = (cell.row, cell.row_span) if kind == "row" else (cell.column, cell.column_span)
        if span == 1:
            bands.setdefault(first, []).append(box)
    around = {number: _around(given) for number, given in bands.items()}
    if len(around) < 2:
        return _Edges(0, ())
    begins, stops = _centre(around[min(around)]), _centre(around[max(around)])
    axis = int(abs(stops[1] - begins[1]) > abs(stops[0] - begins[0]))
    near, far = (axis + 2, axis) if stops[axis] < begins[axis] else (axis, axis + 2)
    at = [frame[near]]
    for number in range(1, count):
        before, after = around.get(number - 1), around.get(number)
        known = [box[side] for box, side in ((before, far), (after, near)) if box is not None]
        at.append(sum(known) / len(known) if known else at[-1])
    return _Edges(axis, (*at, frame[far]))


def _lines(table: Table, these: _Edges, others: _Edges, kind: Literal["row", "column"]) -> Iterator[Box]:
    """The lines between rows or between columns, broken where a cell spans both sides."""
    if not these.at or not others.at or these.axis == others.axis:
        return
    for number in range(1, len(these.at) - 1):
        begun: float | None = None
        for other in range(len(others.at)):
            is_open = other < len(others.at) - 1 and not _is_spanned(table, number, other, kind)
            if is_open and begun is None:
                begun = others.at[other]
            elif not is_open and begun is not None:
                yield _line(these.axis, these.at[number], begun, others.at[other])
                begun = None


def _is_spanned(table: Table, number: int, other: int, kind: Literal["row", "column"]) -> bool:
    places = ((number - 1, other), (number, other))
    one, two = (table.at(*(place if kind == "row" else place[::-1])) for place in places)
    return one is not None and one is two


def _line(axis: int, at: float, start: float, end: float) -> Box:
    low, high = min(start, end), max(start, end)
    return (low, at, high, at) if axis else (at, low, at, high)


def _around(boxes: Sequence[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
