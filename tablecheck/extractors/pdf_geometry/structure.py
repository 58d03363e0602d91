"""The grid of one table: from the words and rules of a region to cells with spans."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.banners import span_headings
from tablecheck.extractors.pdf_geometry.cells import GridCell, cells_from
from tablecheck.extractors.pdf_geometry.columns import TextRow, body_of, separators, with_centred_labels
from tablecheck.extractors.pdf_geometry.lines import Line, lines_of
from tablecheck.extractors.pdf_geometry.lines_placed import placed_lines
from tablecheck.extractors.pdf_geometry.placing import columns_from
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.rows import is_boxed, join_header_lines, rows_from
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, Word, median, words_inside
from tablecheck.extractors.pdf_geometry.spaces import natural_chunks, natural_space
from tablecheck.extractors.pdf_geometry.spans import stretch_labels
from tablecheck.extractors.pdf_geometry.wraps import join_wrapped_labels

_OVERHANG = 2.5  # points: vertical rules of a table end at its outer rules; lines of other things do not
_FULL = 0.93  # of the table's width: a rule as long as this goes all the way


@dataclass(frozen=True, slots=True)
class Structure:
    """The cells of a table, its size, and how many rows stand above the first inner rule."""

    cells: tuple[GridCell, ...]
    row_count: int
    column_count: int
    head_rows: int


def structure_of(region: Region, sheet: Sheet) -> Structure | None:
    """Find the rows, columns and cells of a region; ``None`` where it holds no words."""
    words = words_inside(sheet.words, region.x0 - 1.5, region.y0 - 1.5, region.x1 + 1.5, region.y1 + 1.5)
    if not words:
        return None
    words += words_inside(sheet.sideways, region.x0, region.y0, region.x1, region.y1)
    full, partial = inner_rules(region, sheet, words)
    size = median([word.size for word in words])
    edges = [region.y0 - 1, *(at for at in full if region.y0 + 2 < at < region.y1 - 2), region.y1 + 1]
    lines: list[tuple[Line, int]] = []
    for band, (top, bottom) in enumerate(itertools.pairwise(edges)):
        inside = lines_of([word for word in words if top < word.middle <= bottom])
        lines += [(line, band) for line in inside]
    if not lines:
        return None
    space = natural_space([line for line, _ in lines])
    rows_of_text = [TextRow(line, band, natural_chunks(line, space)) for line, band in lines]
    joined = with_centred_labels(rows_of_text, space)
    verticals = _verticals(region, sheet.vertical)
    cuts = separators(joined, verticals, size, space)
    columns = columns_from(cuts, body_of(joined), region.x0, region.x1)
    placed = placed_lines(rows_of_text, cuts, columns, partial, space)
    boxed = is_boxed(placed, columns, size, in_boxes=0 < len(cuts) <= len(verticals))
    rows = rows_from(placed, columns, partial, size, boxed)
    span_headings(rows, columns)
    join_header_lines(rows, partial, len(cuts) + 1)
    cells = stretch_labels(cells_from(rows), rows, partial, len(cuts) + 1)
    head = sum(row.band == rows[0].band for row in rows) if rows[-1].band > rows[0].band else 0
    cells, row_count = join_wrapped_labels(cells, len(rows), head)
    return Structure(tuple(cells), row_count, len(cuts) + 1, head)


def inner_rules(region: Region, sheet: Sheet, words: Sequence[Word]) -> tuple[list[float], list[Rule]]:
    """Give the heights of the rules that run all the way through a region, and the rules that do not."""
    width = region.x1 - region.x0
    inner = [
        rule
        for rule in sheet.horizontal
        if rule.start >= region.x0 - 4 and rule.end <= region.x1 + 4 and region.y0 - 2 <= rule.at <= region.y1 + 2
    ]
    partial = [rule for rule in inner if rule.length < _FULL * width or _leaves_out(rule, words)]
    return sorted({rule.at for rule in inner if rule not in partial}), partial


def _leaves_out(rule: Rule, words: Sequence[Word]) -> bool:
    """Tell a rule that runs beside some words, as under all columns but a narrow one of labels."""
    return any(word.x1 <= rule.start or word.x0 >= rule.end for word in words)


def _verticals(region: Region, rules: Sequence[Rule]) -> list[float]:
    """The vertical rules that run over nearly half of a region, or more, inside it."""
    lengths: dict[float, float] = {}
    for rule in rules:
        within = region.y0 - _OVERHANG <= rule.start and rule.end <= region.y1 + _OVERHANG
        if within and region.x0 + 4 < rule.at < region.x1 - 4:
            shared = min(rule.end, region.y1) - max(rule.start, region.y0)
            if shared > 0:
                lengths[round(rule.at, 1)] = lengths.get(round(rule.at, 1), 0.0) + shared
    kept: list[float] = []
    for at in sorted(lengths):
        if lengths[at] >= 0.45 * (region.y1 - region.y0) and (not kept or at - kept[-1] > 4):
            kept.append(at)
    return kept
