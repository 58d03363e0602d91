"""Where on a page tables stand: rules of one extent, and aligned lines beside a caption."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.lines import Line, lines_of
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, Word, median, words_inside

_SAME_EXTENT = 3.5  # points; \cmidrule trims and rules drawn in pieces differ by up to 3
_WIDE_GAP = 0.8  # of the size: what sets cells apart for certain; word spaces stretch to 0.6 at most
_CAPTION_REACH = 60.0  # points between a table and its caption; LaTeX puts 10, \vspace tricks up to 40


@dataclass(frozen=True, slots=True)
class Region:
    """The box of a table, the rules as wide as the table, and its caption."""

    x0: float
    y0: float
    x1: float
    y1: float
    rules: tuple[Rule, ...] = ()
    caption: Caption | None = None


def regions_of(sheet: Sheet, captions: Sequence[Caption]) -> list[Region]:
    """Find the tables of a page."""
    ruled = _ruled(sheet, captions)
    return [*ruled, *_unruled(sheet, captions, ruled)]


def _ruled(sheet: Sheet, captions: Sequence[Caption]) -> list[Region]:
    regions = [
        Region(min(r.start for r in run), run[0].at, max(r.end for r in run), run[-1].at, tuple(run))
        for run in _rule_runs(sheet, captions)
    ]
    regions.sort(key=lambda region: -(region.x1 - region.x0) * max(region.y1 - region.y0, 0.1))
    outer: list[Region] = []
    for region in regions:
        if not any(_holds(other, region) for other in outer if len(other.rules) > 1):
            outer.append(region)
    result: list[Region] = []
    for region in outer:
        grown = _extended(region, sheet, captions)
        named = replace(grown, caption=nearest_caption(grown, captions))
        if _is_table(named, sheet, captions) and not any(_collide(named, other) for other in result):
            result.append(named)
    return result


def _rule_runs(sheet: Sheet, captions: Sequence[Caption]) -> list[list[Rule]]:
    """Group the rules of one extent, cut where what stands between two of them is no part of a table."""
    groups: list[list[Rule]] = []
    for rule in sorted(sheet.horizontal, key=lambda rule: rule.at):
        if rule.length < 24:
            continue
        for group in groups:
            if abs(group[-1].start - rule.start) <= _SAME_EXTENT and abs(group[-1].end - rule.end) <= _SAME_EXTENT:
                group.append(rule)
                break
        else:
            groups.append([rule])
    runs = []
    for group in groups:
        run = [group[0]]
        for above, below in itertools.pairwise(group):
            if _between_is_table(sheet, captions, above, below):
                run.append(below)
            else:
                runs.append(run)
                run = [below]
        runs.append(run)
    return runs


def _between_is_table(sheet: Sheet, captions: Sequence[Caption], above: Rule, below: Rule) -> bool:
    x0, x1 = min(above.start, below.start), max(above.end, below.end)
    y0, y1 = above.at, below.at
    if any(y0 - 1 <= c.y0 and c.y1 <= y1 + 1 and c.x0 < x1 and c.x1 > x0 for c in captions):
        return False
    lines = lines_of(words_inside(sheet.words, x0 - 0.5, y0, x1 + 0.5, y1))
    if not lines:
        return y1 - y0 <= 60
    sides = sum(x0 - 2 <= rule.at <= x1 + 2 and rule.start <= y0 + 4 and rule.end >= y1 - 4 for rule in sheet.vertical)
    if sides >= 2:
        return True
    parts = [len(line.chunks(0.52)) for line in lines]
    prose = sum(count == 1 and line.x1 - line.x0 > 0.62 * (x1 - x0) for count, line in zip(parts, lines, strict=True))
    if len(lines) >= 4 and prose >= 0.6 * len(lines):
        return False
    if y1 - y0 > 0.62 * sheet.height and sum(count >= 2 for count in parts) < 0.5 * len(lines):
        return False
    straddling = sum(
        y0 + 1 < word.middle < y1 - 1 and (word.x0 < x0 - 2 < word.x1 - 2 or word.x0 + 2 < x1 + 2 < word.x1)
        for word in sheet.words
    )
    return straddling <= max(1, 0.3 * len(lines))


def _holds(outer: Region, inner: Region) -> bool:
    return (
        inner.x0 >= outer.x0 - 4 and inner.x1 <= outer.x1 + 4 and inner.y0 >= outer.y0 - 2 and inner.y1 <= outer.y1 + 2
    )


def _collide(one: Region, other: Region) -> bool:
    if one.x0 >= other.x1 or one.x1 <= other.x0:
        return False
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    return shared > 0.5 * min(one.y1 - one.y0, other.y1 - other.y0)


def nearest_caption(region: Region, captions: Sequence[Caption]) -> Caption | None:
    """Give the caption nearest above or below a region; one of a table before one of a figure."""
    best: tuple[bool, float, int] | None = None
    for index, caption in enumerate(captions):
        if min(caption.x1, region.x1) <= max(caption.x0, region.x0):
            continue
        if caption.y1 <= region.y0 + 6:
            distance = region.y0 - caption.y1
        elif caption.y0 >= region.y1 - 6:
            distance = caption.y0 - region.y1
        else:
            continue
        key = (not caption.is_table, distance, index)
        if distance <= _CAPTION_REACH and (best is None or key < best):
            best = key
    return captions[best[2]] if best else None


def _is_table(region: Region, sheet: Sheet, captions: Sequence[Caption]) -> bool:
    caption = region.caption
    captioned = caption is not None and caption.is_table
    if len(region.rules) == 1 and not captioned:
        return False
    if len(words_inside(sheet.words, region.x0, region.y0, region.x1, region.y1)) < 3:
        return False
    if caption is not None and not captioned:
        return False
    top = lines_of(words_inside(sheet.words, region.x0, region.y0 - 1, region.x1, region.y0 + 22))
    if top and top[0].text.startswith(("Algorithm ", "Listing ", "Procedure ", "Require:")):
        return False
    inside = sum(region.x0 <= x <= region.x1 and region.y0 <= y <= region.y1 for x, y in sheet.curves)
    if inside > 12 and not captioned:
        return False
    return captioned or not _in_figure(region, sheet, captions)


def _in_figure(region: Region, sheet: Sheet, captions: Sequence[Caption]) -> bool:
    """Tell axes and grid lines: the caption of a figure follows below, and curves stand between."""
    below = [
        caption
        for caption in captions
        if -5 < caption.y0 - region.y1 < 380 and caption.x0 < region.x1 and caption.x1 > region.x0
    ]
    if not below:
        return False
    first = min(below, key=lambda caption: caption.y0)
    if first.is_table:
        return False
    curves = sum(region.x0 - 150 <= x <= region.x1 + 150 and region.y0 - 120 <= y <= first.y0 for x, y in sheet.curves)
    return curves > 8


def _extended(region: Region, sheet: Sheet, captions: Sequence[Caption]) -> Region:
    """Take in the header above the first rule and the rows below the last where a table lacks its outer rules."""
    for _ in range(3):
        line = _neighbour(region, sheet, captions, -1)
        if line is None:
            break
        region = replace(region, y0=line.top - 0.5)
    for _ in range(60):
        line = _neighbour(region, sheet, captions, 1)
        if line is None:
            break
        region = replace(region, y1=line.bottom + 0.5)
    return region


def _neighbour(region: Region, sheet: Sheet, captions: Sequence[Caption], side: int) -> Line | None:
    inner = words_inside(sheet.words, region.x0, region.y0, region.x1, region.y1)
    size = median([word.size for word in inner], 10.0)
    low, high = (region.y0 - 2.3 * size, region.y0) if side < 0 else (region.y1, region.y1 + 2.3 * size)
    words = [w for w in sheet.words if low <= w.middle < high and w.x1 > region.x0 and w.x0 < region.x1]
    lines = lines_of(words)
    if not lines:
        return None
    line = lines[-1] if side < 0 else lines[0]
    if line.x0 < region.x0 - 3 or line.x1 > region.x1 + 3 or len(line.chunks(_WIDE_GAP)) < 2:
        return None
    if any(c.y0 - 1 <= line.middle <= c.y1 + 1 and c.x0 < region.x1 and c.x1 > region.x0 for c in captions):
        return None
    touching = any(
        abs(word.baseline - line.baseline) < 2 and (0 < region.x0 - word.x1 < 8 or 0 < word.x0 - region.x1 < 8)
        for word in sheet.words
    )
    return None if touching else line


def _unruled(sheet: Sheet, captions: Sequence[Caption], ruled: Sequence[Region]) -> list[Region]:
    """Find tables without rules: lines of several chunks that follow each other beside a caption."""
    found = []
    for caption in captions:
        if not caption.is_table or any(region.caption is caption for region in ruled):
            continue
        x0, x1 = _column_around(sheet, caption)
        for side in (1, -1):
            lines = _aligned_lines(sheet, captions, caption, x0, x1, side)
            if len(lines) >= 2:
                found.append(
                    Region(
                        min(line.x0 for line in lines),
                        min(line.top for line in lines),
                        max(line.x1 for line in lines),
                        max(line.bottom for line in lines),
                        caption=caption,
                    )
                )
                break
    return [region for region in found if not any(_collide(region, other) for other in ruled)]


def _column_around(sheet: Sheet, caption: Caption) -> tuple[float, float]:
    middle = (caption.x0 + caption.x1) / 2
    if caption.x1 - caption.x0 > 0.55 * sheet.width or abs(middle - sheet.width / 2) < 0.08 * sheet.width:
        return 0.0, sheet.width
    return (0.0, sheet.width / 2) if middle < sheet.width / 2 else (sheet.width / 2, sheet.width)


def _aligned_lines(
    sheet: Sheet, captions: Sequence[Caption], caption: Caption, x0: float, x1: float, side: int
) -> list[Line]:
    start = caption.y1 if side > 0 else caption.y0
    reach = (start - 1, start + 500) if side > 0 else (start - 500, start + 1)
    words: list[Word] = words_inside(sheet.words, x0, reach[0], x1, reach[1])
    lines = lines_of(words)[::side]
    kept: list[Line] = []
    edge = start
    for line in lines:
        distance = line.top - edge if side > 0 else edge - line.bottom
        if distance > 2.0 * line.size or len(line.chunks(_WIDE_GAP)) < 2 or line.ink > 0.85:
            break
        if any(other is not caption and other.y0 - 1 <= line.middle <= other.y1 + 1 for other in captions):
            break
        kept.append(line)
        edge = line.bottom if side > 0 else line.top
    return kept
