"""An average or a total does not fit the numbers it is taken of.

## Why it matters

Readers rank methods by the average. One wrong average is often the trace of a wrong number beside it, and nobody sees
it without adding up.

## Example

Five of six rows print the mean of their four numbers; the sixth prints `92.9` where the mean is 95.5. The same is
done for the harmonic mean (`H`, `HM`) and for totals, along rows and along columns, and for columns that are the mean
of others though their header has another name, as mIoU has.

The fix writes the computed value. It is never safe: one of the other numbers may be the wrong one.

## When it stays silent

Where fewer than three lines fit, or less than three for each that does not (two for totals): then the average is
weighted, or taken of numbers that are not printed. Where the caption or a header speaks of weights or of another
mean, where a number of the line is missing, and where the difference is within the rounding of the numbers (or what
cutting digits off would explain, or a zero that only fills up the column). A line whose numbers lie so near each other
that most numbers would fit shows nothing, and the least, the greatest and the deviation of a sample are no members of
its mean. Numbers that another rule finds wrong by their source are not accused twice; a line copied faithfully from a
cited paper is only for information.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import normal_label
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table
from tablecheck.rules._arithmetic import (
    FEWEST_FITS,
    Fits,
    fits_harmonic,
    fits_mean,
    fits_padded,
    fits_sum,
    harmonic,
    is_rule,
    is_telling_mean,
    is_telling_sum,
    mean,
    total,
    written,
)
from tablecheck.rules._lines import Lines, lines_of
from tablecheck.rules._own import blamed, copied, own_finding, place, rewritten, severity_of, tables_with
from tablecheck.rules._rule import Rule

_MEAN = re.compile(r"\b(?:avg|average|averaged|mean|overall|macro-?avg)\b")
_TOTAL = re.compile(r"\b(?:total|sum|all|overall)\b")
_HARMONIC = re.compile(r"(?:h|hm|h-?mean|harmonic mean|harmonic)")
_OTHER_MEAN = re.compile(r"weight|geometric|\bg-?mean|micro|class-?wise|per-?class|pooled|median", re.I)
_MEAN_OF_CLASSES = re.compile(r"\s*m(?:[A-Z]|\s?[Ii]o[Uu])\S*|.*\b(?:[Ss]core|SCORE|GLUE|[Aa]ll)\b")
_NOT_A_SCORE = re.compile(
    r"param|flop|#|\btime\b|\bsize\b|\bfps\b|epoch|\bmem|\byear\b|\brank\b|Δ|\bstd\b"
    r"|\bst(?:andar)?d\.? dev|\bs\.?d\.?$|\bvariance\b|\bmin(?:imum)?\b|\bmax(?:imum)?\b|\bmedian\b"
    r"|\bquartile|percentile|\bobs(?:ervations)?\b",
    re.I,
)
_SURE = 0.9
_MOST_POSITIONS, _MOST_LINES = 40, 150  # of a table in which averages are looked for that no header names
_FEWEST_MEMBERS = 3  # of an average that no header names
_FIRST_LINES = 6  # of which one must fit at least, to go on looking
_FEWEST_UNNAMED = 5  # lines that must fit where the numbers alone show that a column is an average
_WIDEST_SLACK = 10  # last places that the numbers of a line must lie apart, for a fit to tell something


@dataclass(frozen=True, slots=True)
class _Kind:
    """A way to make one number of several.

    ``shows`` tells whether a fit shows anything, since most other numbers would not fit.
    """

    word: str
    names: re.Pattern[str]
    fits: Fits
    shows: Fits
    compute: Callable[[Sequence[Number]], Decimal]
    fewest: int = FEWEST_FITS


def _harmonic_of(members: Sequence[Number]) -> Decimal:
    return harmonic([number.value for number in members])


_KINDS = (
    _Kind("mean", _MEAN, fits_mean, is_telling_mean, mean),
    _Kind("sum", _TOTAL, fits_sum, is_telling_sum, total, fewest=2),  # exact sums do not fit by chance
    _Kind("harmonic mean", _HARMONIC, fits_harmonic, is_telling_mean, _harmonic_of),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """What an average was taken of, and which lines fit that."""

    kind: _Kind
    members: tuple[int, ...]
    fits: int
    misfits: tuple[int, ...]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find means, harmonic means and totals that differ from those of the printed numbers."""
    told, from_source = blamed(evidence), copied(evidence)
    for table in tables_with(evidence):
        if _OTHER_MEAN.search(f"{table.caption} {table.notes}"):
            continue
        accused: set[Cell] = set()  # a grand total misfits its row and its column
        for lines in lines_of(table):
            for position, reading in _readings(lines):
                for line in reading.misfits:
                    cells = _cells(lines, line, (position, *reading.members))
                    if cells[0] not in accused and all(place(table, cell) not in told for cell in cells):
                        accused.add(cells[0])
                        yield _finding(evidence, table, lines, reading, cells, severity_of(table, cells, from_source))


def _finding(
    evidence: Evidence, table: Table, lines: Lines, reading: _Reading, cells: Sequence[Cell], severity: Severity
) -> Finding:
    result, *members = cells
    numbers = _numbers(members)
    own = _numbers([result])[0]
    value = written(reading.kind.compute(numbers), own)
    fitting, judged = reading.fits, reading.fits + len(reading.misfits)
    message = (
        f"{own.text} is not the {reading.kind.word} of the {len(members)} numbers of its {lines.line_word}, which is "
        f"{value}; {fitting} of {judged} {lines.line_word}s fit"
    )
    return own_finding(
        RULE,
        evidence,
        table,
        result,
        message,
        severity=severity,
        confidence=_SURE,
        related=members,
        fixes=rewritten(evidence, result, value, f"the {reading.kind.word} of the others"),
    )


