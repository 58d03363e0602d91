"""Tables that neither a caption nor two rules show: lines of a label and values, one below the other.

Charts have values below each other, too, and lists have columns. So a block of lines is taken for a table only where
nearly all of its rows are a label in words followed by values, and where no caption of a figure follows below.
"""

import itertools
from collections.abc import Iterator, Sequence

from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.expressions import is_numeric
from tablecheck.extractors.pdf_geometry.lines import Line, is_running, lines_of
from tablecheck.extractors.pdf_geometry.plausible import filled_share
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.sheet import Sheet, Word, median, words_inside
from tablecheck.extractors.pdf_geometry.structure import Structure, structure_of

_NEXT_LINE = 2.6  # of the size, from one baseline to the next: \\arraystretch of 2 gives 2.4
_FAR = 1.25  # of the usual step: a line that far above the rows is not their heading
_LONGEST_HEADING = 6  # words of a heading between rows
_FEWEST_ROWS = 3
_FEWEST_COLUMNS = 3
_LABELLED = 0.7  # share of the rows with values that begin with a label
_VALUES = 0.7  # share of the cells beside the labels
_WITH_VALUES = 0.6  # share of all rows: the others are headings
_FILLED = 0.75  # share of the grid
_MARGIN = 3.0  # points around tables that are known already
_FIGURE_REACH = 380.0  # points between the top of a figure and its caption
_STRADDLING = 0.1  # share of the lines that run over the middle of a page of two columns: headings, wide captions
_SAME_LINES = 0.7  # share of a block's lines that go on in the other half of the page
_ON_LINE = 1.0  # points between baselines of one line


def bare_regions(sheet: Sheet, captions: Sequence[Caption], taken: Sequence[Region]) -> list[Region]:
    """Find blocks of labelled values outside the tables that are known."""
    words = [word for word in sheet.words if not _is_taken(word, taken, captions)]
    found: list[Region] = []
    for x0, x1 in _text_columns(words, sheet.width):
        for block in _blocks(lines_of(words_inside(words, x0, 0, x1, sheet.height))):
            region = _region(block)
            if not _goes_on_beside(block, words, x0, x1) and not _above_figure(region, captions):
                structure = structure_of(region, sheet)
                if structure is not None and _is_labelled_values(structure):
                    found.append(region)
    return found


def _is_taken(word: Word, taken: Sequence[Region], captions: Sequence[Caption]) -> bool:
    x, y = (word.x0 + word.x1) / 2, word.middle
    return any(
        box.x0 - _MARGIN <= x <= box.x1 + _MARGIN and box.y0 - _MARGIN <= y <= box.y1 + _MARGIN
        for boxes in (taken, captions)
        for box in boxes
    )


def _text_columns(words: Sequence[Word], width: float) -> list[tuple[float, float]]:
    """Give the page, or its halves where hardly a line runs over its middle."""
    middle = width / 2
    lines = lines_of(words)
    over = sum(any(word.x0 < middle - 2 and word.x1 > middle + 2 for word in line.words) for line in lines)
    return [(0.0, width)] if over > _STRADDLING * len(lines) else [(0.0, middle), (middle, width)]


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Group lines of several cells that follow each other; headings of one cell may stand between them."""
    block: list[Line] = []
    for line in lines:
        if block and line.baseline - block[-1].baseline > _NEXT_LINE * line.size:
            yield from _trimmed(block)
            block = []
        if is_running(line) and (len(line.words) > _LONGEST_HEADING or (block and is_running(block[-1]))):
            yield from _trimmed(block)
            block = []
            continue
        block.append(line)
    yield from _trimmed(block)


def _trimmed(block: list[Line]) -> Iterator[list[Line]]:
    """Leave out what ends a block, or begins it at a distance, without being a row."""
    while block and is_running(block[-1]):
        block = block[:-1]
    steps = [below.baseline - above.baseline for above, below in itertools.pairwise(block)]
    if steps and is_running(block[0]) and steps[0] > _FAR * median(steps):
        block = block[1:]
    if sum(not is_running(line) for line in block) >= _FEWEST_ROWS:
        yield block


def _region(block: Sequence[Line]) -> Region:
    return Region(
        min(line.x0 for line in block),
        min(line.top for line in block),
        max(line.x1 for line in block),
        max(line.bottom for line in block),
    )


def _goes_on_beside(block: Sequence[Line], words: Sequence[Word], x0: float, x1: float) -> bool:
    """Tell half of a wide table from a table in a column of the page."""
    beside = [word.baseline for word in words if not x0 <= (word.x0 + word.x1) / 2 <= x1]
    same = sum(any(abs(line.baseline - other) < _ON_LINE for other in beside) for line in block)
    return same > _SAME_LINES * len(block)


def _above_figure(region: Region, captions: Sequence[Caption]) -> bool:
    below = [c for c in captions if 0 <= c.y0 - region.y1 < _FIGURE_REACH and c.x0 < region.x1 and c.x1 > region.x0]
    first = min(below, key=lambda caption: caption.y0, default=None)
    return first is not None and not first.is_table


def _is_labelled_values(structure: Structure) -> bool:
    if structure.row_count < _FEWEST_ROWS or structure.column_count < _FEWEST_COLUMNS:
        return False
    rows: dict[int, list[GridCell]] = {}
    for cell in structure.cells:
        rows.setdefault(cell.row, []).append(cell)
    body = [row for row in rows.values() if sum(cell.first > 0 and _is_value(cell) for cell in row) >= 2]
    if len(body) < max(_FEWEST_ROWS, _WITH_VALUES * structure.row_count):
        return False
    labels = sum(row[0].first == 0 and any(c.isalpha() for c in row[0].text) for row in body)
    beside = [cell for row in body for cell in row if cell.first > 0]
    values = sum(_is_value(cell) for cell in beside)
    enough = labels >= _LABELLED * len(body) and values >= _VALUES * len(beside)
    return enough and filled_share(structure) >= _FILLED


def _is_value(cell: GridCell) -> bool:
    return is_numeric(cell.words[0].text)
