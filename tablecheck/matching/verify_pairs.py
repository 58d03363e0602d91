"""Pairs the lines of two tables by what they are called, where the values left it open or paired lines crosswise."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from tablecheck.matching.sheet import LineName
from tablecheck.matching.verify_names import name_among, same_name, same_words, telling_words, words_in_common
from tablecheck.model.match import LineMatch

CLEARLY = 0.95  # a name that says the same line; a quarter less says another one
BY_PLACE = 0.7
"""As good as an own name under other headings: enough for a warning, not for an error."""

_MUCH_LESS = 0.25
_HALF = 0.5


def by_label(
    lines: Sequence[LineMatch],
    ours: Sequence[LineName],
    theirs: Sequence[LineName],
    enough: Callable[[float, float], float] = max,
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
    doubtful = [index for index, likeness in enumerate(as_paired) if likeness <= 1 - _MUCH_LESS]
    for place, first in enumerate(doubtful):
        for second in doubtful[place + 1 :]:
            one, other = paired[first], paired[second]
            straight = min(alike(one.ours, other.theirs), alike(other.ours, one.theirs))
            crosswise = enough(shared(first, second), shared(second, first))
            if crosswise >= _HALF and not shared(first, first) and not shared(second, second):
                straight = max(straight, BY_PLACE)
            if straight >= max(BY_PLACE, as_paired[first] + _MUCH_LESS, as_paired[second] + _MUCH_LESS):
                paired[first] = replace(one, theirs=other.theirs, similarity=straight)
                paired[second] = replace(other, theirs=one.theirs, similarity=straight)
                as_paired[first] = as_paired[second] = straight
    return _to_free_namesake(_in_one_section(paired, ours, theirs), ours, theirs)


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
        namesakes = [index for index, name in enumerate(theirs) if same_name(ours[row], name) >= CLEARLY]
        if len(namesakes) == 1:
            alike = same_name(ours[row], theirs[namesakes[0]])
            found.append(LineMatch(row, namesakes[0], alike, 0, 0))
    return found


def between(columns: Sequence[LineMatch], count: int) -> list[LineMatch]:
    """Pair a column that stands between two paired ones in both tables, whatever it is called: "bike", "Bicycle"."""
    theirs = {line.ours: line.theirs for line in columns}
    taken = set(theirs.values())
    found = []
    for column in range(1, count - 1):
        left, right = theirs.get(column - 1), theirs.get(column + 1)
        if column not in theirs and left is not None and right == left + 2 and left + 1 not in taken:
            found.append(LineMatch(column, left + 1, BY_PLACE, 0, 0))
    return found
