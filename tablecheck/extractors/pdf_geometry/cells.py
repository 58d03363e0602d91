"""Cells from rows: text put together, and labels stretched over the rows they stand beside."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablecheck.extractors.pdf_geometry.lines import lines_of
from tablecheck.extractors.pdf_geometry.rows import Row
from tablecheck.extractors.pdf_geometry.sheet import Box, Rule, Word, median


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


def stretch_labels(
    cells: list[GridCell], rows: Sequence[Row], partial: Sequence[Rule], column_count: int
) -> list[GridCell]:
    """Let a label that stands centred beside several rows span them, as ``\\multirow`` prints it."""
    step = median([b.baseline - a.baseline for a, b in itertools.pairwise(rows) if a.band == b.band], 12.0)
    taken = {(row, column) for cell in cells for row in [cell.row] for column in range(cell.first, cell.last + 1)}
    for column in range(min(column_count, 3)):
        for block in _blocks(rows, partial, cells, column):
            inside = [cell for cell in cells if cell.first <= column <= cell.last and cell.row in block]
            if len(block) < 2 or len(inside) != 1 or inside[0].first != inside[0].last:
                continue
            label = inside[0]
            _, top, _, bottom = label.box
            size = label.words[0].size
            centre = (rows[block[0]].baseline + rows[block[-1]].baseline) / 2 - 0.27 * size
            filled = all(any(c.row == row and c is not label for c in cells) for row in block)
            if filled and abs((top + bottom) / 2 - centre) <= 0.6 * step:
                stretched = replace(label, row=block[0], last_row=block[-1])
                cells = [stretched if cell is label else cell for cell in cells]
                taken |= {(row, column) for row in block}
    for index, row in enumerate(rows[:-1]):
        for half in row.half_below:
            span = range(half.first, half.last + 1)
            free = rows[index + 1].band == row.band and not any((index + 1, column) in taken for column in span)
            for cell in cells:
                if free and cell.row == cell.last_row == index and cell.first == half.first:
                    cells = [replace(c, last_row=index + 1) if c is cell else c for c in cells]
                    taken |= {(index + 1, column) for column in range(cell.first, cell.last + 1)}
                    break
    return cells


def _blocks(rows: Sequence[Row], partial: Sequence[Rule], cells: Sequence[GridCell], column: int) -> list[list[int]]:
    """Cut the rows where a rule runs across a column."""
    boxes = [cell.box for cell in cells if cell.first == cell.last == column]
    middle = (min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2 if boxes else 0.0
    blocks = [[0]]
    for index in range(1, len(rows)):
        above, below = rows[index - 1], rows[index]
        ruled = any(
            above.baseline < rule.at < below.baseline and rule.start - 3 <= middle <= rule.end + 3 for rule in partial
        )
        if above.band != below.band or ruled:
            blocks.append([index])
        else:
            blocks[-1].append(index)
    return blocks
