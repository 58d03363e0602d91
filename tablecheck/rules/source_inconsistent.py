"""An average was copied faithfully from a paper in which it does not fit its row.

## Why it matters

The number is the cited one, and a reader who takes the mean of the row gets another. Better to know before the
reviewer does.

## Example

The cited paper prints 99.1, 99.6, 98.9 and 93.9 with an overall value of 97.7; the mean of the four is 97.9.

## When it stays silent

Where a caption or header speaks of weights or of another mean, where the value is far from the plain mean, and where
the averages of the cited table misfit as a rule.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import cited_place


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find averages that agree with the cited paper and not with the numbers beside them."""
    for one in evidence.disagreements:
        if one.cause is not Cause.SOURCE_INCONSISTENT:
            continue
        cell = one.cells[0]
        where = cited_place(one.match, cell.theirs)
        message = (
            f"{cell.our_number.text} is what the cited paper prints ({where}), but the mean of its row is "
            f"{one.suggestion}; the paper does not fit itself"
        )
        yield finding(RULE, evidence, one, message, Severity.INFO)


RULE = Rule("TC306", "source-inconsistent", Severity.INFO, check)
