"""A column of centred entries in a frame, as ``\\fbox`` draws around a ``tabular`` of one column.

Text in a frame is mostly something else: running text, a listing, the legend of a chart, the label of a box in a
drawing. None of these centres several short lines on one axis.
"""

import itertools
from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.bands import sides_of
from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.lines import Line, is_running, lines_of, would_not_fit
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, words_inside
from tablecheck.extractors.pdf_geometry.structure import Structure

_FEWEST = 4  # lines; boxes of a drawing are labelled with one to three
_CENTRED = 0.15  # of the size: how far the middle of a line may be from the axis
_BESIDE = 2.0  # points around a frame that nothing drawn reaches into or touches


def framed_column(region: Region, sheet: Sheet) -> Structure | None:
    """Read a region that is nothing but a frame around centred lines, each a cell; ``None`` for anything else."""
    if len(region.rules) != 2 or not _stands_alone(region, region.rules[0], region.rules[1], sheet):
        return None
    words = words_inside(sheet.words, region.x0, region.y0, region.x1, region.y1)
    lines = lines_of(words)
    if len(lines) < _FEWEST or not _are_entries(lines, region):
        return None
    cells = tuple(GridCell(row, row, 0, 0, line.words) for row, line in enumerate(lines))
    return Structure(cells, len(lines), 1, 0)


def _stands_alone(region: Region, top: Rule, bottom: Rule, sheet: Sheet) -> bool:
    """Tell a closed frame with nothing drawn in it or joined to it, as arrows are in a drawing."""
    if sides_of(sheet, top, bottom) != 2:
        return False
    x0, y0, x1, y1 = region.x0 - _BESIDE, region.y0 - _BESIDE, region.x1 + _BESIDE, region.y1 + _BESIDE
    curved = any(x0 <= x <= x1 and y0 <= y <= y1 for x, y in sheet.curves)
    across = sum(rule.start < x1 and rule.end > x0 and y0 < rule.at < y1 for rule in sheet.horizontal)
    down = sum(rule.start < y1 and rule.end > y0 and x0 < rule.at < x1 for rule in sheet.vertical)
    return not curved and across == down == 2


def _are_entries(lines: Sequence[Line], region: Region) -> bool:
    """Tell centred lines that each end where their author wanted, of different lengths, and in one piece."""
    size = lines[0].size
    axis = (region.x0 + region.x1) / 2
    if any(not is_running(line) or abs((line.x0 + line.x1) / 2 - axis) > _CENTRED * size for line in lines):
        return False
    widths = [line.x1 - line.x0 for line in lines]
    if max(widths) - min(widths) < size:
        return False
    room = region.x1 - region.x0
    return not any(would_not_fit(above.words, below.words, room) for above, below in itertools.pairwise(lines))
