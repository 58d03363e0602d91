"""A table as it stands elsewhere in its files: all places shifted, and nothing else changed."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tablecheck.model.citation import Attribution, Citation
from tablecheck.model.number import Number
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Cell, Table, as_twin

Shift = Mapping[str, int]
"""By how many characters the places in each file move; a file that is missing does not move."""

Move = Callable[[TextPlace], TextPlace]


def moved_table(table: Table, shift: Shift) -> Table:
    """The same table elsewhere; the one that was given is its twin."""
    move = mover(shift)
    citations: dict[int, Citation] = {}

    def citation(one: Citation) -> Citation:
        if id(one) not in citations:
            citations[id(one)] = replace(one, place=move(one.place)) if one.place is not None else one
        return citations[id(one)]

    copy = replace(
        table,
        cells=tuple([_cell(cell, move, citation) for cell in table.cells]),
        place=_moved(table.place, move),
        attributions=tuple(_attribution(one, citation) for one in table.attributions),
        marks=tuple(_mark(one, move) for one in table.marks),
    )
    return as_twin(copy, table.first)


def mover(shift: Shift) -> Move:
    """Give the function that moves a place of a text."""

    def move(place: TextPlace) -> TextPlace:
        by = shift.get(place.path, 0)
        return TextPlace(place.path, Span(place.span.start + by, place.span.end + by)) if by else place

    return move


def _cell(cell: Cell, move: Move, citation: Callable[[Citation], Citation]) -> Cell:
    # Written out here and below, for this is most of what reading a manuscript again costs.
    return Cell(
        cell.row,
        cell.column,
        cell.text,
        cell.row_span,
        cell.column_span,
        cell.is_header,
        tuple([_number(number, move) for number in cell.numbers]) if cell.numbers else (),
        tuple(map(citation, cell.citations)) if cell.citations else (),
        cell.emphasis,
        _moved(cell.place, move),
    )


def _number(number: Number, move: Move) -> Number:
    if number.place is None:
        return number
    return Number(
        number.text,
        number.value,
        number.decimals,
        number.uncertainty,
        number.unit,
        number.approximate,
        number.bound,
        number.delta,
        move(number.place),
    )


def _attribution(one: Attribution, citation: Callable[[Citation], Citation]) -> Attribution:
    return one if one.citation is None else replace(one, citation=citation(one.citation))


def _mark(mark: ProvenanceMark, move: Move) -> ProvenanceMark:
    return replace(mark, place=move(mark.place))


def _moved(place: TextPlace | PagePlace | None, move: Move) -> TextPlace | PagePlace | None:
    return move(place) if isinstance(place, TextPlace) else place
