"""Reads which cells a model links, however it writes pairs of places."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablecheck.backends.llm.loose import Entries, Value, values_in
from tablecheck.model.table import Table

Place = tuple[int, int]

_TWO_NUMBERS = re.compile(r"\D{0,12}(\d{1,6})\D{1,12}(\d{1,6})\D{0,3}")
_ARROWED = re.compile(
    r"(\d{1,6})\s*,\s*(\d{1,6})[\s)\]\"'`*]*(?:→|->|=>|:|=|matches|repeats)[\s(\[\"'`*]*(\d{1,6})\s*,\s*(\d{1,6})"
)
_THEIRS = re.compile(r"their|source|cited|second|reference|to$", re.I)


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a reply: places of ours to places of theirs, row and column counted from 0.

    ``outside`` counts links to places that a table does not have, ``doubled`` those of a cell that is linked
    already. ``is_readable`` is false where there is nothing in the reply that could be an answer.
    """

    cells: dict[Place, Place]
    outside: int = 0
    doubled: int = 0
    is_readable: bool = True


def read_links(reply: str, ours: Table, theirs: Table) -> Links:
    """Read a reply; what points outside a table or links a cell twice is dropped and counted.

    Of several lists or dictionaries the largest counts, the last of those that are equal: models explain first.
    """
    values = values_in(reply)
    by_value = [list(_links(value)) for value in values]
    most = max(map(len, by_value), default=0)
    if most > 1:
        links = next(one for one in reversed(by_value) if len(one) == most)
    else:
        links = [link for one in by_value for link in one] or _arrowed(reply)
    cells: dict[Place, Place] = {}
    outside = doubled = 0
    taken: set[Place] = set()
    for our, their in dict.fromkeys(links):
        if ours.at(*our) is None or theirs.at(*their) is None:
            outside += 1
        elif our in cells or their in taken:
            doubled += 1
        else:
            cells[our] = their
            taken.add(their)
    return Links(cells, outside, doubled, is_readable=bool(links) or any(not _has_content(one) for one in values))


def _links(value: Value) -> Iterator[tuple[Place, Place]]:
    if isinstance(value, Entries):
        yield from _entries(value)
    elif isinstance(value, tuple):
        if len(value) == 4 and _are_indices(value):
            yield (_index(value[0]), _index(value[1])), (_index(value[2]), _index(value[3]))
        elif len(value) == 2 and (pair := _pair(*value)):
            yield pair
        else:
            for one in value:
                yield from _links(one)


def _entries(entries: Entries) -> Iterator[tuple[Place, Place]]:
    named = [(key, value) for key, value in entries.pairs if isinstance(key, str) and _place(key) is None]
    if len(named) == len(entries.pairs):
        numbers = [(key, value) for key, value in named if _are_indices((value,))]
        if len(numbers) == 4:
            theirs = [_index(value) for key, value in numbers if _THEIRS.search(key)]
            ours = [_index(value) for key, value in numbers if not _THEIRS.search(key)]
            if len(ours) == len(theirs) == 2:
                yield (ours[0], ours[1]), (theirs[0], theirs[1])
                return
        places = [(key, place) for key, value in named if (place := _place(value)) is not None]
        if len(places) == 2:
            (first, one), (_, other) = places
            yield (other, one) if _THEIRS.search(first) else (one, other)
            return
    for key, value in entries.pairs:
        if pair := _pair(key, value):
            yield pair
        else:
            yield from _links(value)


def _pair(one: Value, other: Value) -> tuple[Place, Place] | None:
    ours, theirs = _place(one), _place(other)
    return (ours, theirs) if ours is not None and theirs is not None else None


def _place(value: Value) -> Place | None:
    """A place: two whole numbers, a text with two, or a dictionary of a row and a column."""
    if isinstance(value, Entries):
        value = tuple(one for _, one in value.pairs)
    if isinstance(value, str):
        match = _TWO_NUMBERS.fullmatch(value)
        return (int(match[1]), int(match[2])) if match else None
    if isinstance(value, tuple) and len(value) == 1:
        return _place(value[0])
    if isinstance(value, tuple) and len(value) == 2 and _are_indices(value):
        return _index(value[0]), _index(value[1])
    return None


def _are_indices(values: Sequence[Value]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) and value >= 0 for value in values)


def _index(value: Value) -> int:
    assert isinstance(value, int)  # noqa: S101 - asked before
    return value


def _arrowed(reply: str) -> list[tuple[Place, Place]]:
    return [
        ((int(row), int(column)), (int(their_row), int(their_column)))
        for row, column, their_row, their_column in _ARROWED.findall(reply[:200_000])
    ]


def _has_content(value: Value) -> bool:
    """Whether there is more in a value than empty lists, which say that nothing is linked."""
    if isinstance(value, Entries):
        return any(_has_content(one) for _, one in value.pairs)
    return not isinstance(value, tuple) or any(_has_content(one) for one in value)
