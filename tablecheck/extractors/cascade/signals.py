"""What makes a page worth asking the layout model, seen without asking it."""

from collections.abc import Sequence

from tablecheck.extractors.cascade.pages import View
from tablecheck.extractors.pdf_geometry.lines import Line, lines_of
from tablecheck.extractors.pdf_geometry.regions import Region, shares_height

_GAP = 1.2  # of the size: what sets cells apart even in stretched lines
_LOOSE_LINES = 3  # of at least three chunks, one below the other, outside all tables
_CLOSE = 3.0  # of the size: how far apart such lines may stand
_DENSEST = 0.75  # of a line's extent covered with words


def is_doubtful(view: View, regions: Sequence[Region]) -> bool:
    """Tell whether a page may hold a table that geometry has missed or cut in pieces."""
    orphans = [
        caption
        for caption in view.captions
        if caption.is_table and not any(region.caption is caption for region in regions)
    ]
    return bool(orphans) or _cut_in_pieces(regions) or _holds_aligned_lines(view, regions)


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
    outside = [
        word
        for word in view.sheet.words
        if not any(
            region.x0 - 2 <= word.x1 and word.x0 <= region.x1 + 2 and region.y0 - 4 <= word.middle <= region.y1 + 4
            for region in regions
        )
    ]
    run = 0
    last: Line | None = None
    for line in lines_of(outside):
        if len(line.chunks(_GAP)) < 3 or line.ink > _DENSEST:
            continue
        run = run + 1 if last is not None and line.baseline - last.baseline <= _CLOSE * line.size else 1
        last = line
        if run >= _LOOSE_LINES:
            return True
    return False
