"""Two tables laid beside each other: their candidates, described and weighed."""

from dataclasses import dataclass

import numpy as np

from tablecheck.matching.candidates import Candidates, find_candidates
from tablecheck.matching.features import Features, describe
from tablecheck.matching.likeness import Likeness, columns_likeness, rows_likeness
from tablecheck.matching.sheet import Sheet, turned
from tablecheck.matching.votes import blocs, initial_weights

_TURN_ONLY_FOR = 1.5
"""How many times the votes must be for the turned table; most tables are quoted upright."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """The candidates of two sheets and what is known about them.

    Where ``transposed``, ``theirs`` is turned: its rows are the columns of the table.
    """

    ours: Sheet
    theirs: Sheet
    transposed: bool
    rows: Likeness
    columns: Likeness
    found: Candidates
    features: Features


def lay_beside(ours: Sheet, theirs: Sheet) -> Pairing:
    """Find and describe the candidates of two sheets, in the orientation that fits better."""
    rows, columns = rows_likeness(ours, theirs), columns_likeness(ours, theirs)
    found = find_candidates(ours, theirs, rows.best, columns.best)
    transposed = _fits_better_turned(found, ours, theirs)
    if transposed:
        theirs = turned(theirs)
        rows, columns = rows_likeness(ours, theirs), columns_likeness(ours, theirs)
        found = find_candidates(ours, theirs, rows.best, columns.best)
    return Pairing(ours, theirs, transposed, rows, columns, found, describe(found, ours, theirs, rows, columns))


def _fits_better_turned(found: Candidates, ours: Sheet, theirs: Sheet) -> bool:
    if len(found) < 2:
        return False
    weights = initial_weights(found)
    return _support(found, ours, turned(theirs)) > _TURN_ONLY_FOR * _support(found, ours, theirs) + float(weights.max())


def _support(found: Candidates, ours: Sheet, theirs: Sheet) -> float:
    weights = initial_weights(found)
    return sum(
        float(np.log1p(np.maximum(0, bloc.total(weights) - weights)).sum()) for bloc in blocs(found, ours, theirs)
    )
