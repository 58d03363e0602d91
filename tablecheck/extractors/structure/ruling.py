"""From the lines that somebody draws between rows and columns to cells: headings span as on the page itself."""

import itertools
from bisect import bisect_right
from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.banners import span_headings
from tablecheck.extractors.pdf_geometry.cells import cells_from
from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.lines import Line, lines_of
from tablecheck.extractors.pdf_geometry.lines_placed import placed_lines
from tablecheck.extractors.pdf_geometry.placing import Placed, columns_from
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.rows import Row
from tablecheck.extractors.pdf_geometry.sheet import Sheet, Word, words_inside
from tablecheck.extractors.pdf_geometry.spaces import natural_chunks, natural_space
from tablecheck.extractors.pdf_geometry.spans import stretch_labels
from tablecheck.extractors.pdf_geometry.structure import Structure, inner_rules


def structure_by_lines(
    region: Region, sheet: Sheet, across: Sequence[float], down: Sequence[float]
) -> Structure | None:
    """Find the cells of a region whose rows and columns are known; ``None`` where it holds no words.

    ``across`` are the heights between rows, ``down`` the x coordinates between columns, in the sheet's own
    coordinates. Rows and columns without a word are dropped.
    """
    words = words_inside(sheet.words, region.x0 - 1.5, region.y0 - 1.5, region.x1 + 1.5, region.y1 + 1.5)
    if not words:
        return None
    bounds = [at for at in sorted(across) if any(w.middle < at for w in words) and any(w.middle >= at for w in words)]
    cuts = _filled_columns(sorted(down), words)
    full, partial = inner_rules(region, sheet, words)
    full = [at for at in full if region.y0 + 2 < at]
    rows_of_words: dict[int, list[Word]] = {}
    for word in words:
        rows_of_words.setdefault(bisect_right(bounds, word.middle), []).append(word)
    lines = [(line, row) for row, members in sorted(rows_of_words.items()) for line in lines_of(members)]
    space = natural_space([line for line, _ in lines])
    texts = [TextRow(line, bisect_right(full, line.middle), natural_chunks(line, space)) for line, _ in lines]
    columns = columns_from(cuts, _body(texts), region.x0, region.x1)
    placed = [cells for _, cells in placed_lines(texts, cuts, columns, partial, space)]
    rows = _rows([row for _, row in lines], texts, placed)
    if not rows:
        return None
    if len(columns) > 1:
        span_headings(rows, columns)
    cells = stretch_labels(cells_from(rows), rows, partial, len(columns))
    head = sum(row.band == rows[0].band for row in rows) if rows[-1].band > rows[0].band else 0
    return Structure(tuple(cells), len(rows), len(columns), head)


def _filled_columns(cuts: Sequence[float], words: Sequence[Word]) -> list[float]:
    kept: list[float] = []
    for cut in cuts:
        low = kept[-1] if kept else -1e9
        if any(low <= (word.x0 + word.x1) / 2 < cut for word in words):
            kept.append(cut)
    while kept and not any((word.x0 + word.x1) / 2 >= kept[-1] for word in words):
        kept.pop()
    return kept


def _body(rows: Sequence[TextRow]) -> list[TextRow]:
    body = [row for row in rows if row.band > rows[0].band]
    return body if len(body) >= 2 else list(rows)


def _rows(numbers: Sequence[int], texts: Sequence[TextRow], placed: Sequence[Sequence[Placed]]) -> list[Row]:
    rows: list[Row] = []
    for _, group in itertools.groupby(zip(numbers, texts, placed, strict=True), key=lambda entry: entry[0]):
        members = list(group)
        lines: list[Line] = [text.line for _, text, _ in members]
        cells = [cell for _, _, some in members for cell in some]
        rows.append(Row(lines[0].baseline, lines[-1].baseline, members[0][1].band, cells, latest=cells))
    return rows
