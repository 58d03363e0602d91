"""Tables without rules: lines of several chunks that follow each other beside a caption."""

from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.bare import bare_regions
from tablecheck.extractors.pdf_geometry.captions import Caption
from tablecheck.extractors.pdf_geometry.lines import Line, lines_of
from tablecheck.extractors.pdf_geometry.regions import Region, collide
from tablecheck.extractors.pdf_geometry.sheet import Sheet, words_inside

_WIDE_GAP = 0.8  # of the size, as between cells for certain
_DENSEST = 0.85  # of a line's extent covered with words; above that it is prose
_TALLEST = 500.0  # points


def unruled_regions(sheet: Sheet, captions: Sequence[Caption], ruled: Sequence[Region]) -> list[Region]:
    """Look beside each table's caption that no ruled table has."""
    found = []
    for caption in captions:
        if not caption.is_table or any(region.caption is caption for region in ruled):
            continue
        x0, x1 = _column_around(sheet, caption)
        for side in (1, -1):
            lines = _aligned_lines(sheet, captions, caption, x0, x1, side)
            if len(lines) < 2:
                continue
            box = (
                min(line.x0 for line in lines),
                min(line.top for line in lines),
                max(line.x1 for line in lines),
                max(line.bottom for line in lines),
            )
            found.append(Region(*box, caption=caption))
            break
    free = [region for region in found if not any(collide(region, other) for other in ruled)]
    return free + bare_regions(sheet, captions, [*ruled, *free])


def _column_around(sheet: Sheet, caption: Caption) -> tuple[float, float]:
    middle = (caption.x0 + caption.x1) / 2
    if caption.x1 - caption.x0 > 0.55 * sheet.width or abs(middle - sheet.width / 2) < 0.08 * sheet.width:
        return 0.0, sheet.width
    return (0.0, sheet.width / 2) if middle < sheet.width / 2 else (sheet.width / 2, sheet.width)


def _aligned_lines(
    sheet: Sheet, captions: Sequence[Caption], caption: Caption, x0: float, x1: float, side: int
) -> list[Line]:
    start = caption.y1 if side > 0 else caption.y0
    reach = (start - 1, start + _TALLEST) if side > 0 else (start - _TALLEST, start + 1)
    lines = lines_of(words_inside(sheet.words, x0, reach[0], x1, reach[1]))[::side]
    kept: list[Line] = []
    edge = start
    for line in lines:
        distance = line.top - edge if side > 0 else edge - line.bottom
        if distance > 2.0 * line.size or len(line.chunks(_WIDE_GAP)) < 2 or line.ink > _DENSEST:
            break
        if any(other is not caption and other.y0 - 1 <= line.middle <= other.y1 + 1 for other in captions):
            break
        kept.append(line)
        edge = line.bottom if side > 0 else line.top
    return kept
