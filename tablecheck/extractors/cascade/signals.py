"""What makes a page worth asking the layout model, seen without asking it."""

from collections.abc import Sequence

from tablecheck.extractors.cascade.pages import View
from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.lines import Chunk, Line, lines_of
from tablecheck.extractors.pdf_geometry.regions import Region, shares_height
from tablecheck.extractors.pdf_geometry.sheet import Word

_GAP = 1.2  # of the size: what sets cells apart even in stretched lines
_LOOSE_LINES = 3  # of at least three chunks, one below the other, outside all tables
_LOOSE_LINES_WITH_CAPTION = 2  # the same where a caption has no table
_APART = (0.8, 3.0)  # of the size: how far apart such lines stand; what stands closer labels an axis
_ALIGNED = 0.6  # of the size: how far the ends or middles of chunks in one column may be off
_DENSEST = 0.75  # of a line's extent covered with words
_FIGURE_REACH = 380.0  # points between the top of a figure and its caption
_MOST_CURVES = 8  # points on curves above a figure's caption; charts have dozens


def is_doubtful(view: View, regions: Sequence[Region]) -> bool:
    """Tell whether a page may hold a table that geometry has missed or cut in pieces.

    A caption without a table is none of the signs by itself: of thirteen such pages of the development data the
    layout model saw a table that geometry had not on none, but for those where loose lines stand as well.
    """
    return _cut_in_pieces(regions) or _holds_aligned_lines(view, regions)


def _cut_in_pieces(regions: Sequence[Region]) -> bool:
    return any(
        one is not other
        and one.caption is not None
        and one.caption is other.caption
        and shares_height(one, other) > 0.8
        for one in regions
        for other in regions
    )


def _holds_aligned_lines(view: View, regions: Sequence[Region]) -> bool:
    outside = [word for word in view.sheet.words if not any(_covers(region, word) for region in regions)]
    fewest = _LOOSE_LINES_WITH_CAPTION if _has_loose_caption(view, regions) else _LOOSE_LINES
    run = 0
    last: tuple[Line, list[Chunk]] | None = None
    for line in lines_of(outside):
        chunks = line.chunks(_GAP)
        if len(chunks) < 3 or line.ink > _DENSEST or _in_chart(line, view):
            continue
        if last is not None and line.baseline - last[0].baseline < _APART[0] * line.size:
            continue
        follows = last is not None and line.baseline - last[0].baseline <= _APART[1] * line.size
        run = run + 1 if last is not None and follows and _are_aligned(last[1], chunks, line.size) else 1
        last = (line, chunks)
        if run >= fewest:
            return True
    return False


def _covers(region: Region, word: Word) -> bool:
    beside = region.x0 - 2 <= word.x1 and word.x0 <= region.x1 + 2
    return beside and region.y0 - 4 <= word.middle <= region.y1 + 4


def _has_loose_caption(view: View, regions: Sequence[Region]) -> bool:
    """Tell whether a table's caption has none; "Table 2 shows" at the beginning of a line is no caption."""
    return any(
        caption.is_table and not caption.text[:1].islower() and not any(region.caption is caption for region in regions)
        for caption in view.captions
    )


def _are_aligned(one: Sequence[Chunk], other: Sequence[Chunk], size: float) -> bool:
    """Tell whether two lines have two columns or more in common."""
    return sum(any(_is_below(a, b, size) for b in other) for a in one) >= 2


def _is_below(one: Chunk, other: Chunk, size: float) -> bool:
    offsets = (one.x0 - other.x0, one.x1 - other.x1, one.middle - other.middle)
    return min(abs(offset) for offset in offsets) <= _ALIGNED * size


def _in_chart(line: Line, view: View) -> bool:
    below = [
        caption
        for caption in view.captions
        if 0 < caption.y0 - line.baseline < _FIGURE_REACH and caption.x0 < line.x1 and caption.x1 > line.x0
    ]
    first: Caption | None = min(below, key=lambda caption: caption.y0, default=None)
    if first is None or first.is_table:
        return False
    return sum(line.top - 120 <= y <= first.y0 for _, y in view.sheet.curves) > _MOST_CURVES