def _readings(lines: Lines) -> Iterator[tuple[int, _Reading]]:
    """The positions that are averages, with what they are averages of."""
    kinds = [_kinds(name) for name in lines.names]
    for position, of_position in enumerate(kinds):
        tried = [
            _judge(lines, position, members, kind)
            for kind in of_position
            for members in _member_sets(lines, position, kinds)
            if len(members) >= 2 and (kind.word != "harmonic mean" or len(members) == 2)
        ]
        best = max(tried, key=lambda one: (one.fits, -len(one.misfits)), default=None)
        if not of_position and _may_be_unnamed(lines, position):
            best = _unnamed(lines, position, kinds)
        if best is not None and best.misfits and is_rule(best.fits, len(best.misfits), best.kind.fewest):
            yield position, best


def _may_be_unnamed(lines: Lines, position: int) -> bool:
    if len(lines.names) > _MOST_POSITIONS or len(lines.cells) > _MOST_LINES:
        return False
    name = lines.names[position]
    return (
        bool(name)
        and _MEAN_OF_CLASSES.match(name[-1]) is not None
        and not any(_OTHER_MEAN.search(text) or _NOT_A_SCORE.search(text) for text in name)
    )


def _unnamed(lines: Lines, position: int, kinds: Sequence[Sequence[_Kind]]) -> _Reading | None:
    """Find what a position is the mean of, though its header does not say so: mIoU is one, or HOTA."""
    beginning = Lines(lines.table, lines.upright, lines.cells[:_FIRST_LINES], lines.names, lines.line_names)
    for members in _member_sets(lines, position, kinds):
        if len(members) < _FEWEST_MEMBERS or not _judge(beginning, position, members, _KINDS[0]).fits:
            continue
        reading = _judge(lines, position, members, _KINDS[0])
        if reading.fits >= _FEWEST_UNNAMED and is_rule(reading.fits, len(reading.misfits)):
            wide = [line for line in range(len(lines.cells)) if _is_spread(lines, line, members)]
            if len(set(wide) - set(reading.misfits)) >= _FEWEST_UNNAMED:
                return reading
    return None


def _is_spread(lines: Lines, line: int, members: Sequence[int]) -> bool:
    numbers = _numbers(_cells(lines, line, members))
    if len(numbers) < len(members):
        return False
    values = [number.value for number in numbers]
    return max(values) - min(values) > _WIDEST_SLACK * max(number.quantum for number in numbers)


def _kinds(name: Sequence[str]) -> tuple[_Kind, ...]:
    if not name or any(_OTHER_MEAN.search(text) or _NOT_A_SCORE.search(text) for text in name):
        return ()
    labels = [normal_label(text) for text in name]
    return tuple(
        kind
        for kind in _KINDS
        if (kind.names.fullmatch(labels[-1]) if kind.names is _HARMONIC else any(map(kind.names.search, labels)))
    )


def _member_sets(lines: Lines, position: int, kinds: Sequence[Sequence[_Kind]]) -> Iterator[tuple[int, ...]]:
    """The positions an average may be taken of, likeliest first."""
    usable = [
        index
        for index, name in enumerate(lines.names)
        if index != position and not kinds[index] and not any(map(_NOT_A_SCORE.search, name))
        and any(line[index] is not None for line in lines.cells)
    ]  # fmt: skip
    group = lines.names[position][:-1]
    seen: set[tuple[int, ...]] = set()
    before = max((index for index in range(position) if kinds[index]), default=-1)
    after = min((index for index in range(position + 1, len(kinds)) if kinds[index]), default=len(kinds))
    left = tuple(index for index in usable if before < index < position)
    sets = (
        tuple(index for index in usable if lines.names[index][:-1] == group),
        tuple(index for index in usable if len(group) and lines.names[index][-1:] == lines.names[position][-1:]),
        left,
        left[-2:],
        tuple(index for index in usable if position < index < after),
        tuple(usable),
        tuple(index for index, of_index in enumerate(kinds) if of_index and index != position),
    )
    for members in sets:
        if members not in seen:
            seen.add(members)
            yield members


def _judge(lines: Lines, position: int, members: tuple[int, ...], kind: _Kind) -> _Reading:
    fits = 0
    misfits: list[int] = []
    for line in range(len(lines.cells)):
        cells = _cells(lines, line, (position, *members))
        if len(cells) <= len(members):
            continue
        result, *others = _numbers(cells)
        if len({number.unit == "%" for number in (result, *others)}) > 1:
            continue
        if kind.fits(result, others):
            fits += kind.shows(result, others)
        elif not fits_padded(kind.fits, result, others):
            misfits.append(line)
    return _Reading(kind, members, fits, tuple(misfits))


def _cells(lines: Lines, line: int, positions: Sequence[int]) -> list[Cell]:
    return [cell for position in positions if (cell := lines.cells[line][position]) is not None]


def _numbers(cells: Sequence[Cell]) -> list[Number]:
    return [cell.number for cell in cells if cell.number is not None]


RULE = Rule("TC401", "average-differs", Severity.WARNING, check, by_table=True)
