"""Which columns each chunk of a line fills."""

import itertools
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.expressions import is_numeric, is_tight
from tablecheck.extractors.pdf_geometry.lines import Chunk
from tablecheck.extractors.pdf_geometry.sheet import Rule, Word, median

_ALIGNED = 0.12  # of the size: how exactly LaTeX aligns entries, with room for side bearings
_LEFT, _RIGHT, _CENTRE = range(3)
_TRIM = 0.5  # of the size, by which \\cmidrule(lr) is shorter than its columns on either side
_HEADING_SPACE = 0.6  # of the size: the widest space in a heading over a rule, where nothing needs to be told apart
_OVER_RULE = 0.3  # of the size: how exactly a heading is centred over its rule
_TOO_MANY_BY_CHANCE = 3  # words that stand as their columns do
_FEWEST_PARTS = 4  # rows; a few such are phrases over several columns
_EXACT = 0.03  # of the size: how exactly a word space is the natural one


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
    """A column: the separators beside it, the extent of what stands in it alone, and how entries are set.

    ``modes`` are indices into ``left, right, centred``: in which of these the entries agree.
    """

    left: float
    right: float
    x0: float
    x1: float
    modes: tuple[int, ...]


def columns_from(separators: Sequence[float], rows: Sequence[TextRow], x0: float, x1: float) -> list[Column]:
    """Measure how wide the entries of each column are, and how they are set.

    Of a column whose entries all stand a word space from their neighbours, the words between its separators are taken.
    """
    edges = [min(x0, *separators) if separators else x0, *separators, max(x1, *separators) if separators else x1]
    entries: list[list[Chunk]] = [[] for _ in edges[1:]]
    parts: list[list[Chunk]] = [[] for _ in edges[1:]]
    for row in rows:
        for chunk in row.chunks:
            column = column_at(separators, chunk.middle)
            if column_at(separators, chunk.x0) == column == column_at(separators, chunk.x1):
                entries[column].append(chunk)
                continue
            for home, words in itertools.groupby(
                chunk.words, key=lambda word: column_at(separators, (word.x0 + word.x1) / 2)
            ):
                parts[home].append(Chunk(tuple(words)))
    entries = [
        found or (instead if len(instead) >= _FEWEST_PARTS else [])
        for found, instead in zip(entries, parts, strict=True)
    ]
    size = median([row.line.size for row in rows], 10.0)
    return [
        Column(
            left,
            right,
            min((chunk.x0 for chunk in chunks), default=left),
            max((chunk.x1 for chunk in chunks), default=right),
            _modes(chunks, size),
        )
        for left, right, chunks in zip(edges, edges[1:], entries, strict=False)
    ]


def _modes(chunks: Sequence[Chunk], size: float) -> tuple[int, ...]:
    if len(chunks) < 2:
        return _LEFT, _RIGHT, _CENTRE
    spreads = [
        max(positions) - min(positions)
        for positions in zip(*((chunk.x0, chunk.x1, chunk.middle) for chunk in chunks), strict=True)
    ]
    good = tuple(mode for mode, spread in enumerate(spreads) if spread <= 2 * _ALIGNED * size)
    return good or (_LEFT, _RIGHT, _CENTRE)


def widened_by(columns: Sequence[Column], cells: Sequence[Placed]) -> list[Column]:
    """Let columns reach over headings that are wider than their entries."""
    result = list(columns)
    for cell in cells:
        if cell.first == cell.last:
            column = result[cell.first]
            result[cell.first] = replace(column, x0=min(column.x0, cell.x0), x1=max(column.x1, cell.x1))
    return result


def column_at(separators: Sequence[float], x: float) -> int:
    """The column in which an x coordinate lies."""
    return bisect_right(separators, x)


def place(
    row: TextRow,
    separators: Sequence[float],
    columns: Sequence[Column],
    partial: Sequence[Rule],
    space: float,
    divided: Collection[int] = (),
) -> list[Placed]:
    """Put the chunks of a line into columns.

    ``partial`` are the rules that head groups of columns, ``divided`` the columns that the next line of a
    heading fills: a phrase over several of them is their banner.
    """
    size = row.line.size
    cut = [chunk for whole in row.chunks for chunk in _cut_at_rule_ends(row, whole, partial)]
    chunks = _joined_on_rules(row, cut, partial)
    splits = [_split(chunk, separators, columns, size) for chunk in chunks]
    alone = {chunk.text for chunk, parts in zip(chunks, splits, strict=True) if len(parts) == 1}
    placed: list[Placed] = []
    for chunk, parts in zip(chunks, splits, strict=True):
        if len(parts) == 1:
            placed += parts
            continue
        first, last = _covered(chunk, separators, columns, size)
        banner = first != last and all(column in divided for column in range(first, last + 1))
        apart = not banner and not _lies_on_rule(row, chunk, partial)
        repeated = all(" ".join(word.text for word in part.words) in alone for part in parts)
        if apart and (repeated or _aligned(parts, columns, size, space)):
            placed += parts
        else:
            placed.append(Placed(first, last, chunk.words))
    return _without_overlaps(placed)


def _cut_at_rule_ends(row: TextRow, chunk: Chunk, partial: Sequence[Rule]) -> list[Chunk]:
    """Cut a chunk where the rule under a part of it ends: words beside the rule are another cell's."""
    overhang = max(3.0, _TRIM * row.line.size)
    for rule in _rules_under(row, partial):
        for end in (rule.start, rule.end):
            if not chunk.x0 + row.line.size < end < chunk.x1 - row.line.size:
                continue
            for index in range(1, len(chunk.words)):
                left, right = chunk.words[index - 1], chunk.words[index]
                if left.x1 - overhang <= end <= right.x0 + overhang:
                    rest = _cut_at_rule_ends(row, Chunk(chunk.words[index:]), partial)
                    return [*_cut_at_rule_ends(row, Chunk(chunk.words[:index]), partial), *rest]
    return [chunk]


