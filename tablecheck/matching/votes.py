"""How strongly the numbers of two tables say that a row is a row and a column a column.

Each candidate pair of numbers votes for its pair of rows and its pair of columns. Inside such a pair a number
counts once, however many numbers of the other side it could be. The weights start from how rare the value is;
each round divides a number's weight among its candidates by how well their rows and columns are supported.
"""

from dataclasses import dataclass

import numpy as np

from tablecheck.matching.candidates import Candidates
from tablecheck.matching.sheet import Floats, Indices, Sheet

ROUNDS = 3
"""More rounds changed no assignment on the development tables."""

_SHARPNESS = 2.0
_COLUMN_TRUST = 0.5  # a column's many values meet by chance more easily than the few of a row


@dataclass(frozen=True, slots=True, eq=False)
class Bloc:
    """Candidates that vote for one pair of lines, ordered for summing without repetition.

    ``line`` numbers the pair of lines of each candidate. For each side ``order`` sorts the candidates by line
    and number, ``starts`` where a new number begins, ``owner`` the line of each start.
    """

    line: Indices
    count: int
    sides: tuple[tuple[Indices, Indices, Indices], ...]

    def total(self, weights: Floats) -> Floats:
        """The weight behind each candidate's pair of lines, each number counted once on either side."""
        sums = []
        for order, starts, owner in self.sides:
            best = np.maximum.reduceat(weights[order], starts) if len(starts) else np.zeros(0)
            sums.append(np.bincount(owner, weights=best, minlength=self.count))
        smaller: Floats = np.minimum(sums[0], sums[1])
        return smaller[self.line]


def blocs(found: Candidates, ours: Sheet, theirs: Sheet) -> tuple[Bloc, Bloc]:
    """Group candidates by pair of rows and by pair of columns."""
    rows = _bloc(ours.row[found.ours], theirs.row[found.theirs], ours.column[found.ours], theirs.column[found.theirs])
    columns = _bloc(
        ours.column[found.ours], theirs.column[found.theirs], ours.row[found.ours], theirs.row[found.theirs]
    )
    return rows, columns


def rarity(found: Candidates) -> tuple[Indices, Indices]:
    """How many candidates the numbers of each pair have, on our side and on theirs."""
    return _times(found.ours), _times(found.theirs)


def initial_weights(found: Candidates) -> Floats:
    """The weight of each pair before any vote: its quality, shared among the rivals of both numbers."""
    mine, other = rarity(found)
    weights: Floats = found.quality / np.sqrt(np.maximum(1, mine + other - 1))
    return weights


def settle(
    found: Candidates, rows: Bloc, columns: Bloc, likeness: Floats, information: Floats
) -> tuple[Floats, Floats]:
    """Let the votes settle; give the final weights and scores of the candidates.

    ``likeness`` is the summed likeness of row and column names of each candidate, ``information`` what its
    value tells by itself.
    """
    weights = initial_weights(found)
    scores = np.zeros(len(found))
    if not len(found):
        return weights, scores
    for _ in range(ROUNDS):
        by_row = np.log1p(np.maximum(0, rows.total(weights) - weights))
        by_column = np.log1p(np.maximum(0, columns.total(weights) - weights))
        scores = by_row + _COLUMN_TRUST * by_column + likeness + information
        strength = np.exp(_SHARPNESS * (scores - scores.max()))
        weights = found.quality * np.sqrt(
            strength / _sums(found.ours, strength) * strength / _sums(found.theirs, strength)
        )
    return weights, scores


def best_of_rivals(groups: Indices, values: Floats) -> Floats:
    """For each item the highest value among the others of its group, 0 where it is alone."""
    if not len(values):
        return values
    order = np.lexsort((-values, groups))
    ordered = groups[order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = ordered[1:] != ordered[:-1]
    starts = np.flatnonzero(first)
    sizes = np.diff(np.append(starts, len(order)))
    best = values[order][starts]
    second = np.where(sizes > 1, values[order][np.minimum(starts + 1, len(order) - 1)], 0.0)
    group_of = np.cumsum(first) - 1
    rivals = np.where(first, second[group_of], best[group_of])
    result = np.empty(len(values))
    result[order] = rivals
    return result


def _sums(groups: Indices, values: Floats) -> Floats:
    totals: Floats = np.asarray(np.bincount(groups, weights=values)[groups], dtype=np.float64)
    return totals


def _times(groups: Indices) -> Indices:
    return np.asarray(np.bincount(groups)[groups], dtype=np.int64) if len(groups) else groups


def _bloc(mine: Indices, other: Indices, my_inner: Indices, other_inner: Indices) -> Bloc:
    if not len(mine):
        return Bloc(mine, 0, ((mine, mine, mine), (mine, mine, mine)))
    _, line = np.unique(mine * (int(other.max()) + 1) + other, return_inverse=True)
    sides = []
    for inner in (my_inner, other_inner):
        order = np.lexsort((inner, line))
        new = np.ones(len(order), dtype=bool)
        new[1:] = (line[order][1:] != line[order][:-1]) | (inner[order][1:] != inner[order][:-1])
        starts = np.flatnonzero(new)
        sides.append((order, starts, line[order][starts]))
    return Bloc(line, int(line.max()) + 1, tuple(sides))
