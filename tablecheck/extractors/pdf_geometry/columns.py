"""Columns from white corridors: where no word stands over all rows of a table's body."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.extractors.pdf_geometry.lines import Chunk, Line
from tablecheck.extractors.pdf_geometry.sheet import Word

_WORD_GAP = 0.5  # of the size: a wider gap is no word space of a table cell
_CORRIDOR = 0.3  # of the size: the narrowest corridor that may part two columns, about one word space
_NUMBER = re.compile(r"[(\[]?[+\-−<>~≈]?\$?\d[\d.,]*[%†‡*KMBkx⁰-⁹]?[)\]]?[*†‡]*|[-–—]")
_OPENS = ("(", "[", "{")
_JOINS_LEFT = (",", "±", "/", "=", "<", ">", "×", "·", "+", "~", "≈", "≤", "≥", "(", "[", "{")
_JOINS_RIGHT = (",", "±", "/", "=", "×", "·", "%", ")", "]", "}")


@dataclass(frozen=True, slots=True)
class TextRow:
    """A line of a table cut into chunks; ``band`` counts the full rules above it."""

    line: Line
    band: int
    chunks: tuple[Chunk, ...]


def is_numeric(text: str) -> bool:
    """Tell a word that prints a value, or a dash in its place."""
    return _NUMBER.fullmatch(text) is not None


def body_of(rows: Sequence[TextRow]) -> list[TextRow]:
    """The rows below the first full rule; all of them where the table has one band or the rest is a single line."""
    first = rows[0].band
    body = [row for row in rows if row.band > first]
    return body if len(body) >= 2 else list(rows)


def core_of(body: Sequence[TextRow]) -> list[TextRow]:
    """The rows with most of the usual number of chunks: no wrapped text, no section headings."""
    counts = sorted(len(row.chunks) for row in body)
    usual = counts[int(0.6 * (len(counts) - 1))]
    core = [row for row in body if len(row.chunks) >= max(2, 0.6 * usual)] if usual >= 2 else list(body)
    return core if len(core) >= max(2, 0.4 * len(body)) else list(body)


def split_tight_numbers(rows: Sequence[TextRow], size: float) -> list[TextRow]:
    """Part neighbouring numbers that stand only a word space apart, where most rows do so."""
    core = core_of(body_of(rows))
    split = [_apart(row, size) for row in core]
    more = sum(len(new) > len(row.chunks) for new, row in zip(split, core, strict=True))
    if more < max(2, 0.5 * len(core)) and not (len(core) <= 2 and more == len(core)):
        return list(rows)
    return [TextRow(row.line, row.band, _apart(row, size)) for row in rows]


def _apart(row: TextRow, size: float) -> tuple[Chunk, ...]:
    result: list[Chunk] = []
    for chunk in row.chunks:
        part = [chunk.words[0]]
        for left, right in zip(chunk.words, chunk.words[1:], strict=False):
            if (
                is_numeric(left.text)
                and is_numeric(right.text)
                and right.x0 - left.x1 > 0.18 * size
                and not left.text.endswith(",")
            ):
                result.append(Chunk(tuple(part)))
                part = [right]
            else:
                part.append(right)
        result.append(Chunk(tuple(part)))
    return tuple(result)


def separators(rows: Sequence[TextRow], verticals: Sequence[float], size: float) -> list[float]:
    """Give the x coordinates that part the columns, from left to right."""
    body = body_of(rows)
    core = core_of(body)
    tolerated = 0 if len(core) < 6 else int(0.1 * len(core))
    wide = _corridors([[(c.x0, c.x1) for c in row.chunks] for row in core], tolerated)
    least = 0.62 if len(body) <= 2 else _WORD_GAP
    if any(is_numeric(a.text) and is_numeric(b.text) for row in core for a, b in _narrow_pairs(row, size)):
        least = _CORRIDOR
    corridors = [(a, b) for a, b in wide if b - a >= least * size]
    if len(core) >= 4:
        narrow = _corridors([[(w.x0, w.x1) for w in row.line.words] for row in core], 0)
        corridors += [
            (a, b)
            for a, b in narrow
            if b - a >= 0.24 * size
            and not any(a < d and b > c for c, d in corridors)
            and _parts_cells(core, (a + b) / 2, size)
        ]
    lines = [at for at in verticals if not any(a - 3 <= at <= b + 3 for a, b in corridors)]
    return sorted([(a + b) / 2 for a, b in corridors] + lines)


def _narrow_pairs(row: TextRow, size: float) -> list[tuple[Chunk, Chunk]]:
    return [(a, b) for a, b in zip(row.chunks, row.chunks[1:], strict=False) if b.x0 - a.x1 < _WORD_GAP * size]


def _corridors(rows: Sequence[Sequence[tuple[float, float]]], tolerated: int) -> list[tuple[float, float]]:
    """Find the stretches that at most ``tolerated`` rows cover, between the outer edges."""
    events = sorted([(a + 0.01, 1) for row in rows for a, b in row] + [(b - 0.01, -1) for row in rows for a, b in row])
    found = []
    covered = 0
    opened: float | None = None
    for position, (x, step) in enumerate(events):
        covered += step
        if position + 1 < len(events) and events[position + 1][0] == x:
            continue
        if covered <= tolerated:
            opened = x if opened is None else opened
        elif opened is not None:
            found.append((opened, x))
            opened = None
    first_cover = min((a for row in rows for a, _ in row), default=0.0)
    return [(a, b) for a, b in found if a > first_cover + 0.05]


def _parts_cells(core: Sequence[TextRow], x: float, size: float) -> bool:
    """Tell a narrow corridor between columns from word spaces that happen to lie over each other."""
    apart = seen = 0
    for row in core:
        left = [word for word in row.line.words if word.x1 <= x + 0.5]
        right = [word for word in row.line.words if word.x0 >= x - 0.5]
        if not left or not right or right[0].x0 - left[-1].x1 > 2.5 * size:
            continue
        seen += 1
        apart += not _one_expression(left[-1], right[0])
    return seen >= 3 and apart >= 0.9 * seen


def _one_expression(left: Word, right: Word) -> bool:
    opened = any(mark in left.text and close not in left.text for mark, close in (("[", "]"), ("(", ")")))
    return opened or left.text.endswith(_JOINS_LEFT) or right.text.startswith(_JOINS_RIGHT)
