"""A copied number is off by a power of ten.

## Why it matters

A lost point or a wrong conversion between fractions and percents is large, and in a column of small numbers easily
overlooked.

## Example

The column is headed "IoU (%)" and the cited paper gives the fraction `0.83`; the manuscript prints `8.3`. The fix
writes `83`.

## When it stays silent

A column that is converted as a whole agrees: `68.40` under "AUC (%)" for `0.684`, `1.2k` for `1,234`, millions under
"Params (M)". Different digits are another rule's matter: `0.08` for `0.80` is not off by ten, its digits are exchanged.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_slip
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers with the right digits and the point in the wrong place."""
    for one in evidence.disagreements:
        if one.cause is not Cause.SCALE:
            continue
        cell = one.cells[0]
        severity = severity_of_slip(one)
        where = cited_place(one.match, cell.theirs)
        meant = f", here {one.suggestion}" if one.suggestion and one.suggestion != cell.their_number.text else ""
        message = (
            f"{cell.our_number.text} is off by a power of ten: the cited number is "
            f"{cell.their_number.text}{meant} ({where}){neighbours_agree(one)}"
        )
        yield finding(RULE, evidence, one, message, severity, replacement(evidence, one, severity))


RULE = Rule("TC103", "wrong-scale", Severity.ERROR, check)
