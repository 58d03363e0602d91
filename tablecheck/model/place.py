"""Where something stands: in a text by code points, on a page by PDF points."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points in the original text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def __contains__(self, offset: int) -> bool:
        return self.start <= offset < self.end


@dataclass(frozen=True, slots=True, order=True)
class TextPlace:
    """A span of one file; ``path`` is as the manuscript names it, with forward slashes."""

    path: str
    span: Span


@dataclass(frozen=True, slots=True, order=True)
class PagePlace:
    """A box on a page.

    ``page`` counts from 0; the coordinates are PDF points with the origin at the top left.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def bbox(self) -> tuple[float, float, float, float]:
        """``(x0, y0, x1, y1)``."""
        return self.x0, self.y0, self.x1, self.y1


@dataclass(frozen=True, slots=True)
class LineColumn:
    """A position as people count it: both numbers start at 1, columns are code points."""

    line: int
    column: int


def line_starts(text: str) -> tuple[int, ...]:
    """Give the offset at which each line of ``text`` begins."""
    starts = [0]
    for offset, character in enumerate(text):
        if character == "\n":
            starts.append(offset + 1)
    return tuple(starts)


def line_column(starts: Sequence[int], offset: int) -> LineColumn:
    """Turn a code-point offset into line and column; ``starts`` comes from ``line_starts``."""
    line = bisect_right(starts, offset) - 1
    return LineColumn(line + 1, offset - starts[line] + 1)
