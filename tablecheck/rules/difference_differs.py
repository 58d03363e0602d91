"""A printed difference or improvement does not fit the two numbers it is taken of.

## Why it matters

The gain is what a reader remembers. It is often typed by hand and stays behind when a number changes.

## Example

A row prints `79.6`, `81.9` and, under Δ, `+3.2`; the other rows show that Δ is the second number minus the first, and
here that is 2.3. The same is done for relative improvements in percent, for rows called Δ, and for gains printed
behind a number, as in `81.9 (+2.3)`, against the row that the other gains are measured from, or the best other row.

The fix writes the computed difference. It is never safe: one of the two numbers may be the wrong one.

## When it stays silent

Where fewer than three differences fit one way of counting, or less than three for each that does not; where the
difference is within the rounding of the numbers; and where the gains behind the numbers of a column are all right
against another row. Numbers that another rule finds wrong by their source are not accused twice.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import normal_label
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table
from tablecheck.rules._arithmetic import is_near, is_rule, written
from tablecheck.rules._gains import Gain, gains_behind_numbers
from tablecheck.rules._lines import Lines, lines_of, rows_of
from tablecheck.rules._own import blamed, copied, own_finding, place, rewritten, severity_of, tables_with
from tablecheck.rules._rule import Rule

_DIFFERENCE = re.compile(
    r"(?:abs(?:olute)? |rel(?:ative)? )?(?:δ|∆|delta|diff\.?|difference|gain|improv\.?|improvement|impr\.?|imp\.?"
    r"|% ?(?:improvement|improv\.?|gain)|increase|drop)(?: ?%| pp| points)?",
)
_MOST_POSITIONS = 30  # numbers of a line; all pairs of them are tried
_SURE = 0.9
_LEAST_KNOWN = 3  # different values among the differences that fit; zeros and ones fit many pairs


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find differences, relative improvements and gains behind numbers that the numbers do not give."""
    told, from_source = blamed(evidence), copied(evidence)
    for table in tables_with(evidence):
        gains = [gain for lines in lines_of(table) for gain in _in_lines(lines)]
        gains += [gain for rows in rows_of(table) for gain in gains_behind_numbers(rows)]
        for gain in gains:
            cells = (gain.cell, gain.above, gain.below)
            if any(place(table, cell) in told for cell in cells):
                continue
            yield _finding(evidence, table, gain, severity_of(table, cells, from_source))


def _finding(evidence: Evidence, table: Table, gain: Gain, severity: Severity) -> Finding:
    above, below = (cell.number.text if cell.number else cell.text for cell in (gain.above, gain.below))
    if gain.kind == "relative":
        given = f"{above} over {below} is a change of {gain.expected} %"
    else:
        given = f"{above} and {below} differ by {gain.expected}"
    message = f"{given}, not {gain.printed}; {gain.fits} of {gain.judged} differences of this kind fit"
    fixes = rewritten(evidence, gain.cell, gain.expected, "the difference") if gain.cell is not gain.above else ()
    return own_finding(
        RULE,
        evidence,
        table,
        gain.cell,
        message,
        severity=severity,
        confidence=_SURE,
        related=(gain.above, gain.below),
        fixes=fixes,
    )


def _in_lines(lines: Lines) -> Iterator[Gain]:
    """The misfits of each position that prints differences."""
    used = [index for index in range(len(lines.names)) if any(line[index] for line in lines.cells)]
    if len(used) > _MOST_POSITIONS:
        return
    for position in used:
        name = lines.names[position]
        if not name or not _DIFFERENCE.fullmatch(normal_label(name[-1])):
            continue
        others = [index for index in used if index != position]
        tried = [
            _judge(lines, position, above, below, kind)
            for above in others
            for below in others
            if above != below
            for kind in ("absolute", "relative")
        ]
        fits, _, misfits = max(tried, key=lambda one: one[:2], default=(0, 0, []))
        if is_rule(fits, len(misfits)):
            yield from misfits


def _judge(lines: Lines, position: int, above: int, below: int, kind: str) -> tuple[int, int, list[Gain]]:
    """How many differences fit a way of counting, how many of them with their sign, and the gains that do not."""
    fitting: list[Decimal] = []
    signed = 0
    misfits: list[tuple[Cell, Cell, Cell]] = []
    for line in lines.cells:
        cell, one, other = line[position], line[above], line[below]
        if cell is None or one is None or other is None or not (cell.number and one.number and other.number):
            continue
        if _fits(cell.number, one.number, other.number, kind):
            fitting.append(cell.number.value)
            signed += is_near(cell.number, *_difference(one.number, other.number, kind))
        else:
            misfits.append((cell, one, other))
    if len(set(fitting)) < _LEAST_KNOWN:
        return 0, 0, []
    judged = len(fitting) + len(misfits)
    return (
        len(fitting),
        signed,
        [
            Gain(cell, one, other, kind, _text(cell), _expected(cell, one, other, kind), len(fitting), judged)
            for cell, one, other in misfits
        ],
    )


def _fits(result: Number, above: Number, below: Number, kind: str) -> bool:
    """A difference may be printed with its sign or without."""
    value, slack = _difference(above, below, kind)
    size = Number(result.text, abs(result.value), result.decimals)
    return is_near(result, value, slack) or (result.value >= 0 and is_near(size, abs(value), slack))


def _difference(above: Number, below: Number, kind: str) -> tuple[Decimal, Decimal]:
    value = above.value - below.value
    slack = (above.quantum + below.quantum) / 2
    if kind == "absolute":
        return value, slack
    if not below.value:
        return Decimal("Infinity"), Decimal()
    share = 100 / abs(below.value)
    return value * share, slack * share * (1 + abs(value / below.value))


def _expected(cell: Cell, above: Cell, below: Cell, kind: str) -> str:
    if not (cell.number and above.number and below.number):
        return ""
    value, _ = _difference(above.number, below.number, kind)
    if not value.is_finite():
        return "∞"
    sign = "+" if cell.text.lstrip("( ").startswith("+") and value > 0 else ""
    return sign + written(value, cell.number)


def _text(cell: Cell) -> str:
    return cell.number.text if cell.number else cell.text


RULE = Rule("TC405", "difference-differs", Severity.WARNING, check, by_table=True)
