"""A number was taken from another table of the cited paper than its neighbours.

## Why it matters

Tables with the same labels differ in what their captions say: another backbone, more data, another protocol.

## Example

The row repeats Table 2 of the cited paper but for one number, which stands under the same labels in Table 5.

## When it stays silent

Where the row agrees with both tables about equally well, and where the labels in the other table differ.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_place
from tablecheck.rules._words import cited_place, neighbours_agree, numbers_of, place_words


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that the cited paper prints in another table."""
    for one in evidence.disagreements:
        if one.cause is not Cause.OTHER_TABLE or one.elsewhere is None:
            continue
        severity = severity_of_place(one)
        first = one.cells[0]
        there = place_words(one.elsewhere.key, one.elsewhere.table, one.elsewhere.cell)
        message = (
            f"{numbers_of(one)} from another table ({there}); the cited number is {first.their_number.text} "
            f"({cited_place(one.match, first.theirs)}){neighbours_agree(one)}"
        )
        fixes = replacement(evidence, one, severity) if len(one.cells) == 1 else ()
        yield finding(RULE, evidence, one, message, severity, fixes)


RULE = Rule("TC206", "other-table", Severity.ERROR, check)
