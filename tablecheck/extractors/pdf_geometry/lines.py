"""Words on one baseline: lines, and the chunks of a line that a wide gap sets apart."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from tablecheck.extractors.pdf_geometry.sheet import Word, median

_SAME_BASELINE = 0.22  # of the text size: half of what a lowered box sinks, far below half a line
_WIDE_GAP = 0.8  # of the size: what sets cells apart for certain; word spaces stretch to 0.6 at most
_BASELINE, _LEFT_END = attrgetter("baseline"), attrgetter("x0")
_SPACE = 0.3  # of the size, between two words
_AFTER_STOP = 2.0  # of the size: the same after a full stop, where justified text may stretch the space


@dataclass(frozen=True, slots=True)
class Chunk:
    """Words of one line that stand no further apart than words of a sentence do."""

    words: tuple[Word, ...]

    @property
    def x0(self) -> float:
        """Left end."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return max(word.x1 for word in self.words)

    @property
    def middle(self) -> float:
        """Centre from left to right."""
        return (self.x0 + self.x1) / 2

    @property
    def text(self) -> str:
        """The words with single spaces."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Line:
    """All words on one baseline, from left to right."""

    baseline: float
    size: float
    words: tuple[Word, ...]

    @property
    def x0(self) -> float:
        """Left end."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return max(word.x1 for word in self.words)

    @property
    def top(self) -> float:
        """Where the highest word begins."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """Where the lowest word ends."""
        return max(word.bottom for word in self.words)

    @property
    def middle(self) -> float:
        """Half the height of a capital above the baseline."""
        return self.baseline - 0.35 * self.size

    @property
    def text(self) -> str:
        """The words with single spaces."""
        return " ".join(word.text for word in self.words)

    @property
    def ink(self) -> float:
        """How much of the line's extent is covered with words, 0 to 1."""
        return sum(word.x1 - word.x0 for word in self.words) / max(1.0, self.x1 - self.x0)

    def chunks(self, gap: float) -> list[Chunk]:
        """Cut the line where words stand further apart than ``gap`` times its size."""
        parts: list[list[Word]] = []
        right = 0.0
        for word in self.words:
            if parts and word.x0 - right < gap * self.size:
                parts[-1].append(word)
                right = max(right, word.x1)
            else:
                parts.append([word])
                right = word.x1
        return [Chunk(tuple(part)) for part in parts]


def lines_of(words: Sequence[Word]) -> list[Line]:
    """Gather words into lines from top to bottom."""
    size = median([word.size for word in words], 10.0)
    groups: list[list[Word]] = []
    for word in sorted(words, key=_BASELINE):
        if groups and word.baseline - groups[-1][0].baseline <= _SAME_BASELINE * min(size, word.size):
            groups[-1].append(word)
        else:
            groups.append([word])
    return [_line(group) for group in groups]


def _line(words: list[Word]) -> Line:
    if len(words) == 1:
        return Line(words[0].baseline, words[0].size, (words[0],))
    words.sort(key=_LEFT_END)
    return Line(median([word.baseline for word in words]), median([word.size for word in words]), tuple(words))


def is_running(line: Line) -> bool:
    """Tell a line of running text, or of one cell, from a line of cells side by side."""
    return all(
        right.x0 - left.x1 < (_AFTER_STOP if left.text[-1] in ".?!:" else _WIDE_GAP) * line.size
        for left, right in itertools.pairwise(line.words)
    )


def would_not_fit(above: Sequence[Word], below: Sequence[Word], room: float) -> bool:
    """Tell whether the first word of a line is too wide to be put at the end of the line above."""
    size = above[0].size
    return above[-1].x1 - above[0].x0 + _SPACE * size + below[0].x1 - below[0].x0 > room


def segments_of(words: Sequence[Word]) -> list[Line]:
    """Gather words into pieces of lines as a reader of columns sees them."""
    segments = []
    for line in lines_of(words):
        part = [line.words[0]]
        for word in line.words[1:]:
            gap = _BLOCK_GAP if word.block != part[-1].block else _COLUMN_GAP
            if word.x0 - part[-1].x1 < gap * line.size:
                part.append(word)
            else:
                segments.append(Line(line.baseline, median([w.size for w in part]), tuple(part)))
                part = [word]
        segments.append(Line(line.baseline, median([w.size for w in part]), tuple(part)))
    return segments


_COLUMN_GAP = 1.05  # of the size; IEEE sets its columns 1.2 em apart, justified lines stretch spaces below 1 em
_BLOCK_GAP = 0.6  # of the size, where the order of printing says that another block begins
