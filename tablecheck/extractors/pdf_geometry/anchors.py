"""Which caption belongs to which region: each caption goes to one table, the nearest on its side."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.lines import Line
from tablecheck.extractors.pdf_geometry.regions import Region, shares_height

_REACH = 60.0  # points between a table and its caption; LaTeX puts 10, \vspace tricks up to 40
_WRONG_SIDE = 25.0  # points added where the document's other tables have their captions on the other side
_FIGURE_ABOVE = 40.0  # points added for a figure's caption above: those stand below
_OVERLAP = 6.0  # points by which a caption's box may reach into a region's

_PART_REACH = 25.0  # points between a part of a float and its "(a)"
_PART = re.compile(r"\([a-h]\)")

ABOVE, BELOW = -1, 1


def usual_side(pages: Sequence[tuple[Sequence[Region], Sequence[Caption]]]) -> int:
    """Say on which side of its tables a document has the captions; 0 where that is open."""
    votes: Counter[int] = Counter()
    for regions, captions in pages:
        for region in regions:
            if len(region.rules) < 2:
                continue
            near = sorted(pair for pair in _distances(region, captions) if captions[pair[2]].is_table)
            if near and (len(near) == 1 or near[0][0] + 10 < near[1][0]):
                votes[near[0][1]] += 1
    if abs(votes[ABOVE] - votes[BELOW]) < 2:
        return 0
    return ABOVE if votes[ABOVE] > votes[BELOW] else BELOW


def anchored(regions: Sequence[Region], captions: Sequence[Caption], usual: int) -> list[Region]:
    """Give each region its caption; tables side by side may share one."""
    offers = []
    for index, region in enumerate(regions):
        for distance, side, caption in _distances(region, captions):
            cost = distance
            if captions[caption].is_table:
                cost += _WRONG_SIDE if usual and side != usual else 0.0
            elif side == ABOVE:
                cost += _FIGURE_ABOVE
            offers.append((cost, index, caption))
    owner: dict[int, int] = {}
    given: dict[int, int] = {}
    for _, index, caption in sorted(offers):
        if index in given:
            continue
        other = owner.get(caption)
        if other is not None and shares_height(regions[index], regions[other]) < 0.6:
            continue
        owner.setdefault(caption, index)
        given[index] = caption
    return [
        replace(region, caption=captions[given[index]]) if index in given else region
        for index, region in enumerate(regions)
    ]


def with_shared_captions(
    regions: Sequence[Region], captions: Sequence[Caption], segments: Sequence[Line]
) -> list[Region]:
    """Give the caption of a float to those of its tables that have a caption of their own, such as "(a) Ages"."""
    own = {index: part for index, region in enumerate(regions) if (part := _part_caption(region, segments))}
    loose = [index for index in own if regions[index].caption is None]
    if not loose:
        return list(regions)
    x0 = min(regions[index].x0 for index in own)
    x1 = max(regions[index].x1 for index in own)
    result = list(regions)
    for index in loose:
        region = replace(regions[index], x0=x0, x1=x1)
        near = sorted(pair for pair in _distances(region, captions) if captions[pair[2]].is_table)
        if near:
            shared = captions[near[0][2]]
            result[index] = replace(regions[index], caption=replace(shared, text=f"{shared.text} {own[index]}".strip()))
    return result


def _part_caption(region: Region, segments: Sequence[Line]) -> str:
    """Find a line such as "(a) Ages." right above or below a region."""
    for segment in segments:
        if not _PART.fullmatch(segment.words[0].text):
            continue
        near = min(abs(segment.top - region.y1), abs(region.y0 - segment.bottom)) <= _PART_REACH
        if near and segment.x0 < region.x1 and segment.x1 > region.x0:
            return segment.text
    return ""


def _distances(region: Region, captions: Sequence[Caption]) -> list[tuple[float, int, int]]:
    found = []
    for index, caption in enumerate(captions):
        if min(caption.x1, region.x1) <= max(caption.x0, region.x0):
            continue
        above, below = region.y0 - caption.y1, caption.y0 - region.y1
        if -_OVERLAP <= above <= _REACH:
            found.append((max(0.0, above), ABOVE, index))
        elif -_OVERLAP <= below <= _REACH:
            found.append((max(0.0, below), BELOW, index))
    return found
