"""Two neighbouring digits of a copied number are exchanged.

## Why it matters

It is the most frequent slip of the hand, and it looks like a number: nobody sees it by reading.

## Example

The cited paper prints `74.1`, the manuscript `71.4`; the other numbers of the row agree. The fix writes `74.1`.

## When it stays silent

Where the number as printed is a value of another cell of the same paper, of another version or of another cited
paper, these rules speak instead. In a row in which nearly everything differs, single digits are not looked at.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_slip
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers in which two neighbouring digits changed places."""
    for one in evidence.disagreements:
        if one.cause is not Cause.TRANSPOSED_DIGITS:
            continue
        cell = one.cells[0]
        severity = severity_of_slip(one)
        where = cited_place(one.match, cell.theirs)
        ours, theirs = cell.our_number.text, cell.their_number.text
        message = f"{ours} has two digits exchanged: the cited number is {theirs} ({where}){neighbours_agree(one)}"
        yield finding(RULE, evidence, one, message, severity, replacement(evidence, one, severity))


RULE = Rule("TC102", "transposed-digits", Severity.ERROR, check)
