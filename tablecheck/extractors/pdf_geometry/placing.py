"""Which columns each chunk of a line fills."""

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablecheck.extractors.pdf_geometry.columns import TextRow, is_numeric
from tablecheck.extractors.pdf_geometry.lines import Chunk
from tablecheck.extractors.pdf_geometry.sheet import Rule, Word

_ALIGNED = 0.12  # of the size: how exactly LaTeX aligns entries, with room for side bearings
_EXACT = 0.03  # of the size: how exactly a word space is the natural one
_CENTRED = 0.3  # of the size: how exactly a banner is centred over its columns when one of them was widened


@dataclass(frozen=True, slots=True)
class Placed:
    """Words and the first and last column they fill."""

    first: int
    last: int
    words: tuple[Word, ...]

    @property
    def x0(self) -> float:
        """Left end."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Right end."""
        return max(word.x1 for word in self.words)


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the separators beside it, and the extent of what stands in it alone."""

    left: float
    right: float
    x0: float
    x1: float


def columns_from(separators: Sequence[float], rows: Sequence[TextRow], x0: float, x1: float) -> list[Column]:
    """Measure how wide the entries of each column are."""
    edges = [min(x0, *separators) if separators else x0, *separators, max(x1, *separators) if separators else x1]
    low, high = list(edges[1:]), list(edges[:-1])
    for row in rows:
        for chunk in row.chunks:
            column = column_at(separators, chunk.middle)
            if column_at(separators, chunk.x0) == column == column_at(separators, chunk.x1):
                low[column], high[column] = min(low[column], chunk.x0), max(high[column], chunk.x1)
    return [
        Column(left, right, a, b) if a < b else Column(left, right, left, right)
        for left, right, a, b in zip(edges, edges[1:], low, high, strict=False)
    ]


def column_at(separators: Sequence[float], x: float) -> int:
    """The column in which an x coordinate lies."""
    return bisect_right(separators, x)


def place(
    row: TextRow, separators: Sequence[float], columns: Sequence[Column], partial: Sequence[Rule], space: float
) -> list[Placed]:
    """Put the chunks of a line into columns; ``partial`` are the rules that head groups of columns."""
    size = row.line.size
    placed: list[Placed] = []
    for chunk in row.chunks:
        first, last = _covered(chunk, separators, columns, size)
        if first == last:
            placed.append(Placed(first, last, chunk.words))
            continue
        parts = _split(chunk, separators)
        if parts is not None and not _lies_on_rule(row, chunk, partial) and _aligned(parts, columns, size, space):
            placed += parts
        else:
            placed.append(Placed(first, last, chunk.words))
    return _without_overlaps(placed)


def _covered(chunk: Chunk, separators: Sequence[float], columns: Sequence[Column], size: float) -> tuple[int, int]:
    """The columns a chunk reaches into, a slight overhang forgiven."""
    first, last = column_at(separators, chunk.x0), column_at(separators, chunk.x1)
    home = column_at(separators, chunk.middle)
    while first < home and not _reaches(chunk, columns[first], size):
        first += 1
    while last > home and not _reaches(chunk, columns[last], size):
        last -= 1
    return first, last


def _reaches(chunk: Chunk, column: Column, size: float) -> bool:
    shared = min(chunk.x1, column.x1) - max(chunk.x0, column.x0)
    return shared > max(0.25 * (column.x1 - column.x0), 0.15 * size)


def _split(chunk: Chunk, separators: Sequence[float]) -> list[Placed] | None:
    """Part a chunk at the separators, unless one of its words stands across one."""
    groups: dict[int, list[Word]] = {}
    for word in chunk.words:
        if any(word.x0 + 1 < at < word.x1 - 1 for at in separators):
            return None
        groups.setdefault(column_at(separators, (word.x0 + word.x1) / 2), []).append(word)
    return [Placed(column, column, tuple(words)) for column, words in sorted(groups.items())]


def _aligned(parts: Sequence[Placed], columns: Sequence[Column], size: float, space: float) -> bool:
    """Tell entries that each stand as their column does from a phrase that runs over several columns."""
    if all(is_numeric(word.text) for part in parts for word in part.words):
        return True
    modes = [_offsets(part, columns[part.first]) for part in parts]
    good = max(sum(abs(offsets[mode]) <= _ALIGNED * size for offsets in modes) for mode in range(3))
    if good < len(parts) and not (len(parts) > 3 and good >= len(parts) - 1):
        return False
    whole = (parts[0].x0 + parts[-1].x1) / 2 - (columns[parts[0].first].x0 + columns[parts[-1].last].x1) / 2
    exact = all(abs(b.x0 - a.x1 - space * size) <= _EXACT * size for a, b in itertools.pairwise(parts))
    return not (exact and abs(whole) <= _ALIGNED * size)


def _offsets(part: Placed, column: Column) -> tuple[float, float, float]:
    """How far the left end, the right end and the middle of an entry are from those of its column."""
    left, right = part.x0 - column.x0, part.x1 - column.x1
    return left, right, (left + right) / 2


def _stands_in(part: Placed, column: Column, size: float) -> bool:
    return min(abs(offset) for offset in _offsets(part, column)) <= _ALIGNED * size


def _lies_on_rule(row: TextRow, chunk: Chunk, partial: Sequence[Rule]) -> bool:
    rule = rule_below(row, chunk.x0, chunk.x1, partial)
    return rule is not None and rule.start - 3 <= chunk.x0 and chunk.x1 <= rule.end + 3


def rule_below(row: TextRow, x0: float, x1: float, partial: Sequence[Rule]) -> Rule | None:
    """The rule of a group of columns that runs close under some words of a line."""
    middle = (x0 + x1) / 2
    for rule in partial:
        near = row.line.baseline - 1 <= rule.at <= row.line.baseline + 0.9 * row.line.size + 2
        if near and rule.start - 3 <= middle <= rule.end + 3:
            return rule
    return None


def widen_banners(
    row: TextRow,
    placed: Sequence[Placed],
    separators: Sequence[float],
    columns: Sequence[Column],
    partial: Sequence[Rule],
) -> list[Placed]:
    """Let the headings of a line span the columns they are ruled or centred over."""
    widened: list[Placed] = []
    size = row.line.size
    for index, cell in enumerate(placed):
        low = placed[index - 1].last + 1 if index else 0
        high = placed[index + 1].first - 1 if index + 1 < len(placed) else len(columns) - 1
        rule = rule_below(row, cell.x0, cell.x1, partial)
        if rule is not None:
            first, last = _under(rule, separators, columns)
            if low <= first <= cell.first and cell.last <= last <= high:
                widened.append(replace(cell, first=first, last=last))
                continue
        widened.append(_centred(cell, low, high, columns, size))
    return widened


def _under(rule: Rule, separators: Sequence[float], columns: Sequence[Column]) -> tuple[int, int]:
    """The columns a rule runs over: those more than half of whose entries' width it covers."""
    over = [
        index
        for index, column in enumerate(columns)
        if min(rule.end, column.x1) - max(rule.start, column.x0) > 0.5 * (column.x1 - column.x0)
    ]
    if not over:
        home = column_at(separators, (rule.start + rule.end) / 2)
        return home, home
    return over[0], over[-1]


def _centred(cell: Placed, low: int, high: int, columns: Sequence[Column], size: float) -> Placed:
    """Find the run of free columns whose middle is the cell's, if it is not its own column's."""
    middle = (cell.x0 + cell.x1) / 2
    best: tuple[float, int, int] | None = None
    for first in range(low, cell.first + 1):
        for last in range(cell.last, high + 1):
            off = abs((columns[first].x0 + columns[last].x1) / 2 - middle)
            if off <= _CENTRED * size and (best is None or off < best[0] - 0.05 * size):
                best = (off, first, last)
    if cell.first == cell.last and _stands_in(cell, columns[cell.first], size):
        return cell
    return replace(cell, first=best[1], last=best[2]) if best else cell


def _without_overlaps(placed: list[Placed]) -> list[Placed]:
    """Join pieces that claim one column, so that each column of a line is filled once."""
    result: list[Placed] = []
    for cell in placed:
        if result and cell.first <= result[-1].last:
            last = result.pop()
            result.append(Placed(last.first, max(last.last, cell.last), last.words + cell.words))
        else:
            result.append(cell)
    return result
