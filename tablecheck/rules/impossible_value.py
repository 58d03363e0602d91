"""A score is outside what it can be.

## Why it matters

An accuracy of 853 percent is a lost point, and everybody but its author sees it.

## Example

Under Accuracy all numbers lie between 60 and 90 but one: `853`. Or all are fractions like `0.853` and one is `85.3`.
Or a mean of `85.3` is printed with a deviation of ±91.2, where the other deviations are small.

There is no fix: what was meant cannot be known.

## When it stays silent

Where the headers do not name a score with bounds (accuracy, precision, recall, F1, IoU, AP, AUC and the like), where
they speak of differences, ratios, relative or normalised values, and where less than three other numbers of the same
column show the scale, at least half of them with a point or a percent sign: whole numbers may be counts. In a column
of percentages a small number may be a bad result, and is not accused.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.table import Cell
from tablecheck.rules._lines import Lines, lines_of
from tablecheck.rules._own import blamed, copied, own_finding, place, severity_of, tables_with
from tablecheck.rules._rule import Rule
from tablecheck.rules._scores import is_bounded_score

_FEWEST_OTHERS = 3
_SURE = 0.9
_NO_FRACTION = 10  # "accuracy" is a distance in some fields, and may be a little above one
_HUNDRED = Decimal(100)


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find scores above their bound and deviations larger than their mean."""
    told, from_source = blamed(evidence), copied(evidence)
    for table in tables_with(evidence):
        for lines in lines_of(table):
            for position, name in enumerate(lines.names):
                if not is_bounded_score(name):
                    continue
                cells = [cell for cell in _column(lines, position, table.caption) if place(table, cell) not in told]
                for cell, message in (*_above(cells), *_loose(cells)):
                    severity = severity_of(table, (cell,), from_source)
                    yield own_finding(RULE, evidence, table, cell, message, severity=severity, confidence=_SURE)


def _column(lines: Lines, position: int, caption: str) -> list[Cell]:
    """The scores of a position, without lines that are no scores for what their own name says."""
    cells = []
    for line, name in zip(lines.cells, lines.line_names, strict=True):
        cell = line[position]
        if cell is not None and (is_bounded_score((*lines.names[position], *name))):
            cells.append(cell)
    return cells


def _above(cells: Sequence[Cell]) -> Iterator[tuple[Cell, str]]:
    values = [cell.number.value for cell in cells if cell.number is not None]
    over = [cell for cell in cells if cell.number is not None and cell.number.value > _HUNDRED]
    if len(over) == 1 and len(values) > _FEWEST_OTHERS:
        others = [value for value in values if value <= _HUNDRED]
        if max(others) > 1 and _are_shares([cell for cell in cells if cell is not over[0]]):
            yield (
                over[0],
                f"{_text(over[0])} cannot be a percentage of this score; all others are at most {max(others)}",
            )
            return
    big = [cell for cell in cells if cell.number is not None and cell.number.value > 1]
    small = [cell for cell in cells if cell.number is not None and cell.number.value <= 1 and cell.number.decimals >= 2]
    if (
        len(big) == 1
        and big[0].number is not None
        and big[0].number.value > _NO_FRACTION
        and len(small) == len(cells) - 1 > _FEWEST_OTHERS
        and not _is_percent(big[0])
    ):
        yield big[0], f"{_text(big[0])} stands among fractions; the {len(small)} other numbers are at most 1"


def _loose(cells: Sequence[Cell]) -> Iterator[tuple[Cell, str]]:
    """Means with a deviation larger than themselves, where the other deviations are less than half their mean."""
    spread = [(cell, cell.number.value, cell.number.uncertainty) for cell in cells if cell.number is not None]
    known = [(cell, value, size) for cell, value, size in spread if size is not None and value > 0]
    wide = [(cell, size) for cell, value, size in known if size > value]
    tight = [cell for cell, value, size in known if size * 2 < value]
    if len(wide) == 1 and len(tight) == len(known) - 1 >= _FEWEST_OTHERS:
        cell, size = wide[0]
        yield cell, f"the ±{size} of {_text(cell)} is larger than the value, which a score with bounds hardly allows"


def _are_shares(cells: Sequence[Cell]) -> bool:
    """Whether most numbers are printed as shares are, with a point or a percent sign."""
    shares = [cell for cell in cells if cell.number is not None and (cell.number.decimals > 0 or _is_percent(cell))]
    return len(shares) * 2 >= len(cells)


def _is_percent(cell: Cell) -> bool:
    return cell.number is not None and cell.number.unit == "%"


def _text(cell: Cell) -> str:
    return cell.number.text if cell.number is not None else cell.text


RULE = Rule("TC406", "impossible-value", Severity.WARNING, check, by_table=True)
