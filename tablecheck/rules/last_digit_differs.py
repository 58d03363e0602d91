"""The last digit of a copied number is not a rounding of the cited one.

## Why it matters

The slip is small, but it is one: rankings are decided in the last digit.

## Example

The cited paper prints `84.95`. Both `84.9` and `85.0` are roundings of it; `84.8` is not. Cutting the last digits off
is not rounding either: `71.37` is `71.4`, not `71.3`.

## When it stays silent

Half-up and half-even rounding are both accepted, and so are fewer digits than the cited paper prints.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_slip
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that are nearly the cited one and not a rounding of it."""
    for one in evidence.disagreements:
        if one.cause is not Cause.LAST_DIGIT:
            continue
        cell = one.cells[0]
        severity = severity_of_slip(one, at_most=Severity.WARNING)
        where = cited_place(one.match, cell.theirs)
        ours, theirs = cell.our_number, cell.their_number
        wording = "is not a rounding of" if theirs.decimals > ours.decimals else "differs in the last digit from"
        message = f"{ours.text} {wording} the cited {theirs.text} ({where}){neighbours_agree(one)}"
        yield finding(RULE, evidence, one, message, severity, replacement(evidence, one, severity))


RULE = Rule("TC105", "last-digit-differs", Severity.WARNING, check)
