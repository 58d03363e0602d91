"""How alike the lines of two tables are by name, as matrices over all rows and all columns."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tablecheck.matching.labels import containment, similarities
from tablecheck.matching.sheet import Floats, LineName, Sheet

_SMALL = 2_000  # pairs of lines up to which a comparison is remembered; the largest take tens of megabytes


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How alike the names of two sets of lines are; each matrix has shape (lines of ours, lines of theirs).

    ``nearest`` and ``full`` compare the line's own name and its whole path, ``around`` the sections. ``ours_in``
    asks whether the words of our name stand in their name and section or in their caption, ``theirs_in`` the
    reverse. ``best`` is the better of own name and whole path, never below zero.
    """

    nearest: Floats
    full: Floats
    around: Floats
    ours_in: Floats
    theirs_in: Floats
    best: Floats


def rows_likeness(ours: Sheet, theirs: Sheet) -> Likeness:
    """Compare each row of ours with each row of theirs."""
    return _compared(ours.rows, theirs.rows, ours.caption, theirs.caption)


def columns_likeness(ours: Sheet, theirs: Sheet) -> Likeness:
    """Compare each column of ours with each column of theirs."""
    return _compared(ours.columns, theirs.columns, ours.caption, theirs.caption)


def _compared(
    ours: tuple[LineName, ...], theirs: tuple[LineName, ...], our_caption: str, their_caption: str
) -> Likeness:
    compare = _compare_again if len(ours) * len(theirs) <= _SMALL else _compare
    return compare(ours, theirs, our_caption, their_caption)


def _compare(
    ours: tuple[LineName, ...], theirs: tuple[LineName, ...], our_caption: str, their_caption: str
) -> Likeness:
    inside, their_inside = [_with_section(name) for name in ours], [_with_section(name) for name in theirs]
    shared = containment(inside, their_inside)
    nearest = similarities([name.nearest for name in ours], [name.nearest for name in theirs])
    full = similarities([name.full for name in ours], [name.full for name in theirs])
    return Likeness(
        nearest=nearest,
        full=full,
        around=similarities([name.around for name in ours], [name.around for name in theirs]),
        ours_in=np.maximum(shared, containment(inside, [their_caption])),
        theirs_in=np.maximum(shared, containment([our_caption], their_inside)),
        best=np.maximum(np.maximum(nearest, full), 0),
    )


_compare_again = lru_cache(maxsize=1024)(_compare)
"""Remembers what lines are called alike: while somebody mends numbers, the names of a table stay the same."""


def _with_section(name: LineName) -> str:
    return f"{name.full} {name.around}".strip()
