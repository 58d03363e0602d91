"""A number was taken from another row of the cited table.

## Why it matters

The method is credited with the results of another one, or of another variant of itself.

## Example

The manuscript prints for NorthNet-S what the cited paper prints for NorthNet-L in the same column. Where several
numbers of a row stand together in another row, they are one finding.

## When it stays silent

Numbers of one or two digits, which recur by chance. In a row in which nearly everything differs, only another row that
explains most of it counts.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_place
from tablecheck.rules._words import cited_place, neighbours_agree, numbers_of, place_words


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that the cited paper prints in another row."""
    for one in evidence.disagreements:
        if one.cause is not Cause.OTHER_ROW or one.elsewhere is None:
            continue
        severity = severity_of_place(one)
        first = one.cells[0]
        there = place_words(one.elsewhere.key, one.elsewhere.table, one.elsewhere.cell)
        message = (
            f"{numbers_of(one)} from another row ({there}); the cited number is {first.their_number.text} "
            f"({cited_place(one.match, first.theirs)}){neighbours_agree(one)}"
        )
        fixes = replacement(evidence, one, severity) if len(one.cells) == 1 else ()
        yield finding(RULE, evidence, one, message, severity, fixes)


RULE = Rule("TC204", "other-row", Severity.ERROR, check)
