"""The grid of one table: from the words and rules of a region to cells with spans."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.cells import GridCell, cells_from, stretch_labels
from tablecheck.extractors.pdf_geometry.columns import TextRow, body_of, separators, split_tight_numbers
from tablecheck.extractors.pdf_geometry.lines import lines_of
from tablecheck.extractors.pdf_geometry.placing import place
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.rows import join_header_lines, rows_from
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, median, words_inside

_CHUNK_GAP = 0.5  # of the size
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
    width = region.x1 - region.x0
    inner = [
        rule
        for rule in sheet.horizontal
        if rule.start >= region.x0 - 4 and rule.end <= region.x1 + 4 and region.y0 - 2 <= rule.at <= region.y1 + 2
    ]
    full = sorted({rule.at for rule in inner if rule.length >= _FULL * width})
    partial = [rule for rule in inner if rule.length < _FULL * width]
    size = median([word.size for word in words])
    edges = [region.y0 - 1, *(at for at in full if region.y0 + 2 < at < region.y1 - 2), region.y1 + 1]
    lines: list[TextRow] = []
    for band, (top, bottom) in enumerate(itertools.pairwise(edges)):
        inside = lines_of([word for word in words if top < word.middle <= bottom])
        lines += [TextRow(line, band, tuple(line.chunks(_CHUNK_GAP))) for line in inside]
    if not lines:
        return None
    lines = split_tight_numbers(lines, size)
    cuts = separators(lines, _verticals(region, sheet.vertical), size)
    body = {id(row) for row in body_of(lines)}
    placed = [(row, place(row, cuts, partial, id(row) in body)) for row in lines]
    bands = [row.band for row in lines]
    distinct = len(set(bands))
    boxed = distinct >= 3 and len(full) >= max(4, 0.7 * distinct) and len(lines) <= 2.2 * distinct
    rows = rows_from(placed, len(cuts) + 1, partial, size, boxed)
    join_header_lines(rows, partial, len(cuts) + 1)
    cells = stretch_labels(cells_from(rows), rows, partial, len(cuts) + 1)
    head = sum(row.band == rows[0].band for row in rows) if rows[-1].band > rows[0].band else 0
    return Structure(tuple(cells), len(rows), len(cuts) + 1, head)


def _verticals(region: Region, rules: Sequence[Rule]) -> list[float]:
    """The vertical rules that run over nearly half of a region, or more, inside it."""
    lengths: dict[float, float] = {}
    for rule in rules:
        if region.x0 + 4 < rule.at < region.x1 - 4:
            shared = min(rule.end, region.y1) - max(rule.start, region.y0)
            if shared > 0:
                lengths[round(rule.at, 1)] = lengths.get(round(rule.at, 1), 0.0) + shared
    kept: list[float] = []
    for at in sorted(lengths):
        if lengths[at] >= 0.45 * (region.y1 - region.y0) and (not kept or at - kept[-1] > 4):
            kept.append(at)
    return kept
