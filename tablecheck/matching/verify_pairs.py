"""Pairs the lines of two tables by what they are called, where the values left it open or paired lines crosswise."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from tablecheck.matching.sheet import LineName
from tablecheck.matching.verify_names import name_among, same_name, same_words, telling_words, words_in_common
from tablecheck.model.match import LineMatch

CLEARLY = 0.95  # a name that says the same line; a quarter less says another one
BY_PLACE = 0.7
"""As good as an own name under other headings: enough for a warning, not for an error."""

_MOST_BETWEEN = 3  # columns in a row that only their place between two others pairs
_UNLIKE = 0.6  # the most that two names reach which contradict each other
_MUCH_LESS = 0.25
_HALF = 0.5


def by_label(
    lines: Sequence[LineMatch],
    ours: Sequence[LineName],
    theirs: Sequence[LineName],
    enough: Callable[[tuple[float, float]], float] = max,
) -> list[LineMatch]:
    """Pair two lines by their labels where values paired them crosswise; say how alike each pair is by name.

    Where the whole names say nothing, the words that tell the paired lines apart may: ``enough`` says whether
    one of the two must be named rightly, or both. Pairs of lines with contradicting names in which no number
    agrees are no pairs.
    """
    named = [replace(line, similarity=name_among(line.ours, line.theirs, ours, theirs)) for line in lines]
    paired = [line for line in named if line.agreeing or line.similarity >= BY_PLACE]

    def alike(our_line: int, their_line: int) -> float:
        in_sections = BY_PLACE if _contradict(ours[our_line].around, theirs[their_line].around) else 1.0
        return min(name_among(our_line, their_line, ours, theirs), in_sections)

    shared = _words_shared(paired, ours, theirs)
    as_paired = [alike(line.ours, line.theirs) for line in paired]
    for first, second in _pairs_in_doubt(as_paired):
        one, other = paired[first], paired[second]
        names = alike(one.ours, other.theirs), alike(other.ours, one.theirs)
        crosswise = enough((shared(first, second), shared(second, first)))
        if crosswise >= _HALF and not shared(first, first) and not shared(second, second):
            names = max(names[0], BY_PLACE), max(names[1], BY_PLACE)
        elif enough(names) >= BY_PLACE and max(as_paired[first], as_paired[second]) <= _UNLIKE:
            names = max(names[0], BY_PLACE), max(names[1], BY_PLACE)  # the other of two lines is left for the other
        if min(names) >= BY_PLACE and _are_better(names, (as_paired[first], as_paired[second])):
            paired[first] = replace(one, theirs=other.theirs, similarity=names[0])
            paired[second] = replace(other, theirs=one.theirs, similarity=names[1])
            as_paired[first], as_paired[second] = names
    return _to_free_namesake(_in_one_section(paired, ours, theirs), ours, theirs)


def _pairs_in_doubt(as_paired: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Each two lines of which one is not called what it was paired with; the likeness may change meanwhile."""
    for first in range(len(as_paired)):
        for second in range(first + 1, len(as_paired)):
            if min(as_paired[first], as_paired[second]) <= 1 - _MUCH_LESS:
                yield first, second


def _are_better(names: tuple[float, float], as_paired: tuple[float, float]) -> bool:
    """Whether two lines are called each other's, one of them clearly rather than what it was paired with."""
    gains = [now - before for now, before in zip(names, as_paired, strict=True)]
    return min(gains) >= 0 and max(gains) >= _MUCH_LESS


def _in_one_section(
    paired: Sequence[LineMatch], ours: Sequence[LineName], theirs: Sequence[LineName]
) -> list[LineMatch]:
    """Pair lines with their namesakes in the section in which the lines with agreeing numbers stand.

    A line moves where no number of it agrees, or where the numbers that agree stand under the name of another line
    that moves there: then two lines of ours are exchanged.
    """
    votes: Counter[str] = Counter()
    for line in paired:
        votes[theirs[line.theirs].around] += line.agreeing
    home = max(votes, key=lambda around: votes[around], default="")
    if not home or not votes[home]:
        return list(paired)
    moves: dict[int, int] = {}
    for line in paired:
        namesakes = [
            index for index, name in enumerate(theirs)
            if name.around == home and same_name(ours[line.ours], name) >= CLEARLY
        ]  # fmt: skip
        is_elsewhere = theirs[line.theirs].around != home and not line.agreeing
        if len(namesakes) == 1 and namesakes[0] != line.theirs and (is_elsewhere or line.similarity <= 1 - _MUCH_LESS):
            moves[line.ours] = namesakes[0]
    staying = {line.theirs for line in paired if line.ours not in moves}
    targets = Counter(moves.values())
    moves = {mine: other for mine, other in moves.items() if other not in staying and targets[other] == 1}
    leaving = {line.theirs for line in paired if line.ours in moves}
    return [
        replace(line, theirs=moves[line.ours], similarity=same_name(ours[line.ours], theirs[moves[line.ours]]))
        if line.ours in moves and (not line.agreeing or line.theirs in moves.values() or moves[line.ours] in leaving)
        else line
        for line in paired
    ]