def _joined_on_rules(row: TextRow, chunks: Sequence[Chunk], partial: Sequence[Rule]) -> list[Chunk]:
    """Join neighbours that are centred together over one rule, hardly further apart than words: its heading."""
    joined: list[Chunk] = []
    for chunk in chunks:
        if joined and chunk.x0 - joined[-1].x1 <= _HEADING_SPACE * row.line.size:
            both = Chunk(joined[-1].words + chunk.words)
            rule = rule_below(row, both.x0, both.x1, partial)
            if rule is not None and abs((rule.start + rule.end) / 2 - both.middle) <= _OVER_RULE * row.line.size:
                joined[-1] = both
                continue
        joined.append(chunk)
    return joined


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


def _split(chunk: Chunk, separators: Sequence[float], columns: Sequence[Column], size: float) -> list[Placed]:
    """Part a chunk at the separators, but not inside an expression."""
    if len(chunk.words) == 1:
        return [Placed(*_covered(chunk, separators, columns, size), chunk.words)]
    atoms: list[list[Word]] = [[chunk.words[0]]]
    for left, right in itertools.pairwise(chunk.words):
        if is_tight(left, right, size):
            atoms[-1].append(right)
        else:
            atoms.append([right])
    parts: list[list[Word]] = []
    home = -1
    for atom in atoms:
        column = column_at(separators, (atom[0].x0 + atom[-1].x1) / 2)
        if column != home:
            parts.append([])
            home = column
        parts[-1] += atom
    chunks = [Chunk(tuple(part)) for part in parts]
    return [Placed(*_covered(part, separators, columns, size), part.words) for part in chunks]


def _aligned(parts: Sequence[Placed], columns: Sequence[Column], size: float, space: float) -> bool:
    """Tell entries that each stand as their column does from a phrase that runs over several columns."""
    if all(is_numeric(word.text) for part in parts for word in part.words):
        return True
    if any(b.first <= a.last for a, b in itertools.pairwise(parts)):
        return False
    good = sum(_set_as_others(part, columns, size) for part in parts)
    if good < len(parts) and not (len(parts) > 3 and good >= len(parts) - 1):
        return False
    if any(is_numeric(part.words[0].text) and len(part.words) == 1 for part in parts[1:]):
        return True
    whole = (parts[0].x0 + parts[-1].x1) / 2 - (columns[parts[0].first].x0 + columns[parts[-1].last].x1) / 2
    exact = all(abs(b.x0 - a.x1 - space * size) <= _EXACT * size for a, b in itertools.pairwise(parts))
    by_chance = len(parts) < _TOO_MANY_BY_CHANCE or good < len(parts)
    return not (by_chance and exact and abs(whole) <= _ALIGNED * size)


def _set_as_others(part: Placed, columns: Sequence[Column], size: float) -> bool:
    """Tell an entry set as the others of its column are, or centred as headings often are."""
    offsets = _offsets(part, columns[part.first], columns[part.last])
    modes = {*columns[part.first].modes, _CENTRE}
    return any(abs(offsets[mode]) <= _ALIGNED * size for mode in modes)


def _offsets(part: Placed, first: Column, last: Column) -> tuple[float, float, float]:
    """How far the left end, the right end and the middle of an entry are from those of its columns."""
    left, right = part.x0 - first.x0, part.x1 - last.x1
    return left, right, (left + right) / 2


def stands_in(part: Placed, column: Column, size: float) -> bool:
    """Tell whether an entry is set flush with or centred in a column."""
    return min(abs(offset) for offset in _offsets(part, column, column)) <= _ALIGNED * size


def is_flush_in(part: Placed, column: Column, slack: float) -> bool:
    """Tell whether an entry begins and ends where its column does."""
    left, right, _ = _offsets(part, column, column)
    return max(abs(left), abs(right)) <= slack


def is_set_as_column(part: Placed, column: Column, size: float) -> bool:
    """Tell an entry that begins, ends or is centred where all entries of its column are."""
    offsets = _offsets(part, column, column)
    return len(column.modes) < len(offsets) and any(abs(offsets[mode]) <= _ALIGNED * size for mode in column.modes)


def is_centred_in(part: Placed, column: Column, size: float) -> bool:
    """Tell whether an entry is centred in a column."""
    return abs(_offsets(part, column, column)[_CENTRE]) <= _ALIGNED * size


def _lies_on_rule(row: TextRow, chunk: Chunk, partial: Sequence[Rule]) -> bool:
    rule = rule_below(row, chunk.x0, chunk.x1, partial)
    return rule is not None and rule.start - 3 <= chunk.x0 and chunk.x1 <= rule.end + 3


def rule_below(row: TextRow, x0: float, x1: float, partial: Sequence[Rule]) -> Rule | None:
    """The rule of a group of columns that runs close under some words of a line."""
    middle = (x0 + x1) / 2
    return next((rule for rule in _rules_under(row, partial) if rule.start - 3 <= middle <= rule.end + 3), None)


def _rules_under(row: TextRow, partial: Sequence[Rule]) -> list[Rule]:
    low, high = row.line.baseline - 1, row.line.baseline + 0.9 * row.line.size + 2
    return [rule for rule in partial if low <= rule.at <= high]


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
