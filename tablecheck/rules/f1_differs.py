"""An F1 score does not fit the precision and recall printed beside it.

## Why it matters

F1 is the harmonic mean of the two, so that all three can be checked against each other by anyone who reads the row.

## Example

Precision `91.2` and recall `88.4` give an F1 of 89.8; the row prints `98.8`. The other rows fit. The message
says where the printed number is the arithmetic mean of the two.

The fix writes the computed value. It is never safe: precision or recall may be the wrong number.

## When it stays silent

Where fewer than three lines fit, or less than three for each that does not, since an F1 averaged over classes or runs
is not the harmonic mean of the averages; where labels or caption speak of macro or weighted averages; and within the
rounding of the three numbers, or what zeros that only fill up a column would explain. Numbers that another rule finds
wrong by their source are not accused twice; a line copied faithfully from a cited paper is only for information.
"""

import re
from collections.abc import Iterator

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import normal_label
from tablecheck.model.table import Cell
from tablecheck.rules._arithmetic import fits_harmonic, fits_mean, fits_padded, harmonic, is_rule, written
from tablecheck.rules._lines import Lines, lines_of
from tablecheck.rules._own import blamed, copied, own_finding, place, rewritten, severity_of, tables_with
from tablecheck.rules._rule import Rule

_PRECISION = re.compile(r"(?:p|prec\.?|precision|pre\.?)(?: ?%)?")
_RECALL = re.compile(r"(?:r|rec\.?|recall|sensitivity)(?: ?%)?")
_F1 = re.compile(r"(?:f-? ?1?|f-? ?1? ?-?(?:score|measure|value))(?: ?%)?")
_AVERAGED = re.compile(r"macro|weighted|per-?class|class-?wise", re.I)
_SURE = 0.9
_Triple = tuple[int, int, int]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find F1 scores that no precision and recall printed like those beside them can give."""
    told, from_source = blamed(evidence), copied(evidence)
    for table in tables_with(evidence):
        if _AVERAGED.search(f"{table.caption} {table.notes}"):
            continue
        for lines in lines_of(table):
            fits, misfits = _judged(lines)
            if not is_rule(fits, len(misfits)):
                continue
            for f1, precision, recall in misfits:
                cells = (f1, precision, recall)
                if f1.number is None or any(place(table, cell) in told for cell in cells):
                    continue
                value = written(_f1(precision, recall), f1.number)
                message = (
                    f"precision {_text(precision)} and recall {_text(recall)} give an F1 of {value}, not {_text(f1)}"
                    f"{_other_mean(f1, precision, recall)}; {fits} of {fits + len(misfits)} fit"
                )
                yield own_finding(
                    RULE,
                    evidence,
                    table,
                    f1,
                    message,
                    severity=severity_of(table, cells, from_source),
                    confidence=_SURE,
                    related=(precision, recall),
                    fixes=rewritten(evidence, f1, value, "the harmonic mean of the two"),
                )


def _judged(lines: Lines) -> tuple[int, list[tuple[Cell, Cell, Cell]]]:
    """How many F1 scores fit, and those that do not with their precision and recall."""
    fits = 0
    misfits = []
    for f1, precision, recall in _triples(lines):
        for line in lines.cells:
            result, one, other = line[f1], line[precision], line[recall]
            if result is None or one is None or other is None:
                continue
            numbers = [cell.number for cell in (result, one, other) if cell.number is not None]
            if fits_harmonic(numbers[0], numbers[1:]):
                fits += 1
            elif not fits_padded(fits_harmonic, numbers[0], numbers[1:]):
                misfits.append((result, one, other))
    return fits, misfits


def _triples(lines: Lines) -> Iterator[_Triple]:
    """The positions of F1, precision and recall under each group of headers that has each of them once."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for position, name in enumerate(lines.names):
        if name and not any(map(_AVERAGED.search, name)):
            groups.setdefault(name[:-1], []).append(position)
    for positions in groups.values():
        labels = {position: normal_label(lines.names[position][-1]) for position in positions}
        found = [[one for one in positions if kind.fullmatch(labels[one])] for kind in (_F1, _PRECISION, _RECALL)]
        if all(len(of_kind) == 1 for of_kind in found):
            yield found[0][0], found[1][0], found[2][0]


def _f1(precision: Cell, recall: Cell):  # type: ignore[no-untyped-def]
    return harmonic([cell.number.value for cell in (precision, recall) if cell.number is not None])


def _other_mean(f1: Cell, precision: Cell, recall: Cell) -> str:
    numbers = [cell.number for cell in (f1, precision, recall) if cell.number is not None]
    return ", which is their arithmetic mean" if fits_mean(numbers[0], numbers[1:]) else ""


def _text(cell: Cell) -> str:
    return cell.number.text if cell.number is not None else cell.text


RULE = Rule("TC402", "f1-differs", Severity.WARNING, check, by_table=True)
