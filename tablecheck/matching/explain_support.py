"""What speaks for it that a number of ours is meant to repeat the cited number beside it."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tablecheck.matching.verify_lines import Comparison, Place

_LEAST_DIGITS = 2  # a single digit agrees by chance too often to vouch for its neighbours
_MOSTLY = 0.25  # a row of which at most a quarter agrees is taken as another run of the method


@dataclass(frozen=True, slots=True)
class Line:
    """How many numbers of a row or column were compared, and how many of them agree."""

    compared: int = 0
    agreeing: int = 0
    telling: int = 0  # agreeing numbers of at least two digits

    @property
    def differs(self) -> bool:
        """Whether the line as a whole is not a copy."""
        return self.compared >= 2 and self.agreeing <= self.compared * _MOSTLY


@dataclass(frozen=True, slots=True, eq=False)
class Support:
    """The rows and columns of a table of ours, by grid index."""

    rows: Mapping[int, Line]
    columns: Mapping[int, Line]


def support(comparisons: Iterable[Comparison]) -> Support:
    """Count what was compared and what agrees."""
    rows: dict[int, list[Comparison]] = defaultdict(list)
    columns: dict[int, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        rows[comparison.ours.row].append(comparison)
        columns[comparison.ours.column].append(comparison)
    return Support({row: _line(of) for row, of in rows.items()}, {column: _line(of) for column, of in columns.items()})


def _line(comparisons: list[Comparison]) -> Line:
    agreeing = [comparison for comparison in comparisons if comparison.agrees]
    telling = sum(len(comparison.our_number.digits) >= _LEAST_DIGITS for comparison in agreeing)
    return Line(len(comparisons), len(agreeing), telling)


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
        rows[comparison.ours.row].append(comparison)
    return dict(sorted(rows.items()))


def places(comparisons: Iterable[Comparison]) -> set[Place]:
    """The places of comparisons."""
    return {comparison.place for comparison in comparisons}
