"""A number was taken from another column of the cited table.

## Why it matters

Another metric, another data set or another setting is quoted than the header says.

## Example

The manuscript prints `5.02` under Fjord; the cited paper prints it under Delta, and `6.13` under Fjord. Where most of
a column stands under another header, it is one finding.

## When it stays silent

Numbers of one or two digits, which recur by chance. In a row in which nearly everything differs, single numbers are
not looked for elsewhere.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_place
from tablecheck.rules._words import cited_place, neighbours_agree, numbers_of, place_words


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that the cited paper prints in another column."""
    for one in evidence.disagreements:
        if one.cause is not Cause.OTHER_COLUMN or one.elsewhere is None:
            continue
        severity = severity_of_place(one)
        first = one.cells[0]
        there = place_words(one.elsewhere.key, one.elsewhere.table, one.elsewhere.cell)
        message = (
            f"{numbers_of(one)} from another column ({there}); the cited number is {first.their_number.text} "
            f"({cited_place(one.match, first.theirs)}){neighbours_agree(one)}"
        )
        fixes = replacement(evidence, one, severity) if len(one.cells) == 1 else ()
        yield finding(RULE, evidence, one, message, severity, fixes)


RULE = Rule("TC205", "other-column", Severity.ERROR, check)
