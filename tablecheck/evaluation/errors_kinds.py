"""The slips that are planted in clean tables: what each kind does to the numbers of a table."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from tablecheck.model.headers import column_path, normal_label, row_path
from tablecheck.model.number import find_numbers
from tablecheck.model.table import Cell, Table, with_numbers

Place = tuple[int, int]
Edits = dict[Place, str]
"""New cell texts by row and column."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A table with a slip in it: the places it touches, and what an older version of the source prints there."""

    table: Table
    places: frozenset[Place]
    older: Mapping[Place, str]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A clean table and where its cells come from; slips are planted in those cells only."""

    ours: Table
    theirs: Table
    truth: Mapping[Place, Place]


_SCALES = (0, 2, -2)  # at which a clean number may repeat the cited one: as printed, as per cent for a share, reversed

Plant = Callable[[Ground, random.Random], Edits | None]


def plant(kind: str, ground: Ground, chance: random.Random) -> Planted | None:
    """Plant a slip; ``None`` where the table has no room for one of its kind.

    A slip after which every touched number still agrees with its source is no slip and is not planted.
    """
    edits = _KINDS[kind](ground, chance)
    if not edits or any(text == _cell(ground.ours, place).text for place, text in edits.items()):
        return None
    table = _edited(ground.ours, edits)
    if kind == "header exchanged":
        return Planted(table, _lines_below(ground, edits), {})
    if any(_cell(table, place).number is None for place in edits):
        return None
    if all(still_agrees(ground, table, place) for place in edits):
        return None
    older = {ground.truth[place]: text for place, text in edits.items()} if kind == "older value" else {}
    return Planted(table, frozenset(edits), older)


def still_agrees(ground: Ground, table: Table, place: Place) -> bool:
    """Whether a number repeats its source as printed, or at the scale at which it did before."""
    ours, theirs = (
        _cell(table, place).number,
        _cell(ground.theirs, ground.truth[place]).number if place in ground.truth else None,
    )
    if ours is None or theirs is None:
        return False
    before = _cell(ground.ours, place).number
    scales = [power for power in _SCALES if before is not None and before.agrees_with(theirs.scaled(power))]
    return any(ours.agrees_with(theirs.scaled(power)) for power in (0, *(scales or _SCALES)))


def _one(change: Callable[[str, random.Random], str | None]) -> Plant:
    """A kind that changes the digits of one number."""

    def apply(ground: Ground, chance: random.Random) -> Edits | None:
        place = chance.choice(sorted(ground.truth))
        cell = _cell(ground.ours, place)
        if cell.number is None:
            return None
        new = change(cell.number.text, chance)
        return {place: _with_text(cell, new)} if new is not None else None

    return apply


def _digits_exchanged(text: str, chance: random.Random) -> str | None:
    places = [index for index, character in enumerate(text) if character.isdigit()]
    pairs = [(a, b) for a, b in pairwise(places) if text[a] != text[b]]
    pairs = [(a, b) for a, b in pairs if not (a == places[0] and text[b] == "0" and len(places) > 1 and b == a + 1)]
    if not pairs:
        return None
    a, b = chance.choice(pairs)
    return text[:a] + text[b] + text[a + 1 : b] + text[a] + text[b + 1 :]


def _one_digit_off(text: str, chance: random.Random) -> str | None:
    places = [index for index, character in enumerate(text) if character.isdigit()][:-1]
    if not places:
        return None
    at = chance.choice(places)
    choices = [digit for digit in "123456789" if digit != text[at]]
    return text[:at] + chance.choice(choices) + text[at + 1 :]


def _last_digit_off(text: str, chance: random.Random) -> str | None:
    if "." not in text or not text[-1].isdigit():
        return None
    moved = int(text[-1]) + chance.choice((-1, 1, 2, -2))
    return text[:-1] + str(moved) if 0 <= moved <= 9 else None


def _times(power: int) -> Callable[[str, random.Random], str | None]:
    def change(text: str, chance: random.Random) -> str | None:
        try:
            value = Decimal(text).scaleb(chance.choice((power, -power)))
        except ArithmeticError:
            return None
        return f"{value:f}"

    return change


def _negated(text: str, chance: random.Random) -> str | None:
    return text[1:] if text[0] in "-−–" else "-" + text.lstrip("+")


def _complement(text: str, chance: random.Random) -> str | None:
    try:
        value = Decimal(text)
    except ArithmeticError:
        return None
    return f"{100 - value:f}" if 1 < value < 99 and value != 50 else None


def _of_neighbour_column(ground: Ground, chance: random.Random) -> Edits | None:
    place = chance.choice(sorted(ground.truth))
    cell, source = _cell(ground.ours, place), ground.truth[place]
    columns = [column for column in range(ground.theirs.column_count) if column != source[1]]
    near = sorted(columns, key=lambda column: abs(column - source[1]))[:2]
    texts = [
        other.number.text
        for column in near
        if (other := ground.theirs.at(source[0], column)) and other.number and not other.is_header
    ]
    if not texts or cell.number is None:
        return None
    return {place: _with_text(cell, chance.choice(texts))}


def _older_value(ground: Ground, chance: random.Random) -> Edits | None:
    place = chance.choice(sorted(ground.truth))
    cell = _cell(ground.ours, place)
    if cell.number is None or cell.number.decimals <= 0:
        return None
    value = cell.number.value * Decimal(str(round(chance.uniform(0.96, 1.04), 4)))
    return {place: _with_text(cell, f"{value:.{cell.number.decimals}f}")}


def _two_cells(ground: Ground, chance: random.Random) -> Edits | None:
    places = sorted(ground.truth)
    one = chance.choice(places)
    near = [place for place in places if place != one and (place[0] == one[0] or place[1] == one[1])]
    return _exchanged(ground, [(one, chance.choice(near))]) if near else None


def _two_lines(axis: int) -> Plant:
    """Two columns (1) or rows (0) exchange all the numbers that were copied in both."""

    def apply(ground: Ground, chance: random.Random) -> Edits | None:
        lines = sorted({place[axis] for place in ground.truth})
        if len(lines) < 2:
            return None
        first, second = chance.sample(lines, 2)
        if _name(ground.ours, axis, first) == _name(ground.ours, axis, second):
            return None  # lines of one name in another order say the same
        pairs = [(place, _moved(place, axis, second)) for place in sorted(ground.truth) if place[axis] == first]
        pairs = [pair for pair in pairs if pair[1] in ground.truth]
        return _exchanged(ground, pairs) if len(pairs) >= 2 else None

    return apply


def _name(table: Table, axis: int, line: int) -> tuple[str, ...]:
    path = column_path(table, line) if axis else row_path(table, line)
    return tuple(map(normal_label, path))


def _header_exchanged(ground: Ground, chance: random.Random) -> Edits | None:
    """Two headers of columns, or two labels of rows, change places."""
    top = {place[1]: (min(place[0] for place in ground.truth) - 1, place[1]) for place in ground.truth}
    side = {place[0]: (place[0], 0) for place in ground.truth}
    for cells in chance.sample([list(top.values()), list(side.values())], 2):
        named = [
            place for place in cells if (cell := ground.ours.at(*place)) and cell.text.strip() and not cell.numbers
        ]
        named = [
            place for place in named if _cell(ground.ours, place).row_span == _cell(ground.ours, place).column_span == 1
        ]
        if len(named) >= 2:
            one, other = chance.sample(named, 2)
            if normal_label(_cell(ground.ours, one).text) == normal_label(_cell(ground.ours, other).text):
                return None  # two references, or one name twice: the table says what it said
            return {one: _cell(ground.ours, other).text, other: _cell(ground.ours, one).text}
    return None


_KINDS: Mapping[str, Plant] = {
    "digits exchanged": _one(_digits_exchanged),
    "one digit off": _one(_one_digit_off),
    "neighbour column": _of_neighbour_column,
    "last digit": _one(_last_digit_off),
    "times ten": _one(_times(1)),
    "times hundred": _one(_times(2)),
    "sign": _one(_negated),
    "complement": _one(_complement),
    "two cells exchanged": _two_cells,
    "two columns exchanged": _two_lines(1),
    "two rows exchanged": _two_lines(0),
    "header exchanged": _header_exchanged,
    "older value": _older_value,
}
KINDS = tuple(_KINDS)


def _exchanged(ground: Ground, pairs: Sequence[tuple[Place, Place]]) -> Edits | None:
    edits: Edits = {}
    for one, other in pairs:
        ours, theirs = _cell(ground.ours, one), _cell(ground.ours, other)
        if ours.number is None or theirs.number is None:
            return None
        if ours.number.value != theirs.number.value:
            edits[one] = _with_text(ours, theirs.number.text)
            edits[other] = _with_text(theirs, ours.number.text)
    return edits


def _lines_below(ground: Ground, edits: Edits) -> frozenset[Place]:
    rows = {place[0] for place in edits}
    if len(rows) == 1:
        columns = {place[1] for place in edits}
        return frozenset(place for place in ground.truth if place[1] in columns)
    return frozenset(place for place in ground.truth if place[0] in rows)


def _edited(table: Table, edits: Edits) -> Table:
    return replace(
        table,
        cells=tuple(
            _read_again(cell, edits[cell.row, cell.column]) if (cell.row, cell.column) in edits else cell
            for cell in table.cells
        ),
    )


def _read_again(cell: Cell, text: str) -> Cell:
    read = with_numbers(replace(cell, text=text))
    places = [number.place for number in cell.numbers]
    if len(places) != len(read.numbers):
        return read
    return replace(read, numbers=tuple(replace(n, place=p) for n, p in zip(read.numbers, places, strict=True)))


def _with_text(cell: Cell, text: str) -> str:
    found = find_numbers(cell.text)
    if not found:
        return cell.text
    return cell.text[: found[0].start] + text + cell.text[found[0].end :]


def _cell(table: Table, place: Place) -> Cell:
    cell = table.at(*place)
    if cell is None:
        raise LookupError(f"no cell at {place}")
    return cell


def _moved(place: Place, axis: int, line: int) -> Place:
    return (line, place[1]) if axis == 0 else (place[0], line)
