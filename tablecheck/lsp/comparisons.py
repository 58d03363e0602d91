"""What was compared at a place of the manuscript: its number, the cited one, and the row around both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablecheck.model.evidence import Evidence, Unchecked
from tablecheck.model.headers import column_path, path_text
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.match import TableMatch
from tablecheck.model.number import Number
from tablecheck.model.place import TextPlace
from tablecheck.model.table import Cell, Table


@dataclass(frozen=True, slots=True)
class Pair:
    """A number of ours beside the cited number, and how sure it is that the one is the other."""

    match: TableMatch
    ours: Cell
    theirs: Cell
    our_number: Number
    their_number: Number
    probability: float
    agrees: bool


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a row as both tables print it; ``theirs`` is empty where nothing was compared."""

    header: str
    ours: str
    theirs: str
    agrees: bool
    is_here: bool


def cell_at(manuscript: Manuscript, path: str, offset: int) -> tuple[Table, Cell, Number | None] | None:
    """The cell of a table at an offset, and the number in it that stands there."""
    for table in manuscript.tables:
        for cell in table.cells if _may_hold(table, path, offset) else ():
            for number in cell.numbers:
                if isinstance(number.place, TextPlace) and _holds(number.place, path, offset):
                    return table, cell, number
            if isinstance(cell.place, TextPlace) and _holds(cell.place, path, offset):
                return table, cell, cell.number
    return None


def pair_of(evidence: Evidence, table: Table, cell: Cell, number: Number | None = None) -> Pair | None:
    """What a cell, or one number of it, was compared with."""
    of_cell = [one for one in pairs_of(evidence, table) if one.ours is cell]
    return next((one for one in of_cell if one.our_number is number), of_cell[0] if of_cell else None)


def first_pair(evidence: Evidence, table: Table, key: str, row: int) -> Pair | None:
    """The first number of a row that was compared with a paper."""
    of_row = [one for one in pairs_of(evidence, table) if one.match.key == key and one.ours.row == row]
    return min(of_row, key=lambda one: one.ours.column, default=None)


def row_of(evidence: Evidence, pair: Pair) -> tuple[Column, ...]:
    """The row around a pair, column by column; only what was compared with the same cited table has a cited side."""
    table = pair.match.ours
    beside = {
        one.ours.column: one
        for one in pairs_of(evidence, table)
        if one.match.theirs is pair.match.theirs and one.ours.row == pair.ours.row
    }
    beside[pair.ours.column] = pair
    return tuple(
        Column(
            header=path_text(column_path(table, cell.column, cell.row)) or f"column {cell.column + 1}",
            ours=cell.text,
            theirs=beside[cell.column].theirs.text if cell.column in beside else "",
            agrees=cell.column not in beside or beside[cell.column].agrees,
            is_here=cell is pair.ours,
        )
        for cell in table.row_cells(pair.ours.row)
        if cell.numbers and not cell.is_header
    )


def why_unchecked(evidence: Evidence, table: Table, cell: Cell) -> Unchecked | None:
    """Why a number that claims a source was not compared; ``None`` where it was, or claims none."""
    return next((why for one, unchecked, why in evidence.unchecked if one is table and unchecked is cell), None)


def pairs_of(evidence: Evidence, table: Table) -> Sequence[Pair]:
    """All that was compared of a table."""
    return _by_table(evidence).get(id(table), ())


@lru_cache(maxsize=4)  # a few manuscripts; each has one evidence that is looked at
def _by_table(evidence: Evidence) -> Mapping[int, Sequence[Pair]]:
    found: dict[int, list[Pair]] = {}
    for one in evidence.disagreements:
        for cell in one.cells:
            numbers = cell.our_number, cell.their_number
            pair = Pair(one.match, cell.ours, cell.theirs, *numbers, one.probability, one.cause.is_remark)
            found.setdefault(id(one.match.ours), []).append(pair)
    for agreement in evidence.agreements:
        same = agreement.cell
        numbers = same.our_number, same.their_number
        pair = Pair(agreement.match, same.ours, same.theirs, *numbers, same.probability, True)
        found.setdefault(id(agreement.match.ours), []).append(pair)
    return found


def _may_hold(table: Table, path: str, offset: int) -> bool:
    return not isinstance(table.place, TextPlace) or table.place.path != path or _holds(table.place, path, offset)


def _holds(place: TextPlace, path: str, offset: int) -> bool:
    return place.path == path and place.span.start <= offset <= place.span.end
