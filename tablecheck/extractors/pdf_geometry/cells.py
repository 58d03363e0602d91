"""Cells from rows: what was placed in the same columns, put together as text."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.lines import lines_of
from tablecheck.extractors.pdf_geometry.rows import Row
from tablecheck.extractors.pdf_geometry.sheet import Box, Word


@dataclass(frozen=True, slots=True)
class GridCell:
    """A cell before it becomes a value of the model."""

    row: int
    last_row: int
    first: int
    last: int
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The words line by line, with single spaces."""
        if len(self.words) == 1:
            return self.words[0].text
        text = ""
        for line in lines_of(self.words):
            part = line.text
            joined = len(text) > 2 and text.endswith("-") and text[-2].isalpha() and part[:1].islower()
            text = text[:-1] + part if joined else f"{text} {part}" if text else part
        return text

    @property
    def box(self) -> Box:
        """The box of the words."""
        return (
            min(word.x0 for word in self.words),
            min(word.top for word in self.words),
            max(word.x1 for word in self.words),
            max(word.bottom for word in self.words),
        )


def cells_from(rows: Sequence[Row]) -> list[GridCell]:
    """Put together what was placed in the same columns of a row."""
    cells = []
    for index, row in enumerate(rows):
        groups: dict[tuple[int, int], list[Word]] = {}
        for placed in row.placed:
            span, words = (placed.first, placed.last), list(placed.words)
            for other in [key for key in groups if key[0] <= span[1] and key[1] >= span[0]]:
                words = groups.pop(other) + words
                span = (min(span[0], other[0]), max(span[1], other[1]))
            groups[span] = words
        cells += [GridCell(index, index, *span, tuple(words)) for span, words in sorted(groups.items())]
    return cells
