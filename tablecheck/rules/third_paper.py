"""The numbers of a row are those that another cited paper prints for the method.

## Why it matters

Results quoted from a third paper are that paper's run, often in another setting. Readers should know where to look.

## Example

The row cites NorthNet, but its numbers are those that the paper of Gale prints for NorthNet. Cite the paper the
numbers were taken from beside them.

## When it stays silent

Where only one number of the row stands in the other paper, which happens by chance.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import cited_place, numbers_of, place_words


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find rows that repeat another paper than the one they cite."""
    for one in evidence.disagreements:
        if one.cause is not Cause.OTHER_PAPER or one.elsewhere is None:
            continue
        first = one.cells[0]
        there = place_words(one.elsewhere.key, one.elsewhere.table, one.elsewhere.cell)
        message = (
            f"{numbers_of(one)} from another paper ({there}); the cited one prints {first.their_number.text} "
            f"({cited_place(one.match, first.theirs)}); cite the paper that is quoted"
        )
        yield finding(RULE, evidence, one, message, Severity.INFO)


RULE = Rule("TC302", "third-paper", Severity.INFO, check)
