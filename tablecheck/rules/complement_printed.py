"""A number is what the cited one lacks to a hundred.

## Why it matters

An error among accuracies, or the reverse, turns the order of the methods round.

## Example

The cited paper prints an accuracy of `71.4`, the manuscript `28.6` in a column of accuracies.

## When it stays silent

Where the headers say so, as "Acc" beside "Error", and where the whole column is converted.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_slip
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that are a hundred minus the cited one."""
    for one in evidence.disagreements:
        if one.cause is not Cause.COMPLEMENT:
            continue
        cell = one.cells[0]
        severity = severity_of_slip(one, at_most=Severity.WARNING)
        where = cited_place(one.match, cell.theirs)
        ours, theirs = cell.our_number.text, cell.their_number.text
        message = f"{ours} is 100 minus the cited {theirs} ({where}){neighbours_agree(one)}"
        yield finding(RULE, evidence, one, message, severity, replacement(evidence, one, severity))


RULE = Rule("TC109", "complement-printed", Severity.WARNING, check)
