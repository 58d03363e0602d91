"""Candidate tables from rules of one extent that follow each other."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from tablecheck.extractors.pdf_geometry.bands import runs_of, sides_of
from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.expressions import is_value
from tablecheck.extractors.pdf_geometry.lines import Line, is_running, lines_of
from tablecheck.extractors.pdf_geometry.regions import Region, collide, shares_height
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, median, words_inside

_SAME_EXTENT = 3.5  # points; \cmidrule trims and rules drawn in pieces differ by up to 3
_SHORTEST = 24.0  # points
_INSIDE_FRAME = 0.8  # of a frame's width is what a table inside it has at least
_HALF_LINE = 0.8  # of the size: no two lines of running text stand closer
_SAME_HEIGHT = 0.9  # of the lower region: parts of one table end on the same lines
_FEWEST_VALUES, _MOSTLY = 3, 0.6  # values, and their share of the words, in a row that is no line of text
_ALONG = 60.0  # points that a table may reach beyond its outer rules along its vertical ones


def ruled_regions(sheet: Sheet, captions: Sequence[Caption]) -> list[Region]:
    """Find where rules of one extent enclose something like rows; larger regions first."""
    regions = [
        Region(min(r.start for r in run), run[0].at, max(r.end for r in run), run[-1].at, tuple(run))
        for run in _rule_runs(sheet, captions)
    ]
    regions.sort(key=lambda region: -(region.x1 - region.x0) * max(region.y1 - region.y0, 0.1))
    frames = {id(region) for region in regions if _frames_another(region, regions, sheet)}
    outer: list[Region] = []
    for region in regions:
        if id(region) in frames or any(_holds(other, region) for other in outer if len(other.rules) > 1):
            continue
        outer.append(region)
    result: list[Region] = []
    for region in outer:
        grown = _extended(_along_verticals(region, sheet), sheet, captions)
        bare = len(grown.rules) == 1 and grown.y1 - grown.y0 < 4
        if not bare and not any(collide(grown, other) for other in result):
            result.append(grown)
    return _side_by_side_joined(result)


def _side_by_side_joined(regions: Sequence[Region]) -> list[Region]:
    """Join parts of one table that has a rule under the heading of each group of columns, and no other."""
    result: list[Region] = []
    for region in sorted(regions, key=lambda region: region.x0):
        for index, other in enumerate(result):
            single = len(region.rules) == len(other.rules) == 1 and abs(region.rules[0].at - other.rules[0].at) < 1
            if single and 0 <= region.x0 - other.x1 < _ALONG and shares_height(region, other) > _SAME_HEIGHT:
                box = (min(region.x0, other.x0), min(region.y0, other.y0), region.x1, max(region.y1, other.y1))
                result[index] = Region(*box, rules=(*other.rules, *region.rules))
                break
        else:
            result.append(region)
    return result


def _rule_runs(sheet: Sheet, captions: Sequence[Caption]) -> list[list[Rule]]:
    """Group the rules of one extent, cut where what stands between two of them is no part of a table."""
    groups: list[list[Rule]] = []
    for rule in sorted(sheet.horizontal, key=lambda rule: rule.at):
        if rule.length < _SHORTEST:
            continue
        for group in groups:
            if abs(group[-1].start - rule.start) <= _SAME_EXTENT and abs(group[-1].end - rule.end) <= _SAME_EXTENT:
                group.append(rule)
                break
        else:
            groups.append([rule])
    return [run for group in groups for run in runs_of(group, sheet, captions)]


def _frames_another(region: Region, regions: Sequence[Region], sheet: Sheet) -> bool:
    """Tell a frame drawn around a page or an exhibit by the table with rules of its own inside it."""
    closed = len(region.rules) == 3 and all(sides_of(sheet, a, b) >= 2 for a, b in itertools.pairwise(region.rules))
    if len(region.rules) != 2 and not closed:
        return False
    return any(
        len(other.rules) >= len(region.rules) + 2
        and other.x1 - other.x0 > _INSIDE_FRAME * (region.x1 - region.x0)
        and _holds(region, other)
        for other in regions
    )


def _holds(outer: Region, inner: Region) -> bool:
    return (
        inner.x0 >= outer.x0 - 4 and inner.x1 <= outer.x1 + 4 and inner.y0 >= outer.y0 - 2 and inner.y1 <= outer.y1 + 2
    )


def _along_verticals(region: Region, sheet: Sheet) -> Region:
    """Take in what the vertical rules that cross or touch the region's own rules run along."""
    touching = [
        rule
        for rule in sheet.vertical
        if region.x0 - 3 <= rule.at <= region.x1 + 3
        and any(rule.start - 3 <= own.at <= rule.end + 3 for own in region.rules)
    ]
    if not touching:
        return region
    y0, y1 = max(0.0, min(rule.start for rule in touching)), min(sheet.height, max(rule.end for rule in touching))
    reach = _ALONG if len(region.rules) > 1 else 8 * _ALONG
    if region.y0 - reach < y0 < region.y0 and _holds_words_alone(sheet, region.x0, y0, region.x1, region.y0):
        region = replace(region, y0=y0)
    if region.y1 < y1 < region.y1 + reach and _holds_words_alone(sheet, region.x0, region.y1, region.x1, y1):
        region = replace(region, y1=y1)
    return region


