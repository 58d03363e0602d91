"""Rows of ours that stand under another heading of theirs than the rest, which prints the same measures again."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from tablecheck.matching.sheet import LineName
from tablecheck.matching.verify_lines import Comparison, compare_lines, names_of
from tablecheck.matching.verify_names import name_among, same_words
from tablecheck.matching.verify_pairs import BY_PLACE
from tablecheck.model.match import LineMatch, TableMatch
from tablecheck.model.table import Cell

_SAME = 0.85  # likeness of the own names of two columns under whatever headings
_TELLING = 3  # digits of a number that chance hardly repeats under the same measure
_FEWEST = 2  # such numbers that place a row

Claims = Callable[[Cell], bool]


def in_blocks(match: TableMatch, columns: Sequence[LineMatch], claims: Claims) -> Iterator[Comparison]:
    """Compare rows with a block of columns other than the one that most rows of ours are laid beside.

    A block is a run of columns of theirs under one heading with own names of ours, in the same order. Two numbers that
    chance hardly repeats, and no more of them in any other place, show the block and a row of a name like ours.
    """
    if match.transposed:
        return
    names = names_of(match)
    home = {column.ours: column.theirs - column.ours for column in columns}
    alike = _alike(names.our_columns, names.their_columns)
    repeated = {mine for mine, times in Counter(mine for mine, _ in alike).items() if times > 1}
    blocks: dict[int, TableMatch] = {}
    for row, shift, other in _placed(match, alike, repeated, claims):
        here = [mine for mine, theirs in sorted(alike) if theirs - mine == shift]
        alike_by_name = name_among(row, other, names.our_rows, names.their_rows)
        if alike_by_name < BY_PLACE or all(home.get(mine) == shift for mine in here):
            continue
        lines = [LineMatch(mine, mine + shift, BY_PLACE, 0, 0) for mine in here]
        block = blocks.setdefault(shift, replace(match))
        line = LineMatch(row, other, alike_by_name, 0, 0)
        yield from compare_lines(block, [line], lines, claims)


def _alike(ours: Sequence[LineName], theirs: Sequence[LineName]) -> set[tuple[int, int]]:
    """The pairs of columns under two headings that have two columns of the same own names, in the same order."""
    groups = Counter(
        (other - mine, _heading(name), _heading(their_name))
        for mine, name in enumerate(ours)
        for other, their_name in enumerate(theirs)
        if name.nearest and same_words(name.nearest, their_name.nearest) >= _SAME
    )
    return {
        (mine, mine + shift)
        for (shift, heading, their_heading), count in groups.items()
        for mine, name in enumerate(ours)
        if count >= _FEWEST and _heading(name) == heading and 0 <= mine + shift < len(theirs)
        if _heading(theirs[mine + shift]) == their_heading
    }


def _heading(name: LineName) -> str:
    return name.full.removesuffix(name.nearest)


def _placed(
    match: TableMatch, alike: set[tuple[int, int]], repeated: set[int], claims: Claims
) -> Iterator[tuple[int, int, int]]:
    """Find the rows that telling numbers place: our row, the shift of its columns, and their row."""
    places: dict[Decimal, list[Cell]] = defaultdict(list)
    for cell in match.theirs.number_cells():
        places[cell.numbers[0].value].append(cell)
    votes: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    for cell in match.ours.number_cells():
        if cell.column not in repeated or len(cell.numbers[0].digits) < _TELLING or not claims(cell):
            continue
        for other in places[cell.numbers[0].value]:
            if (cell.column, other.column) in alike:
                votes[cell.row][other.column - cell.column, other.row] += 1
    for row, counted in sorted(votes.items()):
        (place, most), *rest = counted.most_common(2)
        if most >= _FEWEST and (not rest or rest[0][1] < most):
            yield row, *place
