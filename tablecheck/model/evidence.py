"""All that a rule may look at."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tablecheck.model.document import SourceDocument
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.match import CellMatch, TableMatch
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table


class Cause(StrEnum):
    """What explains that an aligned number does not agree, in the order in which causes are tried."""

    EXTRA_DIGITS = "extra-digits"
    SCALE = "scale"  # a power of ten that the rest of the column does not show
    UNIT_NOT_CONVERTED = "unit-not-converted"  # equal digits in a column whose unit differs from theirs
    COMPLEMENT = "complement"  # ours is what is missing to a hundred, and the headers do not say so
    SIGN = "sign"
    SWAPPED_COLUMNS = "swapped-columns"
    SWAPPED_ROWS = "swapped-rows"
    OTHER_COLUMN = "other-column"
    OTHER_ROW = "other-row"
    OTHER_SPLIT = "other-split"  # another column or row, and the labels say validation, test or the like
    OTHER_TABLE = "other-table"
    OTHER_VERSION = "other-version"
    OTHER_PAPER = "other-paper"
    RERUN = "rerun"  # the whole row differs
    TRANSPOSED_DIGITS = "transposed-digits"
    LAST_DIGIT = "last-digit"
    DIGIT = "digit"
    UNCERTAINTY = "uncertainty"  # the values agree, what follows the ± does not
    UNEXPLAINED = "unexplained"
    SOURCE_INCONSISTENT = "source-inconsistent"  # ours repeats theirs, and theirs is not the mean it claims to be

    @property
    def is_remark(self) -> bool:
        """Whether the values agree and something about them is worth saying all the same."""
        return self in (Cause.EXTRA_DIGITS, Cause.UNCERTAINTY, Cause.SOURCE_INCONSISTENT)


@dataclass(frozen=True, slots=True)
class AlignedCell:
    """A number of ours and the number of theirs that stands under the same labels."""

    ours: Cell
    theirs: Cell
    our_number: Number
    their_number: Number


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where in the cited papers our value does stand."""

    match: TableMatch | None
    table: Table
    cell: Cell
    key: str
    version: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Disagreement:
    """One or more aligned cells that do not agree, and what explains it.

    ``cells`` has one member but for swaps, re-runs and the like, which are one disagreement each.
    ``row_similarity`` and ``column_similarity`` compare the labels, 0 to 1. ``row_agreeing`` and
    ``column_agreeing`` count the other cells of the row and the column that agree, ``row_compared`` and
    ``column_compared`` those that were compared at all; ``row_settled`` and ``column_settled`` say that these
    numbers alone show which line of theirs it is, since no other one agrees half as often. ``probability`` says
    how sure it is that ours meant theirs. ``rivals`` counts other cells of the cited paper that would fit as
    well. ``slight`` says that no typical slip explains the difference, so that another measurement would explain
    it as well; ``doubts`` counts the other such differences between the two tables, of ``table_compared`` numbers,
    and ``others`` all other differences between them.
    """

    cause: Cause
    match: TableMatch
    cells: tuple[AlignedCell, ...]
    row_similarity: float
    column_similarity: float
    row_agreeing: int
    column_agreeing: int
    probability: float
    elsewhere: Elsewhere | None = None
    suggestion: str | None = None  # the cited value, written to ours' scale
    rivals: int = 0
    row_compared: int = 0
    column_compared: int = 0
    row_settled: bool = False
    column_settled: bool = False
    slight: bool = False
    doubts: int = 0
    others: int = 0
    table_compared: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """A cell that repeats the cited cell, and the table match it belongs to."""

    match: TableMatch
    cell: CellMatch


class Unchecked(StrEnum):
    """Why a number of a cited row was not compared."""

    NOT_OBTAINED = "not-obtained"
    NO_TABLES = "no-tables"
    NO_MATCH = "no-match"
    RERUN_MARKED = "rerun-marked"
    NOT_CITED = "not-cited"
    MATCH_FAILED = "match-failed"  # the comparison broke down, which a problem says


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The manuscript, what of it was matched, and what of that does not agree.

    ``unchecked`` has an item for each number that claims a source and was not compared. ``sources`` are all tables
    that were read out of the cited papers: citation key, document, tables.
    """

    manuscript: Manuscript
    matches: tuple[TableMatch, ...] = ()
    agreements: tuple[Agreement, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    unchecked: tuple[tuple[Table, Cell, Unchecked], ...] = ()
    sources: tuple[tuple[str, SourceDocument, Sequence[Table]], ...] = ()