def _holds_words_alone(sheet: Sheet, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Tell whether a box holds words, and none that a line of text carries over its sides."""
    words = words_inside(sheet.words, x0, y0, x1, y1)
    over = [w for w in sheet.words if (w.x0 < x0 - 2 < w.x1 or w.x0 < x1 + 2 < w.x1) and y0 <= w.middle <= y1]
    return bool(words) and not over


def _extended(region: Region, sheet: Sheet, captions: Sequence[Caption]) -> Region:
    """Take in the header above the first rule and the rows below the last where a table lacks its outer rules."""
    for side, most in ((-1, 3), (1, 60)):
        for _ in range(most):
            line = _neighbour(region, sheet, captions, side)
            if line is None:
                break
            region = replace(region, y0=line.top - 0.5) if side < 0 else replace(region, y1=line.bottom + 0.5)
    return region


def _with_half_lines(lines: Sequence[Line], side: int) -> Line:
    """Take the nearest line together with those that stand less than a line beyond it."""
    group: list[Line] = []
    for line in lines[::side]:
        if group and abs(line.baseline - group[-1].baseline) > _HALF_LINE * line.size:
            break
        group.append(line)
    words = sorted((word for line in group for word in line.words), key=lambda word: word.x0)
    return Line(group[0].baseline, group[0].size, tuple(words))


def _holds_values(line: Line) -> bool:
    """Tell a row whose values stand as close as words from a line of text with numbers in it."""
    values = sum(is_value(word) for word in line.words[1:])
    return values >= _FEWEST_VALUES and values >= _MOSTLY * len(line.words)


def _neighbour(region: Region, sheet: Sheet, captions: Sequence[Caption], side: int) -> Line | None:
    inner = words_inside(sheet.words, region.x0, region.y0, region.x1, region.y1)
    size = median([word.size for word in inner], 10.0)
    low, high = (region.y0 - 2.3 * size, region.y0) if side < 0 else (region.y1, region.y1 + 2.3 * size)
    words = [w for w in sheet.words if w.x1 > region.x0 and w.x0 < region.x1 and low <= w.middle < high]
    lines = lines_of(words)
    if not lines:
        return None
    line = _with_half_lines(lines, side)
    if line.x0 < region.x0 - 3 or line.x1 > region.x1 + 3 or (is_running(line) and not _holds_values(line)):
        return None
    if any(c.y0 - 1 <= line.middle <= c.y1 + 1 and c.x0 < region.x1 and c.x1 > region.x0 for c in captions):
        return None
    between = (line.middle, region.y0 - 1) if side < 0 else (region.y1 + 1, line.middle)
    if any(
        between[0] < r.at < between[1] and r.length >= _SHORTEST and r.start < region.x1 and r.end > region.x0
        for r in sheet.horizontal
    ):
        return None  # another table begins
    touching = any(
        abs(word.baseline - line.baseline) < 2 and (0 < region.x0 - word.x1 < 8 or 0 < word.x0 - region.x1 < 8)
        for word in sheet.words
    )
    return None if touching else line