def _words_shared(
    paired: Sequence[LineMatch], ours: Sequence[LineName], theirs: Sequence[LineName]
) -> Callable[[int, int], float]:
    """Give a function that compares paired lines by the words alone that no other of them has."""
    mine = telling_words([ours[line.ours].printed for line in paired])
    other = telling_words([theirs[line.theirs].printed for line in paired])

    def shared(first: int, second: int) -> float:
        return words_in_common(mine[first], other[second])

    return shared


def _contradict(one: str, other: str) -> bool:
    """Whether two headings of sections are two; a missing one contradicts none."""
    return bool(one and other) and same_words(one, other) < _HALF


def _to_free_namesake(
    paired: Sequence[LineMatch], ours: Sequence[LineName], theirs: Sequence[LineName]
) -> list[LineMatch]:
    """Pair a line with the only one of its name, where values paired it with a line of another name.

    Where no number agrees, a letter that differs is enough for another name, and two such lines may change places.
    """
    moves: dict[int, int] = {}
    for line in paired:
        needed = CLEARLY if line.similarity < CLEARLY else 1.0
        if line.similarity >= CLEARLY and (line.agreeing or line.similarity == 1):
            continue
        namesakes = [index for index, name in enumerate(theirs) if same_name(ours[line.ours], name) >= needed]
        twins = sum(name.full == ours[line.ours].full for name in ours)
        if len(namesakes) == 1 and twins == 1 and namesakes[0] != line.theirs:
            moves[line.ours] = namesakes[0]
    staying = {line.theirs for line in paired if line.agreeing or line.ours not in moves}
    targets = Counter(moves.values())
    return [
        replace(line, theirs=moves[line.ours], similarity=1.0)
        if line.ours in moves and moves[line.ours] not in staying and targets[moves[line.ours]] == 1
        else line
        for line in paired
    ]


def repeated(
    rows: Sequence[LineMatch], claiming: set[int], ours: Sequence[LineName], theirs: Sequence[LineName]
) -> list[LineMatch]:
    """Pair the further rows of ours that bear the name of one row of theirs, which a matcher pairs only once."""
    found = []
    for row in sorted(claiming - {line.ours for line in rows}):
        namesake = the_namesake(ours[row], theirs)
        if namesake is not None:
            found.append(LineMatch(row, namesake, same_name(ours[row], theirs[namesake]), 0, 0))
    return found


def the_namesake(name: LineName, theirs: Sequence[LineName]) -> int | None:
    """The only line of theirs of a name: that of the very words, or else that of a name a letter away.

    "ResNet-101" has its namesake in "ResNet-101", though "ResNeSt-101" stands beside it.
    """
    alike = [same_name(name, other) for other in theirs]
    for needed in (1.0, CLEARLY):
        namesakes = [index for index, one in enumerate(alike) if one >= needed]
        if namesakes:
            return namesakes[0] if len(namesakes) == 1 else None
    return None


def between(columns: Sequence[LineMatch]) -> Iterator[tuple[LineMatch, ...]]:
    """Pair the columns that stand between two paired ones in both tables, equally many: "bike", "Bicycle".

    Where several stand between, it is for the caller to see that the numbers do not speak against it.
    """
    theirs = {line.ours: line.theirs for line in columns}
    taken = set(theirs.values())
    for left, right in pairwise(sorted(theirs)):
        gap = range(1, right - left)
        ahead = [theirs[left] + step for step in gap]
        if 0 < len(gap) <= _MOST_BETWEEN and theirs[right] == theirs[left] + right - left and taken.isdisjoint(ahead):
            yield tuple(LineMatch(left + step, theirs[left] + step, BY_PLACE, 0, 0) for step in gap)
