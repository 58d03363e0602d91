"""The value is the cited one, what follows the ± is not.

## Why it matters

Whether one method beats another is read off the uncertainties. A different one may be a slip, or of another kind: a
standard error where the cited paper gives a deviation or an interval.

## Example

The cited paper prints `93.1±0.2`, the manuscript `93.1±0.3`.

## When it stays silent

An uncertainty that only one of the papers prints, and one that may be a rounding of the other: `0.2` and `0.24`.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import is_firm
from tablecheck.rules._words import cited_place


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that agree but for their uncertainty."""
    for one in evidence.disagreements:
        if one.cause is not Cause.UNCERTAINTY:
            continue
        cell = one.cells[0]
        where = cited_place(one.match, cell.theirs)
        message = f"±{cell.our_number.uncertainty} differs from the cited ±{cell.their_number.uncertainty} ({where})"
        yield finding(RULE, evidence, one, message, Severity.WARNING if is_firm(one) else Severity.INFO)


RULE = Rule("TC106", "uncertainty-differs", Severity.WARNING, check)
