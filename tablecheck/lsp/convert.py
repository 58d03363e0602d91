"""Code points to the positions of a client and back; nowhere else do positions change their units."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lsprotocol import types

from tablecheck.model.place import Span

Encoding = types.PositionEncodingKind
_LINE_END = re.compile(r"\r\n|\n|\r")  # as the protocol counts lines, whatever else Unicode calls a line end


@dataclass(frozen=True, eq=False)
class Lines:
    """A text and where its lines begin, counted as the protocol counts them."""

    text: str

    @cached_property
    def starts(self) -> Sequence[int]:
        """The offset at which each line begins."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def replaced(self, span: Span, text: str) -> "Lines":
        """The text with another one in the place of a span; where its lines begin is worked out around there only."""
        changed = Lines(self.text[: span.start] + text + self.text[span.end :])
        by = len(text) - (span.end - span.start)
        # A line end may grow together or fall apart at either edge, so a character more on both sides is looked at.
        first = bisect_left(self.starts, max(1, span.start))
        last = bisect_right(self.starts, span.end + 1)
        begin, end = max(0, span.start - 1), span.end + by + 1
        inner = [match.end() for match in _LINE_END.finditer(changed.text, begin, min(end + 1, len(changed.text)))]
        kept = [one for one in inner if one >= max(1, span.start) and one <= end]
        starts = [*self.starts[:first], *kept, *(one + by for one in self.starts[last:])]
        object.__setattr__(changed, "starts", starts)
        return changed

    def end_of(self, line: int) -> int:
        """Where a line ends, before its line end."""
        if line + 1 >= len(self.starts):
            return len(self.text)
        end = self.starts[line + 1] - 1
        return end - 1 if self.text[end - 1 : end + 1] == "\r\n" else end


def to_position(lines: Lines, offset: int, encoding: str) -> types.Position:
    """Turn an offset into a position of the client."""
    line = bisect_right(lines.starts, offset) - 1
    return types.Position(line, _units(lines.text[lines.starts[line] : offset], encoding))


def to_range(lines: Lines, span: Span, encoding: str) -> types.Range:
    """Turn a span into a range of the client."""
    return types.Range(to_position(lines, span.start, encoding), to_position(lines, span.end, encoding))


def to_offset(lines: Lines, position: types.Position, encoding: str) -> int:
    """Turn a position of the client into an offset.

    What lies behind the end of a line is its end, as the protocol says; what lies inside a character is its start.
    """
    if position.line >= len(lines.starts):
        return len(lines.text)
    start = lines.starts[position.line]
    text = lines.text[start : lines.end_of(position.line)]
    if encoding == Encoding.Utf32 or text.isascii():
        return start + min(position.character, len(text))
    left = position.character
    for index, character in enumerate(text):
        left -= _units(character, encoding)
        if left < 0:
            return start + index
    return start + len(text)


def to_span(lines: Lines, span: types.Range, encoding: str) -> Span:
    """Turn a range of the client into a span; one that is turned round is empty."""
    start = to_offset(lines, span.start, encoding)
    return Span(start, max(start, to_offset(lines, span.end, encoding)))


def _units(text: str, encoding: str) -> int:
    if encoding == Encoding.Utf32 or text.isascii():
        return len(text)
    if encoding == Encoding.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
