"""What stands on a page once it is turned so that its text reads from left to right."""

from collections.abc import Sequence
from dataclasses import dataclass

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Word:
    """A run of glyphs without a space in it, raised and lowered parts included.

    The box is made of the glyphs' advance widths and, in height, of the font size around the ``baseline``, so
    that words of one line have one height whatever font metrics say. ``block`` is the block of text that the
    PDF's order of printing puts the word in; columns of a page are different blocks.
    """

    x0: float
    x1: float
    baseline: float
    size: float
    text: str
    bold: bool = False
    italic: bool = False
    mono: bool = False
    block: int = 0

    @property
    def top(self) -> float:
        """Where capitals of this size end."""
        return self.baseline - 0.75 * self.size

    @property
    def bottom(self) -> float:
        """Where descenders of this size end."""
        return self.baseline + 0.22 * self.size

    @property
    def middle(self) -> float:
        """Half the height of a capital above the baseline."""
        return self.baseline - 0.35 * self.size


@dataclass(frozen=True, slots=True)
class Rule:
    """A drawn straight line: ``start`` to ``end`` along it, ``at`` across it."""

    start: float
    end: float
    at: float

    @property
    def length(self) -> float:
        """The extent along the line."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class Sheet:
    """Words and rules of one page in one reading direction.

    ``turn`` is the number of quarter turns that were taken back, clockwise; ``width`` and ``height`` are those
    of the turned page. ``curves`` are points on drawn curves and slanted lines, the sign of a figure;
    ``sideways`` are lines printed across the reading direction, each as one word.
    """

    page: int
    width: float
    height: float
    turn: int
    words: tuple[Word, ...]
    horizontal: tuple[Rule, ...] = ()
    vertical: tuple[Rule, ...] = ()
    curves: tuple[tuple[float, float], ...] = ()
    sideways: tuple[Word, ...] = ()

    def to_page(self, box: Box) -> Box:
        """Turn a box of the sheet back into the page's own coordinates."""
        x0, y0, x1, y1 = box
        if self.turn == 1:
            return y0, self.width - x1, y1, self.width - x0
        if self.turn == 2:
            return self.width - x1, self.height - y1, self.width - x0, self.height - y0
        if self.turn == 3:
            return self.height - y1, x0, self.height - y0, x1
        return box


def median(values: Sequence[float], otherwise: float = 0.0) -> float:
    """Give the upper median of some values."""
    return sorted(values)[len(values) // 2] if values else otherwise


def words_inside(words: Sequence[Word], x0: float, y0: float, x1: float, y1: float) -> list[Word]:
    """Pick the words whose middle lies in a box."""
    # word.middle, written out: this is asked of every word of a page a hundred times
    return [
        word for word in words if y0 <= word.baseline - 0.35 * word.size <= y1 and x0 <= (word.x0 + word.x1) / 2 <= x1
    ]
