"""Which table, row, column and cell of a cited paper ours claims to repeat."""

from dataclasses import dataclass
from enum import StrEnum

from tablecheck.model.document import SourceDocument
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table


class Relation(StrEnum):
    """How two printed numbers are related."""

    EQUAL = "equal"
    ROUNDED = "rounded"
    EXTRA_DIGITS = "extra-digits"  # ours prints more digits, all of them zero
    SCALED = "scaled"  # by a power of ten
    COMPLEMENT = "complement"  # accuracy for error
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class LineMatch:
    """A row of ours and a row of theirs, or two columns; both are grid indices.

    ``similarity`` compares the labels, 0 to 1; ``agreeing`` of ``compared`` aligned cells print one value.
    ``scale`` is the power of ten by which ours exceeds theirs over the whole column, ``complement`` whether
    the column prints what is missing to a hundred.
    """

    ours: int
    theirs: int
    similarity: float
    agreeing: int
    compared: int
    scale: int = 0
    complement: bool = False


@dataclass(frozen=True, slots=True)
class CellMatch:
    """A cell of ours that repeats a cell of theirs, with the probability that it does."""

    ours: Cell
    theirs: Cell
    our_number: Number
    their_number: Number
    relation: Relation
    probability: float


@dataclass(frozen=True, slots=True, eq=False)
class TableMatch:
    """A table of ours that repeats part of a table of theirs.

    ``score`` is the probability that ours repeats any of theirs; it may be low where only the names align.
    ``cells`` holds the cells whose values agree; ``inexact`` those that are copies by all the rest but print
    digits that theirs does not, or cut digits off, so that their relation is ``different``. Where
    ``transposed``, ``rows`` pair rows of ours with columns of theirs, and ``columns`` the reverse. ``key`` is
    the citation that led to the document.
    """

    ours: Table
    theirs: Table
    document: SourceDocument
    key: str
    score: float
    rows: tuple[LineMatch, ...]
    columns: tuple[LineMatch, ...]
    cells: tuple[CellMatch, ...]
    transposed: bool = False
    inexact: tuple[CellMatch, ...] = ()
