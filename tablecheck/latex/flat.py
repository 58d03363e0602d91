"""The manuscript as one text without comments, macros and includes, and where each of its characters came from."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablecheck.model.place import Span, TextPlace

EXACT = -1
HIDDEN = 0xE000  # verbatim specials are moved to this private plane, so that no scanner takes them for TeX
_SPECIALS = "\\{}$&#^_~%[]"
_HIDE = {ord(character): HIDDEN + ord(character) for character in _SPECIALS}
_SHOW = {HIDDEN + ord(character): character for character in _SPECIALS}
_BRACE = re.compile(r"\\.|[{}]", re.S)

Origin = tuple[str, int, int]
"""Path, offset of the first character, and either ``EXACT`` (the characters follow one by one) or the end
of the source range that all characters of the run stand for, such as a call of a macro."""


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """A part of a flat text that may stand elsewhere too, all of it counted from its own beginning.

    ``starts`` and ``origins`` are those of its runs, the origins counted from where it begins in its file; behind
    ``goes_on`` its last run would go on there. ``braces`` are its opening braces and their closing ones, ``None`` where
    some are not paired within it. ``cost`` is what expanding it took off the budget. ``noted`` is what readers of the
    flat text have worked out of it.
    """

    chunks: tuple[str, ...]
    text: str
    starts: tuple[int, ...]
    origins: tuple[tuple[int, int], ...]
    goes_on: int | None
    cost: int
    braces: tuple[tuple[int, ...], tuple[int, ...]] | None = field(init=False, repr=False)
    noted: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "braces", _paired_braces(self.text))


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """Where a stretch stands: its offset in the flat text, its file, and its offset there."""

    stretch: Stretch
    at: int
    path: str
    low: int

    @property
    def end(self) -> int:
        """Where it ends in the flat text."""
        return self.at + len(self.stretch.text)


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """A text and the origins of its runs: run ``i`` begins at ``starts[i]`` and comes from ``origins[i]``.

    ``stands`` are the parts of it that may be known from before, in order. ``braces`` maps the offset of each opening
    brace to that of its closing one.
    """

    text: str
    starts: list[int]
    origins: list[Origin]
    stands: tuple[Stand, ...] = ()
    braces: Mapping[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "braces", _match_braces(self.text, self.stands))

    def place(self, start: int, end: int) -> TextPlace:
        """The narrowest place in one file that covers a range of the flat text."""
        first, last = self._run(start), self._run(max(start, end - 1))
        path, low, _ = self._origin(first, start)
        if first == last and self.origins and self.origins[first][2] == EXACT:
            return TextPlace(path, Span(low, low + end - start))
        high = low
        for run in range(first, last + 1):
            offset = max(start, self.starts[run])
            until = min(end, self.starts[run + 1] if run + 1 < len(self.starts) else len(self.text))
            run_path, run_low, run_high = self._origin(run, offset)
            if run_path == path:
                low = min(low, run_low)
                exact = self.origins[run][2] == EXACT
                high = max(high, run_low + max(0, until - offset) if exact else run_high)
        return TextPlace(path, Span(low, max(low, high)))

    def _run(self, offset: int) -> int:
        return max(0, bisect_right(self.starts, offset) - 1)

    def _origin(self, run: int, offset: int) -> Origin:
        if not self.origins:
            return "", 0, 0
        path, low, high = self.origins[run]
        if high == EXACT:
            low += offset - self.starts[run]
            return path, low, low + 1
        return path, low, high


def hide(text: str) -> str:
    """Move the special characters of a verbatim text out of the way; the length stays the same."""
    return text.translate(_HIDE)


def show(text: str) -> str:
    """Give a text its verbatim specials back."""
    return text.translate(_SHOW)


def _match_braces(text: str, stands: Sequence[Stand] = ()) -> dict[int, int]:
    """Pair the braces; an opening one that is never closed has no entry.

    A stretch whose braces are all paired within it changes nothing for those around it.
    """
    pairs: dict[int, int] = {}
    open_braces: list[int] = []
    position = 0
    for stand in stands:
        if stand.stretch.braces is None or text[stand.at - 1 : stand.at] == "\\":
            continue
        _pair(text, position, stand.at, pairs, open_braces)
        opening, closing = stand.stretch.braces
        pairs.update(zip(map(stand.at.__add__, opening), map(stand.at.__add__, closing), strict=True))
        position = stand.end
    _pair(text, position, len(text), pairs, open_braces)
    return pairs


def _pair(text: str, start: int, end: int, pairs: dict[int, int], open_braces: list[int]) -> bool:
    """Go on with pairing braces; tells whether none was closed that was not open."""
    all_open = True
    for match in _BRACE.finditer(text, start, end):
        if match[0] == "{":
            open_braces.append(match.start())
        elif match[0] == "}":
            if open_braces:
                pairs[open_braces.pop()] = match.start()
            else:
                all_open = False
    return all_open


def _paired_braces(text: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    pairs: dict[int, int] = {}
    left: list[int] = []
    if not _pair(text, 0, len(text), pairs, left) or left or text.endswith("\\"):
        return None
    return tuple(pairs), tuple(pairs.values())
