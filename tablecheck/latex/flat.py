"""The manuscript as one text without comments, macros and includes, and where each of its characters came from."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field

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
class Flat:
    """A text and the origins of its runs: run ``i`` begins at ``starts[i]`` and comes from ``origins[i]``.

    ``braces`` maps the offset of each opening brace to that of its closing one.
    """

    text: str
    starts: list[int]
    origins: list[Origin]
    braces: Mapping[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "braces", _match_braces(self.text))

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


def _match_braces(text: str) -> dict[int, int]:
    """Pair the braces; an opening one that is never closed has no entry."""
    pairs: dict[int, int] = {}
    open_braces: list[int] = []
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            open_braces.append(match.start())
        elif match[0] == "}" and open_braces:
            pairs[open_braces.pop()] = match.start()
    return pairs
