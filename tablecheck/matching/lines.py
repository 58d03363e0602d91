"""Which row of theirs each row of ours repeats, and which column: by agreeing numbers, and by names alone."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from tablecheck.matching.candidates import column_scale
from tablecheck.matching.pairing import Pairing
from tablecheck.matching.sheet import Floats, Indices, Sheet
from tablecheck.model.match import LineMatch

SAME_NAME = 0.85
"""Likeness from which two names mean one line though no number under them agrees: a false alignment would
accuse, so a rather high one."""

_PER_NAME = 1.5
"""What full likeness counts beside agreeing numbers: a little more than one coincidence."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The aligned lines: our index, their index and the conversion of each pair, rows and columns."""

    rows: tuple[LineMatch, ...]
    columns: tuple[LineMatch, ...]


def align(pairing: Pairing, chosen: Indices, probability: Floats) -> Lines:
    """Align rows and columns, each line of ours with at most one of theirs and the reverse.

    ``chosen`` are the candidates that are taken for copies. Lines also align on their names alone, so that the
    numbers that do not agree can be compared.
    """
    ours, theirs, found = pairing.ours, pairing.theirs, pairing.found
    row, column = ours.row[found.ours], ours.column[found.ours]
    other_row, other_column = theirs.row[found.theirs], theirs.column[found.theirs]
    columns = _assign_lines(
        column, other_column, chosen, probability, pairing.columns.best, _used(ours.column), _used(theirs.column)
    )
    rows = _assign_lines(row, other_row, chosen, probability, pairing.rows.best, _used(ours.row), _used(theirs.row))
    matched_columns = []
    for mine, other in columns:
        here = chosen[(column[chosen] == mine) & (other_column[chosen] == other)]
        scale, complement = _conversion(pairing, here, mine, other)
        matched_columns.append(
            LineMatch(
                mine,
                other,
                round(float(pairing.columns.best[mine, other]), 4),
                len(np.unique(row[here])),
                _compared(ours, theirs, mine, other, rows, by_column=True),
                scale,
                complement,
            )
        )
    matched_rows = []
    for mine, other in rows:
        here = chosen[(row[chosen] == mine) & (other_row[chosen] == other)]
        matched_rows.append(
            LineMatch(
                mine,
                other,
                round(float(pairing.rows.best[mine, other]), 4),
                len(np.unique(column[here])),
                _compared(ours, theirs, mine, other, columns, by_column=False),
            )
        )
    return Lines(tuple(matched_rows), tuple(matched_columns))


def aligned_too(pairing: Pairing, chosen: Indices, lines: Lines) -> Indices:
    """The further candidates that stand on aligned rows and columns, at the scale of the column.

    A small integer is too common to be taken for a copy by itself; under the same two names it is one.
    """
    ours, theirs, found = pairing.ours, pairing.theirs, pairing.found
    row_of = {line.ours: line.theirs for line in lines.rows if _vouched(line)}
    column_of = {line.ours: line for line in lines.columns if _vouched(line)}
    taken, their_taken = set(found.ours[chosen].tolist()), set(found.theirs[chosen].tolist())
    more = []
    for index in range(len(found)):
        mine, other = int(found.ours[index]), int(found.theirs[index])
        line = column_of.get(int(ours.column[mine]))
        if line is None or mine in taken or other in their_taken:
            continue
        on_lines = theirs.column[other] == line.theirs and row_of.get(int(ours.row[mine])) == theirs.row[other]
        if on_lines and found.scale[index] == line.scale and found.complement[index] == line.complement:
            more.append(index)
            taken.add(mine)
            their_taken.add(other)
    return np.array(more, dtype=np.int64)


def _vouched(line: LineMatch) -> bool:
    return line.similarity >= SAME_NAME or line.agreeing >= 2


def _used(lines: Indices) -> Indices:
    return np.unique(lines)


def _assign_lines(
    line: Indices,
    other: Indices,
    chosen: Indices,
    probability: Floats,
    names: Floats,
    our_lines: Indices,
    their_lines: Indices,
) -> list[tuple[int, int]]:
    if not len(our_lines) or not len(their_lines):
        return []
    votes = np.zeros(names.shape)
    np.add.at(votes, (line[chosen], other[chosen]), probability[chosen])
    value = votes + _PER_NAME * np.where(names >= 0.5, names, 0)
    value = np.where((votes > 0) | (names >= SAME_NAME), value, 0)[np.ix_(our_lines, their_lines)]
    pairs = linear_sum_assignment(value, maximize=True)
    return sorted(
        (int(our_lines[mine]), int(their_lines[other]))
        for mine, other in zip(*pairs, strict=True)
        if value[mine, other]
    )


def _conversion(pairing: Pairing, here: Indices, mine: int, other: int) -> tuple[int, bool]:
    """The scale that most agreeing cells of a column show; where none agrees, the one its headers imply."""
    found = pairing.found
    if len(here):
        kinds, counts = np.unique(np.stack([found.scale[here], found.complement[here]]), axis=1, return_counts=True)
        scale, complement = kinds[:, counts.argmax()]
        return int(scale), bool(complement)
    if pairing.transposed:
        return 0, False
    return column_scale(pairing.ours, pairing.theirs, mine, other), False


def _compared(
    ours: Sheet, theirs: Sheet, mine: int, other: int, across: list[tuple[int, int]], *, by_column: bool
) -> int:
    our_line, our_cross = (ours.column, ours.row) if by_column else (ours.row, ours.column)
    their_line, their_cross = (theirs.column, theirs.row) if by_column else (theirs.row, theirs.column)
    filled = set(our_cross[our_line == mine].tolist())
    their_filled = set(their_cross[their_line == other].tolist())
    return sum(one in filled and two in their_filled for one, two in across)
