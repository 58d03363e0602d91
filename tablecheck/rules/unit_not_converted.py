"""A number was copied as it stands into a column of another unit.

## Why it matters

A fraction among percents reads as a disaster of the cited method.

## Example

The column is headed "Kappa (%)" and the cited paper gives the fraction `0.47`; the manuscript prints `0.47`, which
should be `47`.

## When it stays silent

Where no header names a unit, or where the whole column keeps the cited unit.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_slip
from tablecheck.rules._words import cited_place, column_words, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers with the cited digits in a column of another unit."""
    for one in evidence.disagreements:
        if one.cause is not Cause.UNIT_NOT_CONVERTED:
            continue
        cell = one.cells[0]
        severity = severity_of_slip(one, at_most=Severity.WARNING)
        column = column_words(one.match.ours, cell.ours)
        where = cited_place(one.match, cell.theirs)
        instead = f", where it is {one.suggestion}" if one.suggestion else ""
        message = (
            f"{cell.our_number.text} is in the unit of the cited column ({where}), not in that of {column}"
            f"{instead}{neighbours_agree(one)}"
        )
        yield finding(RULE, evidence, one, message, severity, replacement(evidence, one, severity))


RULE = Rule("TC108", "unit-not-converted", Severity.WARNING, check)
