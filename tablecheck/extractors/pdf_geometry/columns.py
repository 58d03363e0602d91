"""Columns from white corridors: where no word stands over the rows of a table's body."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.expressions import is_numeric, is_tight, one_expression
from tablecheck.extractors.pdf_geometry.lines import Chunk, Line
from tablecheck.extractors.pdf_geometry.sheet import Word, median
from tablecheck.extractors.pdf_geometry.spaces import is_natural, natural_chunks

_MOST_CHUNKS = 0.75  # of the usual number; rows with fewer hold spanning cells or headings
_HALF_LINE = 0.95  # of the size: labels centred beside two rows stand 0.6 to 0.9 below the first
_HALF_STEP = 0.6  # of the usual step of the rows: the same where these stand far apart
_TOLERATED = 0.12  # share of rows whose text may run over a corridor: spanning cells inside the body
_MANY = 4  # rows; with fewer, chance alignments of word spaces must be feared
_BACKED = 0.25  # share of the rows filled on both sides of a cut that must not be one cell's words
_NEARLY_ALL = 0.9  # of the rows
_DECIMAL = re.compile(r"[-−–]?\d+\.\d+%?")  # a label may end in 2.7B, and seldom in 2.7
_NARROW, _WIDE = 0.13, 0.5  # of the size: least width of a corridor with many rows, and with few


Extents = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class TextRow:
    """A line of a table cut into chunks; ``band`` counts the full rules above it."""

    line: Line
    band: int
    chunks: tuple[Chunk, ...]


@dataclass(frozen=True, slots=True)
class Corridor:
    """A stretch of the page's width that few rows cover."""

    x0: float
    x1: float


def body_of(rows: Sequence[TextRow]) -> list[TextRow]:
    """The rows below the first full rule; all of them where the table has one band or the rest is a single line."""
    first = rows[0].band
    body = [row for row in rows if row.band > first]
    return body if len(body) >= 2 or (body and len(body[0].chunks) > 2) else list(rows)


def core_of(body: Sequence[TextRow]) -> list[TextRow]:
    """The rows with most of the usual number of chunks: no wrapped text, no section headings."""
    counts = sorted(len(row.chunks) for row in body)
    usual = counts[int(0.6 * (len(counts) - 1))]
    core = [row for row in body if len(row.chunks) >= max(2, _MOST_CHUNKS * usual)] if usual >= 2 else list(body)
    return core if len(core) >= max(2, 0.4 * len(body)) or len(body) < 2 else list(body)


def with_centred_labels(rows: Sequence[TextRow], space: float) -> list[TextRow]:
    """Put labels that stand half a line off beside the line they belong to, for looking at columns only."""
    full = [row for row in rows if len(row.chunks) > 1]
    step = median([b.line.baseline - a.line.baseline for a, b in itertools.pairwise(full) if a.band == b.band])
    joined: list[TextRow] = []
    for row in rows:
        above = joined[-1] if joined else None
        if (
            above is not None
            and above.band == row.band
            and row.line.baseline - above.line.baseline < max(_HALF_LINE * row.line.size, _HALF_STEP * step)
            and not any(a.x0 < b.x1 and a.x1 > b.x0 for a in above.line.words for b in row.line.words)
        ):
            words = tuple(sorted((*above.line.words, *row.line.words), key=lambda word: word.x0))
            line = Line(above.line.baseline, above.line.size, words)
            joined[-1] = TextRow(line, row.band, natural_chunks(line, space))
        else:
            joined.append(row)
    return joined


def separators(rows: Sequence[TextRow], verticals: Sequence[float], size: float, space: float) -> list[float]:
    """Give the x coordinates that part the columns, from left to right."""
    core = core_of(body_of(rows))
    tolerated = int(_TOLERATED * len(core)) if len(core) >= 6 else 0
    least = _NARROW if len(core) >= _MANY else _WIDE if len(core) > 2 else _WIDE + 0.1
    found = []
    for corridor in _corridors([_atoms(row, size) for row in core], tolerated):
        wide = corridor.x1 - corridor.x0
        if any(corridor.x0 - 3 <= at <= corridor.x1 + 3 for at in verticals):
            continue
        enough = wide >= least * size or _all_numbers(core, corridor) or _decimals_begin(core, corridor)
        if _parts_columns(core, corridor, size, space) and enough:
            found.append(corridor)
    everything = _coverage(_atoms(row, size) for row in rows)
    cuts = sorted([_best_cut(corridor, everything) for corridor in found] + list(verticals))
    return _supported(cuts, frozenset(verticals), core, rows, size, space)


def _corridors(rows: Sequence[Extents], tolerated: int) -> list[Corridor]:
    """Find the stretches that at most ``tolerated`` rows cover, and in each the part that fewest rows cover."""
    steps = _coverage(rows)
    found: list[Corridor] = []
    group: list[tuple[float, float, int]] = []
    for x0, x1, covered in [*steps, (0.0, 0.0, 10**6)]:
        if covered <= tolerated:
            group.append((x0, x1, covered))
        elif group:
            lowest = min(part[2] for part in group)
            found.append(
                Corridor(*max(((a, b) for a, b, c in group if c == lowest), key=lambda part: part[1] - part[0]))
            )
            group = []
    return found


