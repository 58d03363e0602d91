"""A copied number has more digits than the cited paper prints.

## Why it matters

The further digits were not in the source. Zeros claim a precision it does not have; other digits came from somewhere
else.

## Example

The cited paper prints `91.2`, the manuscript `91.20`.

## When it stays silent

It only informs: authors pad columns to equal length. Numbers converted to another unit are compared in that unit.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import cited_place


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that round to the cited one and have more digits."""
    for one in evidence.disagreements:
        if one.cause is not Cause.EXTRA_DIGITS:
            continue
        cell = one.cells[0]
        where = cited_place(one.match, cell.theirs)
        message = f"{cell.our_number.text} has more digits than the cited {cell.their_number.text} ({where})"
        yield finding(RULE, evidence, one, message, Severity.INFO)


RULE = Rule("TC107", "extra-digits", Severity.INFO, check)
