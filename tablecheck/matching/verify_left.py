"""Finds the line of theirs for a row or column of ours that a matcher leaves unpaired, since a slip is in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tablecheck.matching.explain_slips import is_gross_slip, is_out_of_size, is_slip, unit_slip
from tablecheck.matching.explain_support import vouches
from tablecheck.matching.explain_swaps import exchanged
from tablecheck.matching.verify_lines import Comparison, compare_lines, names_of
from tablecheck.matching.verify_names import name_among
from tablecheck.model.evidence import Cause
from tablecheck.model.match import LineMatch, TableMatch
from tablecheck.model.table import Cell

_TELLING = 3  # digits of an equal number that chance hardly finds among the rows of one column
_NAMED, _NAMED_TELLING = 0.85, 2  # likeness of names beside which fewer digits are enough
_MOST_ROWS = 200  # of theirs that are looked through for one row
_BY_PLACE = 0.7  # what a column is worth as a name that stands beside a run of paired ones in both tables

Claims = Callable[[Cell], bool]


def left_rows(
    match: TableMatch, rows: Sequence[LineMatch], columns: Sequence[LineMatch], claims: Claims
) -> Iterator[LineMatch]:
    """Pair rows of ours that stand alone with the one row of theirs they can be copied from.

    In a small table a wrong number leaves a row with one right number, or none, which is too little for a matcher.
    Here the wrong one is taken as a second witness where a slip of the hand makes it of theirs, and as the only one
    where its digits are those of the cited number at a size that nothing else of its column has. Two that stand in
    each other's place are two witnesses. A row of theirs may be repeated twice.
    """
    names = names_of(match)
    taken = {row.theirs for row in rows}
    alone = sorted({cell.row for cell in match.ours.number_cells() if claims(cell)} - {row.ours for row in rows})
    if len(names.their_rows) > _MOST_ROWS:
        return
    for row in alone:
        fitting = []
        for other in range(len(names.their_rows)):
            line = LineMatch(row, other, name_among(row, other, names.our_rows, names.their_rows), 0, 0)
            beside = list(compare_lines(match, [line], columns, claims))
            needed = _NAMED_TELLING if line.similarity >= _NAMED else _TELLING
            differing = [one for one in beside if not vouches(one)]
            tells = any(_tells(one, needed) for one in beside)
            if (tells and len(differing) == 1 and is_slip(differing[0])) or _are_exchanged(differing):
                fitting.append(line)
            elif _is_of_another_size(beside):
                fitting.append(replace(line, similarity=max(line.similarity, _BY_PLACE)))
        free = [line for line in fitting if line.theirs not in taken]
        if len(free or fitting) == 1:
            taken.add((free or fitting)[0].theirs)
            yield (free or fitting)[0]


def left_columns(
    match: TableMatch, rows: Sequence[LineMatch], columns: Sequence[LineMatch], claims: Claims
) -> Iterator[LineMatch]:
    """Pair a column that a slip makes one of theirs, beside two or more that both tables print in one order."""
    theirs = {line.ours: line.theirs for line in columns}
    taken = set(theirs.values())
    count = match.theirs.row_count if match.transposed else match.theirs.column_count
    for column in range(match.ours.column_count):
        for step in (1, -1):
            near = theirs.get(column + step, -1)
            place = near - step
            in_order = column not in theirs and near >= 0 and theirs.get(column + 2 * step) == near + step
            if not in_order or not 0 <= place < count or place in taken:
                continue
            line = LineMatch(column, place, _BY_PLACE, 0, 0)
            if _but_for_a_slip(list(compare_lines(match, rows, [line], claims))):
                yield line
                break


def _but_for_a_slip(beside: Sequence[Comparison]) -> bool:
    differing = [one for one in beside if not vouches(one)]
    return len(differing) == 1 and is_gross_slip(differing[0])


def _tells(comparison: Comparison, digits: int) -> bool:
    return vouches(comparison) and len(comparison.our_number.digits) >= digits


def _are_exchanged(differing: Sequence[Comparison]) -> bool:
    """Whether all that differs is two numbers in each other's place, which chance hardly puts there."""
    telling = all(len(one.our_number.digits) >= _TELLING for one in differing)
    return len(differing) == 2 and telling and exchanged(*differing)


def _is_of_another_size(beside: Sequence[Comparison]) -> bool:
    """Whether the only number that can be compared has the cited digits, and a sign or size no other of ours has."""
    if len(beside) != 1 or unit_slip(beside[0]) not in (Cause.SIGN, Cause.SCALE):
        return False
    return len(beside[0].our_number.digits.strip("0")) >= _TELLING and is_out_of_size(beside[0])