def _coverage(rows: Iterable[Extents]) -> list[tuple[float, float, int]]:
    """Cut the width into stretches and count the rows that cover each, between the outermost words."""
    events: list[tuple[float, int]] = []
    for extents in rows:
        for x0, x1 in extents:
            events += [(x0, 1), (x1, -1)]
    events.sort()
    steps: list[tuple[float, float, int]] = []
    covered = 0
    for (x, step), (following, _) in itertools.pairwise(events):
        covered += step
        if following > x:
            steps.append((x, following, covered))
    return steps


def _atoms(row: TextRow, size: float) -> Extents:
    """Give what each expression of a line covers: ``1200 + 25N`` stands in one piece."""
    result: list[tuple[float, float]] = []
    last: Word | None = None
    for word in row.line.words:
        if last is not None and is_tight(last, word, size):
            result[-1] = (result[-1][0], max(result[-1][1], word.x1))
        else:
            result.append((word.x0, word.x1))
        last = word
    return result


def _neighbours(row: TextRow, corridor: Corridor) -> tuple[Word, Word] | None:
    middle = (corridor.x0 + corridor.x1) / 2
    left = [word for word in row.line.words if word.x1 <= middle]
    right = [word for word in row.line.words if word.x0 >= middle]
    if not left or not right or len(left) + len(right) < len(row.line.words):
        return None
    return max(left, key=lambda word: word.x1), right[0]


def _parts_columns(core: Sequence[TextRow], corridor: Corridor, size: float, space: float) -> bool:
    """Tell a corridor between columns from word spaces that lie over each other.

    Between columns some gaps are wider than the natural word space, because entries differ in length; words
    of one cell stand a natural space apart in every row.
    """
    pairs = [pair for row in core if (pair := _neighbours(row, corridor))]
    wide = sum(not is_natural(left, right, size, space) for left, right in pairs)
    joined = sum(one_expression(left, right, size) for left, right in pairs)
    values = _values_in(pairs)
    if not pairs or joined > 0.25 * len(pairs):
        return False
    return wide >= max(1, _BACKED * len(pairs)) or values >= 0.6 * len(pairs)


def _values_in(pairs: Sequence[tuple[Word, Word]]) -> int:
    """Count the pairs of two values, or of all pairs those of a decimal and a word that is not the same in all rows."""
    if len(pairs) >= _MANY and len({left.text for left, _ in pairs}) > 1:
        decimals = sum(_DECIMAL.fullmatch(right.text) is not None for _, right in pairs)
        if decimals >= _NEARLY_ALL * len(pairs):
            return decimals
    return sum(is_numeric(left.text) and is_numeric(right.text) for left, right in pairs)


def _supported(
    cuts: list[float],
    drawn: frozenset[float],
    core: Sequence[TextRow],
    rows: Sequence[TextRow],
    size: float,
    space: float,
) -> list[float]:
    """Drop cuts between columns that are never filled side by side, or only by words of one cell.

    A blank that is wide in most rows says little: centred entries of one column leave corridors too.
    """
    while cuts:
        verdicts = []
        for index, cut in enumerate(cuts):
            if cut in drawn:
                continue
            low = cuts[index - 1] if index else -1e9
            high = cuts[index + 1] if index + 1 < len(cuts) else 1e9
            pairs = _side_by_side(core, low, cut, high) or _side_by_side(rows, low, cut, high)
            whole = sum(is_tight(left, right, size) for left, right in pairs)
            wide = sum(not is_natural(left, right, size, space) for left, right in pairs)
            values = _values_in(pairs)
            share = max(wide, values) / len(pairs) if pairs and whole < len(pairs) else 0.0
            verdicts.append((share, index))
        share, worst = min(verdicts, default=(1.0, 0))
        if share >= _BACKED:
            break
        cuts = cuts[:worst] + cuts[worst + 1 :]
    return cuts


def _side_by_side(rows: Sequence[TextRow], low: float, cut: float, high: float) -> list[tuple[Word, Word]]:
    pairs = []
    for row in rows:
        left = [word for word in row.line.words if low <= (word.x0 + word.x1) / 2 < cut]
        right = [word for word in row.line.words if cut <= (word.x0 + word.x1) / 2 < high]
        if left and right:
            pairs.append((left[-1], right[0]))
    return pairs


def _all_numbers(core: Sequence[TextRow], corridor: Corridor) -> bool:
    pairs = [pair for row in core if (pair := _neighbours(row, corridor))]
    return all(is_numeric(left.text) and is_numeric(right.text) for left, right in pairs)


def _decimals_begin(core: Sequence[TextRow], corridor: Corridor) -> bool:
    """Tell whether a number with decimals follows in every row, as no label ends."""
    pairs = [_neighbours(row, corridor) for row in core]
    return all(pair is not None and is_numeric(pair[1].text) and "." in pair[1].text for pair in pairs)


def _best_cut(corridor: Corridor, coverage: Sequence[tuple[float, float, int]]) -> float:
    """Give the middle of the part of a corridor that fewest lines of the whole table cover."""
    inside = [
        (max(x0, corridor.x0), min(x1, corridor.x1), covered)
        for x0, x1, covered in coverage
        if x1 > corridor.x0 and x0 < corridor.x1
    ]
    if not inside:
        return (corridor.x0 + corridor.x1) / 2
    lowest = min(part[2] for part in inside)
    x0, x1, _ = max((part for part in inside if part[2] == lowest), key=lambda part: part[1] - part[0])
    return (x0 + x1) / 2
