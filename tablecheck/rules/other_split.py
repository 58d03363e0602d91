"""A number was taken from another split of the data than the labels say.

## Why it matters

Validation results are tuned on; beside test results they flatter the method.

## Example

The manuscript prints `62.7` under "Test F1"; that is the cited paper's "Val F1", its "Test F1" is `63.2`.

## When it stays silent

Where the labels of the cited paper name no split, or the value of another split is the same.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_place
from tablecheck.rules._words import cited_place, neighbours_agree, numbers_of, place_words


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that the cited paper prints in another split."""
    for one in evidence.disagreements:
        if one.cause is not Cause.OTHER_SPLIT or one.elsewhere is None:
            continue
        severity = severity_of_place(one)
        first = one.cells[0]
        there = place_words(one.elsewhere.key, one.elsewhere.table, one.elsewhere.cell)
        message = (
            f"{numbers_of(one)} from another split ({there}); the cited number is {first.their_number.text} "
            f"({cited_place(one.match, first.theirs)}){neighbours_agree(one)}"
        )
        fixes = replacement(evidence, one, severity) if len(one.cells) == 1 else ()
        yield finding(RULE, evidence, one, message, severity, fixes)


RULE = Rule("TC203", "other-split", Severity.ERROR, check)
