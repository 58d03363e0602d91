"""Where on a page tables stand: what rules, captions and aligned lines say together."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.expressions import is_numeric
from tablecheck.extractors.pdf_geometry.lines import lines_of
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, Word, words_inside

_FIGURE_REACH = 380.0  # points between an axis at the top of a figure and its caption
_CELL_GAP = 0.8  # of the size: a column headed "Algorithm" may stand beside one headed "10 steps"
_FEWEST_ROWS, _FEWEST_COLUMNS = 3, 3  # of values under a single rule
_ALGORITHM = re.compile(r"(Algorithm|Listing|Procedure) \d|(Require|Input|Ensure):")


@dataclass(frozen=True, slots=True)
class Region:
    """The box of a table, the rules as wide as the table, and its caption."""

    x0: float
    y0: float
    x1: float
    y1: float
    rules: tuple[Rule, ...] = ()
    caption: Caption | None = None


def shares_height(one: Region, other: Region) -> float:
    """How much of the lower of two regions stands beside the other, 0 to 1."""
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    return max(0.0, shared) / max(0.1, min(one.y1 - one.y0, other.y1 - other.y0))


def collide(one: Region, other: Region) -> bool:
    """Tell whether two regions cover each other for the most part."""
    return one.x0 < other.x1 and one.x1 > other.x0 and shares_height(one, other) > 0.5


def is_table(region: Region, sheet: Sheet, captions: Sequence[Caption]) -> bool:
    """Tell a table from a chart, an algorithm, a frame or a rule over running text."""
    caption = region.caption
    if caption is not None and not caption.is_table:
        return False
    words = words_inside(sheet.words, region.x0, region.y0 - 1, region.x1, region.y1)
    if len(words) < 3:
        return False
    if caption is not None:
        return True
    top = next(iter(lines_of([word for word in words if word.middle < region.y0 + 22])), None)
    if top is not None and _ALGORITHM.match(top.chunks(_CELL_GAP)[0].text):
        return False
    crossed = any(region.x0 + 4 < rule.at < region.x1 - 4 and _meets(rule, region) for rule in sheet.vertical)
    if len(region.rules) < 2 and not crossed and not (region.rules and _heads_values(region.rules[0], words)):
        return False
    curves = sum(region.x0 <= x <= region.x1 and region.y0 <= y <= region.y1 for x, y in sheet.curves)
    return curves <= 12 and not _in_figure(region, sheet, captions)


def _heads_values(rule: Rule, words: Sequence[Word]) -> bool:
    """Tell a rule between headings and a full grid of values from one that anything else stands under."""
    heading = any(character.isalpha() for word in words if word.middle < rule.at for character in word.text)
    rows = [line.chunks(_CELL_GAP) for line in lines_of([word for word in words if word.middle > rule.at])]
    return (
        heading
        and len(rows) >= _FEWEST_ROWS
        and len(rows[0]) >= _FEWEST_COLUMNS
        and all(len(row) == len(rows[0]) for row in rows)
        and all(is_numeric(chunk.words[0].text) for row in rows for chunk in row[1:])
    )


def _meets(rule: Rule, region: Region) -> bool:
    return min(rule.end, region.y1) - max(rule.start, region.y0) > 0.4 * (region.y1 - region.y0)


def _in_figure(region: Region, sheet: Sheet, captions: Sequence[Caption]) -> bool:
    """Tell axes and grid lines: the caption of a figure follows below, and curves stand between."""
    below = [
        caption
        for caption in captions
        if -5 < caption.y0 - region.y1 < _FIGURE_REACH and caption.x0 < region.x1 and caption.x1 > region.x0
    ]
    first = min(below, key=lambda caption: caption.y0, default=None)
    if first is None or first.is_table:
        return False
    curves = sum(region.x0 - 150 <= x <= region.x1 + 150 and region.y0 - 120 <= y <= first.y0 for x, y in sheet.curves)
    return curves > 8
