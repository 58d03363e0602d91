"""Stretches of a file expanded before, by all that it depends on: who reads a text again expands what has changed.

A stretch ends with a blank line. What it prints depends on its own text, on what is defined where it begins, and on a
few characters around it, unless something in it looks further; such a stretch is expanded each time.
"""

import re
from collections.abc import Hashable
from dataclasses import dataclass

from tablecheck.latex.flat import Stretch
from tablecheck.latex.macros import Macro
from tablecheck.latex.reader import Piece

_SHORTEST = 800  # characters; shorter ones cost as much to remember as to read
_BEFORE, _AFTER = 60, 100  # characters around a stretch that some commands look at, behind white space
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_SPACE = re.compile(r"\s*")

Key = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is defined and open at a place of the text; two places of the same facts read the same text alike."""

    macros: dict[str, Macro]
    environments: dict[str, tuple[Macro, Macro]]
    column_types: dict[str, Macro]
    switches: dict[str, bool]
    excluded: set[str]
    scopes: tuple[object, ...]
    open_conditions: int
    began: bool
    depth: int


class StretchMemo:
    """Remembers the stretches of the last reading of one manuscript; what a reading does not use is forgotten."""

    def __init__(self) -> None:
        self._known: dict[Key, Stretch] = {}
        self._used: dict[Key, Stretch] = {}
        self._facts: list[Facts] = []
        self._used_facts: list[Facts] = []

    def begin(self) -> None:
        """Begin a reading."""
        self._used, self._used_facts = {}, []

    def end(self) -> None:
        """End a reading that came to its end."""
        self._known, self._facts = self._used, self._used_facts

    def name_of(self, facts: Facts) -> int:
        """A number for facts, which are kept with it as long as it may be asked for."""
        known = next((one for one in (*self._used_facts, *self._facts) if one == facts), facts)
        if not any(one is known for one in self._used_facts):
            self._used_facts.append(known)
        return id(known)

    def get(self, key: Key) -> Stretch | None:
        """Give a stretch that was expanded before."""
        known = self._used.get(key) or self._known.get(key)
        if known is not None:
            self._used[key] = known
        return known

    def put(self, key: Key, stretch: Stretch) -> None:
        """Remember a stretch."""
        self._used[key] = stretch


def end_of_stretch(piece: Piece) -> int:
    """Where the stretch ends that begins where a file is being read: behind a blank line, or with the file."""
    found = _BLANK_LINE.search(piece.text, piece.position + _SHORTEST, piece.end)
    return found.end() if found else piece.end


def texts_of(piece: Piece, end: int) -> tuple[str, str, str]:
    """The text of a stretch that begins where a file is being read, what stands before it, and what stands behind."""
    start = piece.position
    space = _SPACE.match(piece.text, end)
    after = space.end() if space else end
    return piece.text[start:end], piece.text[max(0, start - _BEFORE) : start], piece.text[end : after + _AFTER]
