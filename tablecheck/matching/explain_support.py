"""What speaks for it that a number of ours is meant to repeat the cited number beside it."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from tablecheck.matching.explain_slips import is_slip
from tablecheck.matching.sheet import LineName
from tablecheck.matching.values import relation
from tablecheck.matching.verify_lines import Comparison, Place, cited_cell, names_of
from tablecheck.matching.verify_names import letters
from tablecheck.model.match import Relation
from tablecheck.model.table import Cell

_LEAST_DIGITS = 2  # a single digit agrees by chance too often to vouch for its neighbours
_FEW = 2  # agreeing numbers that no other line comes near to: two by chance are rare, one is not
_MOSTLY = 0.25  # a row of which at most a quarter agrees is taken as another run of the method


@dataclass(frozen=True, slots=True)
class Line:
    """How many numbers of a row or column were compared, and how many of them agree."""

    compared: int = 0
    agreeing: int = 0
    telling: int = 0  # agreeing numbers of at least two digits

    @property
    def counting(self) -> int:
        """The numbers compared, without those that agree and are too short to tell anything."""
        return self.compared - (self.agreeing - self.telling)

    @property
    def is_foreign(self) -> bool:
        """Whether the line cannot be a copy of the one it was laid beside: three numbers or more, nearly all differ."""
        return self.compared > _FEW and self.differs

    @property
    def differs(self) -> bool:
        """Whether the line as a whole is not a copy."""
        return self.compared >= 2 and self.agreeing <= self.compared * _MOSTLY


@dataclass(frozen=True, slots=True, eq=False)
class Support:
    """The rows and columns of a table of ours, by grid index, and those that differ as a whole."""

    rows: Mapping[int, Line]
    columns: Mapping[int, Line]
    differing_rows: frozenset[int]
    differing_columns: frozenset[int]


def support(comparisons: Iterable[Comparison]) -> Support:
    """Count what was compared and what agrees.

    A column that differs as a whole says nothing about its rows, and a row nothing about its columns: they are
    not counted there.
    """
    everything = tuple(comparisons)
    rows, columns = _lines(everything, of_row), _lines(everything, of_column)
    in_copied_rows = [one for one in everything if not rows[of_row(one)].is_foreign]
    in_copied_columns = [one for one in everything if not columns[of_column(one)].is_foreign]
    return Support(
        defaultdict(Line, _lines(in_copied_columns, of_row)),
        defaultdict(Line, _lines(in_copied_rows, of_column)),
        frozenset(row for row, line in rows.items() if line.differs),
        frozenset(column for column, line in columns.items() if line.differs),
    )


def of_row(comparison: Comparison) -> int:
    """The row of ours."""
    return comparison.ours.row


def of_column(comparison: Comparison) -> int:
    """The column of ours."""
    return comparison.ours.column


def _lines(comparisons: Iterable[Comparison], line_of: Callable[[Comparison], int]) -> dict[int, Line]:
    lines: dict[int, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        lines[line_of(comparison)].append(comparison)
    return {index: _line(of) for index, of in lines.items()}


def _line(comparisons: list[Comparison]) -> Line:
    agreeing = [comparison for comparison in comparisons if vouches(comparison)]
    telling = sum(len(comparison.our_number.digits) >= _LEAST_DIGITS for comparison in agreeing)
    return Line(len(comparisons), len(agreeing), telling)


def vouches(comparison: Comparison) -> bool:
    """Whether a number speaks for its line: it agrees, or prints further digits of the same value."""
    return comparison.agrees or comparison.our_number.agrees_with(comparison.cited)


def settling(comparisons: Iterable[Comparison]) -> Callable[[Comparison, bool], bool]:
    """Give a function that tells whether the numbers of a line alone show which line of theirs it repeats.

    Two at least agree with it, and with no other line half as many; one agreeing number is enough where a slip
    of the hand explains the only one that differs. The function takes a comparison and whether
    its column is asked about, rather than its row.
    """
    lines: dict[tuple[int, bool, int], list[Comparison]] = defaultdict(list)
    for one in comparisons:
        lines[id(one.match), False, of_row(one)].append(one)
        lines[id(one.match), True, of_column(one)].append(one)

    @cache
    def settled(line: tuple[int, bool, int]) -> bool:
        return _is_settled(lines[line], by_column=line[1])

    return lambda one, by_column: settled((id(one.match), by_column, of_column(one) if by_column else of_row(one)))


def _is_settled(comparisons: Sequence[Comparison], *, by_column: bool) -> bool:
    if not comparisons:
        return False
    first = comparisons[0]
    match = first.match
    home = first.column.theirs if by_column else first.row.theirs
    others = match.theirs.row_count if by_column == match.transposed else match.theirs.column_count
    votes = [0] * others
    for one in comparisons:
        if len(one.our_number.digits) >= _LEAST_DIGITS:
            for other in range(others):
                place = (one.row.theirs, other) if by_column else (other, one.column.theirs)
                votes[other] += _repeats(one, cited_cell(match, *place))
    rest = max((count for other, count in enumerate(votes) if other != home), default=0)
    return votes[home] >= 2 * rest and (votes[home] >= _FEW or _is_settled_by_slip(comparisons, votes[home]))


def _is_settled_by_slip(comparisons: Sequence[Comparison], votes: int) -> bool:
    """Whether one number agrees, in three digits that chance hardly repeats, and a slip explains the one other."""
    agreeing = [one for one in comparisons if one.agrees]
    telling = any(len(one.our_number.digits) > _LEAST_DIGITS for one in agreeing)
    differing = [one for one in comparisons if not one.agrees]
    return votes == 1 and telling and len(differing) == 1 and is_slip(differing[0])


def is_in_settled_group(comparison: Comparison, comparisons: Iterable[Comparison]) -> bool:
    """Whether a column bears its own name under the heading under which most agreeing numbers of the row stand."""
    names = names_of(comparison.match)
    ours, home = names.our_columns[comparison.column.ours], names.their_columns[comparison.column.theirs]
    if not ours.nearest or letters(ours.nearest) != letters(home.nearest):
        return False
    agreeing = [
        names.their_columns[one.column.theirs]
        for one in comparisons
        if one.match is comparison.match and one.ours.row == comparison.ours.row and one.agrees
    ]
    together = sum(_heading(name) == _heading(home) for name in agreeing)
    return together >= _FEW and together * 2 > len(agreeing)


def _heading(name: LineName) -> str:
    return name.full.removesuffix(name.nearest)


def _repeats(comparison: Comparison, cell: Cell | None) -> bool:
    ours, column = comparison.our_number, comparison.column
    if cell is None or cell.is_header:
        return False
    converts = column.scale or column.complement
    return any(
        (converts or abs(ours.value - number.value) <= max(ours.quantum, number.quantum))  # the quick no
        and relation(ours, number, column.scale, column.complement) is not Relation.DIFFERENT
        for number in cell.numbers
    )


def probability(comparison: Comparison, around: Support, *, rivals: int, likely_slip: bool) -> float:
    """How sure it is that ours meant theirs, 0 to 1.

    A logistic score. Its weights were set by hand so that equal labels with three agreeing neighbours give
    about 0.95, with one about 0.75, and half-alike labels with none stay below 0.3.
    """
    row, column = around.rows[comparison.ours.row], around.columns[comparison.ours.column]
    score = (
        -1.5
        + 0.9 * min(row.telling, 4)
        + 0.6 * min(column.telling, 4)
        - 0.6 * max(0, row.compared - row.agreeing - 1)
        + 3.0 * (comparison.row.similarity - 0.7)
        + 3.0 * (comparison.column.similarity - 0.7)
        + (0.8 if likely_slip else 0.0)
        - 1.0 * rivals
    )
    return round(1 / (1 + math.exp(-score)), 3)


def by_row(comparisons: Iterable[Comparison]) -> dict[int, list[Comparison]]:
    """Group comparisons by the row of ours, in reading order."""
    rows: dict[int, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        rows[of_row(comparison)].append(comparison)
    return dict(sorted(rows.items()))


def places(comparisons: Iterable[Comparison]) -> set[Place]:
    """The places of comparisons."""
    return {comparison.place for comparison in comparisons}
