"""A copied number has the wrong sign.

## Why it matters

A gain becomes a loss. Minus signs get lost between a PDF and a manuscript, because many of them are not the character
on the keyboard.

## Example

The cited paper prints `−0.94`, the manuscript `0.94`; the other numbers of the row agree.

## When it stays silent

All kinds of dashes before a number are read as minus, and a plus sign says nothing. A column that is negated as a
whole, such as losses for gains, differs as a whole and gives one note.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_slip
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that are the negative of the cited one."""
    for one in evidence.disagreements:
        if one.cause is not Cause.SIGN:
            continue
        cell = one.cells[0]
        severity = severity_of_slip(one)
        where = cited_place(one.match, cell.theirs)
        ours, theirs = cell.our_number.text, cell.their_number.text
        message = f"{ours} has the other sign: the cited number is {theirs} ({where}){neighbours_agree(one)}"
        yield finding(RULE, evidence, one, message, severity, replacement(evidence, one, severity))


RULE = Rule("TC104", "sign-flipped", Severity.ERROR, check)
