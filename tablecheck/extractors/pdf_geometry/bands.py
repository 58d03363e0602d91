"""Whether what stands between two rules of one extent is a part of their table, or what parts two tables."""

import itertools
from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.lines import Line, is_running, lines_of
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, median, words_inside

_EMPTY = 14.0  # points between two rules with nothing in between; \\doublerulesep and booktabs' spaces are below
_RUN_ALONG = 0.7  # of a band's height; booktabs leaves gaps in vertical rules
_CHUNK_GAP = 0.52  # of the size
_LONG = 0.62  # of the width: lines of running text are mostly longer
_LEAST_WHITE = 0.7  # of the size, white beside a rule: in 338 bands of known tables LaTeX leaves this on one side only
_USUAL_STEP = 1.2  # of the size, where a band of one line does not show the step of its lines
_FAR_APART = 1.5  # of the size: white beyond the step of the lines that parts whatever the lines are
_MOST_WHITE = 2.5  # of the size, beside one rule; in known tables at most 1.6
_INSET = 12.0  # points by which a table inside a band is narrower on both sides, and the least height of its rows
_DOUBLE = 8.0  # points between the two lines of a double rule, and of what is drawn as two boxes, at most
_MOST_INNER = 60  # rules inside a band that are looked at; a drawing has thousands
_BOX_SIDES = 2  # vertical rules that make a box of a band


def sides_of(sheet: Sheet, above: Rule, below: Rule) -> int:
    """Count the places where vertical rules, in one piece or row by row, run from one rule to the next."""
    x0, x1 = min(above.start, below.start), max(above.end, below.end)
    lengths: dict[int, float] = {}
    for rule in sheet.vertical:
        shared = min(rule.end, below.at) - max(rule.start, above.at)
        if shared > 0 and x0 - 2 <= rule.at <= x1 + 2:
            lengths[round(rule.at / 2)] = lengths.get(round(rule.at / 2), 0.0) + shared
    return sum(length >= _RUN_ALONG * (below.at - above.at) - 4 for length in lengths.values())


def runs_of(rules: Sequence[Rule], sheet: Sheet, captions: Sequence[Caption]) -> list[list[Rule]]:
    """Cut rules of one extent, from top to bottom, wherever what stands between two of them is no part of a table."""
    sides = [sides_of(sheet, above, below) for above, below in itertools.pairwise(rules)]
    runs = [[rules[0]]]
    for index, (above, below) in enumerate(itertools.pairwise(rules)):
        if _is_part(sheet, captions, above, below, sides[index], _boxes_beside(rules, sides, index)):
            runs[-1].append(below)
        else:
            runs.append([below])
    return runs


def _boxes_beside(rules: Sequence[Rule], sides: Sequence[int], index: int) -> int:
    """Count the bands above and below one that have vertical rules; double rules make no band."""
    count = 0
    for order in (range(index - 1, -1, -1), range(index + 1, len(sides))):
        beside = next((i for i in order if rules[i + 1].at - rules[i].at > _DOUBLE), None)
        count += beside is not None and sides[beside] >= _BOX_SIDES
    return count


def _is_part(sheet: Sheet, captions: Sequence[Caption], above: Rule, below: Rule, sides: int, boxes: int) -> bool:
    x0, x1 = min(above.start, below.start), max(above.end, below.end)
    y0, y1 = above.at, below.at
    if any(y0 - 1 <= c.y0 and c.y1 <= y1 + 1 and c.x0 < x1 and c.x1 > x0 for c in captions):
        return False
    if sides >= _BOX_SIDES:
        return True
    lines = lines_of(words_inside(sheet.words, x0 - 0.5, y0, x1 + 0.5, y1))
    alone = all(is_running(line) for line in lines)
    if not sides and y1 - y0 > _DOUBLE and (boxes == 2 or (boxes and lines and alone)):
        return False  # the vertical rules of the table stop here
    if not lines:
        return y1 - y0 <= _EMPTY
    if _stands_apart(lines, x1 - x0, y0, y1) or _holds_table(sheet, above, below):
        return False
    parts = [len(line.chunks(_CHUNK_GAP)) for line in lines]
    prose = sum(count == 1 and line.x1 - line.x0 > _LONG * (x1 - x0) for count, line in zip(parts, lines, strict=True))
    if len(lines) >= 4 and prose >= 0.6 * len(lines):
        return False
    if y1 - y0 > 0.62 * sheet.height and sum(count >= 2 for count in parts) < 0.5 * len(lines):
        return False
    straddling = sum(
        (word.x0 < x0 - 2 < word.x1 - 2 or word.x0 + 2 < x1 + 2 < word.x1) and y0 + 1 < word.middle < y1 - 1
        for word in sheet.words
    )
    return straddling <= max(1, 0.3 * len(lines))


def _stands_apart(lines: Sequence[Line], width: float, y0: float, y1: float) -> bool:
    """Tell text between two tables by the white around it.

    In a table the white above the first line of a band and below the last one is together less than the step of its
    lines; running text keeps its distance from the rules above and below.
    """
    size = median([line.size for line in lines])
    step = median([b.baseline - a.baseline for a, b in itertools.pairwise(lines)], _USUAL_STEP * size) / size
    above, below = (lines[0].top - y0) / size, (y1 - lines[-1].bottom) / size
    if max(above, below) > _MOST_WHITE:
        return True
    if min(above, below) >= _LEAST_WHITE and above + below > step:
        running = sum(is_running(line) for line in lines)
        return running > 0.5 * len(lines) or above + below - step > _FAR_APART
    return any(
        white >= _LEAST_WHITE
        and len(lines) > 2
        and all(is_running(line) and line.x1 - line.x0 > _LONG * width for line in ends)
        for white, ends in ((above, lines[:2]), (below, lines[-2:]))
    )


def _holds_table(sheet: Sheet, above: Rule, below: Rule) -> bool:
    """Tell whether a band holds a narrower table with rules of its own, and beside it nothing."""
    x0, x1 = min(above.start, below.start), max(above.end, below.end)
    inner = [
        rule
        for rule in sheet.horizontal
        if above.at < rule.at < below.at and x0 + _INSET < rule.start and rule.end < x1 - _INSET
    ]
    inner.sort(key=lambda rule: (round(rule.start), round(rule.end), rule.at))
    for rule, other in itertools.islice(itertools.pairwise(inner), _MOST_INNER):
        if abs(rule.start - other.start) > 1 or abs(rule.end - other.end) > 1 or other.at - rule.at < _INSET:
            continue
        words = words_inside(sheet.words, x0, rule.at, x1, other.at)
        if words and all(rule.start - 1 < word.x0 and word.x1 < rule.end + 1 for word in words):
            return True
    return False
