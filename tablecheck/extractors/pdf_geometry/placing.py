"""Which columns each chunk of a line fills."""

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.lines import Chunk
from tablecheck.extractors.pdf_geometry.sheet import Rule, Word


@dataclass(frozen=True, slots=True)
class Placed:
    """Words and the first and last column they fill."""

    first: int
    last: int
    words: tuple[Word, ...]


def column_at(separators: Sequence[float], x: float) -> int:
    """The column in which an x coordinate lies."""
    return bisect_right(separators, x)


def place(row: TextRow, separators: Sequence[float], partial: Sequence[Rule], in_body: bool) -> list[Placed]:
    """Put the chunks of a line into columns; ``partial`` are the rules that head groups of columns."""
    placed: list[Placed] = []
    for chunk in row.chunks:
        first, last = column_at(separators, chunk.x0 + 0.5), column_at(separators, chunk.x1 - 0.5)
        rule = _rule_below(row, chunk, partial)
        if rule is not None and not in_body:
            wide = column_at(separators, rule.start + 2.5), column_at(separators, rule.end - 2.5)
            alone = not any(rule.start < other.middle < rule.end for other in row.chunks if other is not chunk)
            if alone and wide[0] <= first and wide[1] >= last:
                placed.append(Placed(*wide, chunk.words))
                continue
        if first != last and len(chunk.words) > 1:
            parts = _split(chunk, separators)
            if in_body and len(row.chunks) >= 2 and parts is not None:
                placed += parts
                continue
            if not in_body and rule is None and parts is not None and len(parts) == last - first + 1:
                gaps = [b.words[0].x0 - a.words[-1].x1 for a, b in itertools.pairwise(parts)]
                if gaps and min(gaps) >= 0.36 * row.line.size:
                    placed += parts
                    continue
        placed.append(Placed(first, last, chunk.words))
    return placed


def _rule_below(row: TextRow, chunk: Chunk, partial: Sequence[Rule]) -> Rule | None:
    bottom = row.line.baseline
    for rule in partial:
        if bottom - 1 <= rule.at <= bottom + 0.9 * row.line.size + 2 and rule.start - 3 <= chunk.middle <= rule.end + 3:
            return rule
    return None


def _split(chunk: Chunk, separators: Sequence[float]) -> list[Placed] | None:
    """Part a chunk at the separators, unless one of its words stands across one."""
    groups: dict[int, list[Word]] = {}
    for word in chunk.words:
        if any(word.x0 + 1 < at < word.x1 - 1 for at in separators):
            return None
        groups.setdefault(column_at(separators, (word.x0 + word.x1) / 2), []).append(word)
    return [Placed(column, column, tuple(words)) for column, words in sorted(groups.items())]
