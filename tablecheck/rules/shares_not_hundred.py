"""Percentages that add up to a hundred in the other lines of a table do not in this one.

## Why it matters

One of the shares is wrong, and the sum shows it to everybody who adds up.

## Example

Three of four rows of a table of answers add up to 100; the fourth prints `61.2`, `27.4` and `14.1`, which is 102.7.

There is no fix: which of the shares is wrong cannot be known.

## When it stays silent

Where fewer than three lines add up to a hundred (or to one, for fractions), or less than three for each that does
not; where the lines across add up as well as these; where a number is missing in the line; where the sum is within the
rounding of its shares; where a line's sum is so far away that it must be of another kind.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.number import Number
from tablecheck.model.table import Cell
from tablecheck.rules._arithmetic import is_rule, total
from tablecheck.rules._lines import Lines, lines_of
from tablecheck.rules._own import blamed, copied, own_finding, place, severity_of, tables_with
from tablecheck.rules._rule import Rule

_WHOLES = (Decimal(100), Decimal(1))
_NEAR = Decimal("0.2")  # of the whole; a line further away does not print shares
_SURE = 0.85


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find lines whose shares do not add up as those of the other lines do."""
    told, from_source = blamed(evidence), copied(evidence)
    for table in tables_with(evidence):
        for lines in lines_of(table):
            for whole, cells, fits, judged in _misfits(lines):
                if _adding_up(lines.turned(), whole) >= fits:
                    continue
                if any(place(table, cell) in told for cell in cells):
                    continue
                texts = " + ".join(cell.number.text for cell in cells if cell.number)
                message = (
                    f"{texts} is {total(_numbers(cells))}, not {whole}; the shares of {fits} of {judged} "
                    f"{lines.line_word}s add up to {whole}"
                )
                severity = severity_of(table, cells, from_source)
                yield own_finding(
                    RULE, evidence, table, cells[0], message, severity=severity, confidence=_SURE, related=cells[1:]
                )


def _misfits(lines: Lines) -> Iterator[tuple[Decimal, list[Cell], int, int]]:
    for positions in _groups(lines):
        for whole in _WHOLES:
            complete = [
                [cell for position in positions if (cell := line[position]) is not None] for line in lines.cells
            ]
            complete = [cells for cells in complete if len(cells) == len(positions)]
            fitting = [cells for cells in complete if _adds_up(_numbers(cells), whole)]
            others = [cells for cells in complete if not _may_add_up(_numbers(cells), whole)]
            if others and is_rule(len(fitting), len(others)) and _is_varied(fitting):
                near = [cells for cells in others if abs(total(_numbers(cells)) - whole) <= whole * _NEAR]
                yield from ((whole, cells, len(fitting), len(complete)) for cells in near)
                break


def _groups(lines: Lines) -> Iterator[tuple[int, ...]]:
    """The positions under one group of headers, and all positions that print numbers."""
    used = [position for position in range(len(lines.names)) if any(line[position] for line in lines.cells)]
    by_header: dict[tuple[str, ...], list[int]] = {}
    for position in used:
        by_header.setdefault(lines.names[position][:-1], []).append(position)
    sets = [*map(tuple, by_header.values()), tuple(used)]
    yield from (positions for positions in dict.fromkeys(sets) if len(positions) >= 2)


def _adding_up(lines: Lines, whole: Decimal) -> int:
    """How many lines add up as they stand."""
    return sum(_adds_up(_numbers([cell for cell in line if cell is not None]), whole) for line in lines.cells)


def _adds_up(numbers: Sequence[Number], whole: Decimal) -> bool:
    return abs(total(numbers) - whole) <= _quanta(numbers) / 2


def _may_add_up(numbers: Sequence[Number], whole: Decimal) -> bool:
    return abs(total(numbers) - whole) <= _quanta(numbers)  # half for rounding, half for digits cut off


def _quanta(numbers: Sequence[Number]) -> Decimal:
    return sum((number.quantum for number in numbers), Decimal())


def _is_varied(fitting: Sequence[Sequence[Cell]]) -> bool:
    """Whether the fitting lines are not all the same numbers."""
    return len({tuple(cell.text for cell in cells) for cells in fitting}) > 1


def _numbers(cells: Sequence[Cell]) -> list[Number]:
    return [cell.number for cell in cells if cell.number is not None]


RULE = Rule("TC408", "shares-not-hundred", Severity.WARNING, check, by_table=True)
