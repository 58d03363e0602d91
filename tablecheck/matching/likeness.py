"""How alike the lines of two tables are by name, as matrices over all rows and all columns."""

from dataclasses import dataclass

import numpy as np

from tablecheck.matching.labels import containment, similarities
from tablecheck.matching.sheet import Floats, LineName, Sheet


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """How alike the names of two sets of lines are; each matrix has shape (lines of ours, lines of theirs).

    ``nearest`` and ``full`` compare the line's own name and its whole path, ``around`` the sections. ``ours_in``
    asks whether the words of our name stand in their name, section or caption, ``theirs_in`` the reverse.
    """

    nearest: Floats
    full: Floats
    around: Floats
    ours_in: Floats
    theirs_in: Floats

    @property
    def best(self) -> Floats:
        """The better of the own name and the whole path; never below zero."""
        return np.maximum(np.maximum(self.nearest, self.full), 0)


def rows_likeness(ours: Sheet, theirs: Sheet) -> Likeness:
    """Compare each row of ours with each row of theirs."""
    return _compare(ours.rows, theirs.rows, ours.caption, theirs.caption)


def columns_likeness(ours: Sheet, theirs: Sheet) -> Likeness:
    """Compare each column of ours with each column of theirs."""
    return _compare(ours.columns, theirs.columns, ours.caption, theirs.caption)


def _compare(
    ours: tuple[LineName, ...], theirs: tuple[LineName, ...], our_caption: str, their_caption: str
) -> Likeness:
    return Likeness(
        nearest=similarities([name.nearest for name in ours], [name.nearest for name in theirs]),
        full=similarities([name.full for name in ours], [name.full for name in theirs]),
        around=similarities([name.around for name in ours], [name.around for name in theirs]),
        ours_in=containment(
            [_with_section(name) for name in ours],
            [f"{_with_section(name)} {their_caption}".strip() for name in theirs],
        ),
        theirs_in=containment(
            [f"{_with_section(name)} {our_caption}".strip() for name in ours], [_with_section(name) for name in theirs]
        ),
    )


def _with_section(name: LineName) -> str:
    return f"{name.full} {name.around}".strip()
