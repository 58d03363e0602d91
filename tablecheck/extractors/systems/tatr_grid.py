"""From the objects that Table Transformer sees in a table to cells; the text is the PDF's own.

Smock, Pesala and Abraham (arXiv 2110.00061), section 4: rows and columns cross in cells, a spanning cell or a
projected row header joins those that it covers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablecheck.model.table import Cell, with_numbers

Box = tuple[float, float, float, float]
_OVERLAP = 0.5  # share of a cell that a spanning one must cover to take it in, and of the smaller of two rows
_LEAST_SCORE = 0.5  # of rows, columns and spans, as in the released code


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that a model sees: its class as the model names it, how sure it is, and its box."""

    label: str
    score: float
    box: Box


@dataclass(frozen=True, slots=True)
class Printed:
    """A word and its box, in the coordinates of the things."""

    text: str
    box: Box


def cells_of(things: Sequence[Thing], words: Sequence[Printed]) -> tuple[Cell, ...]:
    """Cross rows and columns, join what spans, and put each word where its middle lies."""
    sure = [thing for thing in things if thing.score >= _LEAST_SCORE]
    rows = _bands(sure, "table row", 1)
    columns = _bands(sure, "table column", 0)
    owner: dict[tuple[int, int], tuple[range, range]] = {
        (row, column): (range(row, row + 1), range(column, column + 1))
        for row in range(len(rows))
        for column in range(len(columns))
    }
    for thing in sorted(sure, key=lambda one: -one.score):
        if thing.label in {"table spanning cell", "table projected row header"}:
            _join(owner, _covered(rows, thing.box[1::2]), _covered(columns, thing.box[0::2]))
    heads = {row for thing in sure if thing.label == "table column header" for row in _covered(rows, thing.box[1::2])}
    texts: dict[tuple[int, int], list[str]] = {}
    for word in words:
        row = _at(rows, (word.box[1] + word.box[3]) / 2)
        column = _at(columns, (word.box[0] + word.box[2]) / 2)
        if row is not None and column is not None:
            down, across = owner[row, column]
            texts.setdefault((down.start, across.start), []).append(word.text)
    return tuple(
        with_numbers(
            Cell(
                down.start,
                across.start,
                " ".join(texts.get((down.start, across.start), ())),
                len(down),
                len(across),
                is_header=down.start in heads,
            )
        )
        for down, across in dict.fromkeys(owner.values())
    )


def _bands(things: Sequence[Thing], label: str, axis: int) -> list[tuple[float, float]]:
    """Rows or columns in their order; of two that overlap by half the surer one stays."""
    kept: list[tuple[float, float]] = []
    for thing in sorted((one for one in things if one.label == label), key=lambda one: -one.score):
        low, high = thing.box[axis], thing.box[axis + 2]
        if all(_shared((low, high), other) < _OVERLAP * min(high - low, other[1] - other[0]) for other in kept):
            kept.append((low, high))
    return sorted(kept)


def _join(owner: dict[tuple[int, int], tuple[range, range]], rows: Sequence[int], columns: Sequence[int]) -> None:
    if len(rows) * len(columns) < 2:
        return
    down, across = range(rows[0], rows[-1] + 1), range(columns[0], columns[-1] + 1)
    places = [(row, column) for row in down for column in across]
    if any(len(owner[place][0]) * len(owner[place][1]) > 1 for place in places):
        return  # a surer one has taken a part of it
    owner.update(dict.fromkeys(places, (down, across)))


def _covered(bands: Sequence[tuple[float, float]], by: Sequence[float]) -> list[int]:
    low, high = by
    return [
        number
        for number, band in enumerate(bands)
        if _shared(band, (low, high)) >= _OVERLAP * max(1e-6, band[1] - band[0])
    ]


def _at(bands: Sequence[tuple[float, float]], middle: float) -> int | None:
    """The band a word lies in, or the nearest one where gaps are left between them."""
    if not bands or not bands[0][0] - 5 <= middle <= bands[-1][1] + 5:
        return None
    return min(range(len(bands)), key=lambda n: max(bands[n][0] - middle, middle - bands[n][1], 0.0))


def _shared(one: Sequence[float], other: Sequence[float]) -> float:
    return max(0.0, min(one[1], other[1]) - max(one[0], other[0]))


def crossings(things: Sequence[Thing]) -> Iterator[int]:
    """How many rows and columns the model is sure of."""
    yield len(_bands([thing for thing in things if thing.score >= _LEAST_SCORE], "table row", 1))
    yield len(_bands([thing for thing in things if thing.score >= _LEAST_SCORE], "table column", 0))
