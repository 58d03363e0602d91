"""What to draw over a page to show how its tables were read: frames, rows, columns, cells."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
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
    rows = [[box for cell, box in boxes if cell.row == row and cell.row_span == 1] for row in range(table.row_count)]
    for line in _between([_around(one) for one in rows if one], place.bbox):
        yield Mark("row", line)
    columns = [
        [box for cell, box in boxes if cell.column == column and cell.column_span == 1]
        for column in range(table.column_count)
    ]
    for line in _between([_around(one) for one in columns if one], place.bbox):
        yield Mark("column", line)
    name = table.label or f"table {number + 1}"
    yield Mark("table", place.bbox, f"{name}, read by {table.read_by}, confidence {table.confidence:.2f}")


def _box_of(cell: Cell, place: PagePlace) -> Box | None:
    """Where a cell stands; readers that do not know give it the place of the table, or none."""
    if not isinstance(cell.place, PagePlace) or cell.place.page != place.page or cell.place == place or not cell.text:
        return None
    return cell.place.bbox


def _around(boxes: Sequence[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _between(bands: Sequence[Box], frame: Box) -> Iterator[Box]:
    """Lines between neighbouring bands; on a page that is turned, rows follow each other from left to right."""
    if len(bands) < 2:
        return
    first, last = _centre(bands[0]), _centre(bands[-1])
    is_down = abs(last[1] - first[1]) > abs(last[0] - first[0])
    for one, other in pairwise(bands):
        before, after = (one, other) if _centre(one)[is_down] <= _centre(other)[is_down] else (other, one)
        at = (before[2 + is_down] + after[0 + is_down]) / 2
        yield (frame[0], at, frame[2], at) if is_down else (at, frame[1], at, frame[3])


def _centre(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
