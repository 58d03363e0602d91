"""A number differs from the number in the cited paper.

## Why it matters

Readers compare methods by these numbers. A slip while copying survives in every paper that copies the copy.

## Example

The cited paper prints `76.3` under NorthNet and T50; the manuscript prints `66.3`. The other numbers of the row are
those of the cited paper, so it is the same row, and nothing else in the paper explains the difference.

The fix writes the cited value with the decimals of ours. It is safe where the finding is an error: the labels match,
nothing else would fit, and at least three numbers of the same row or column agree, or in a small table all others of
the row.

## When it stays silent

Both may be prints of one value: `27.3` and `27.28` agree, and so do `84.9` and `85.0` with `84.95`. A value that
stands elsewhere in the cited paper, in another version or in another cited paper is the matter of other rules, and
so is a row in which nearly everything differs. With few agreeing neighbours the finding is only for information.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_slip
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers of which one digit is wrong, or which just differ."""
    for one in evidence.disagreements:
        if one.cause not in (Cause.DIGIT, Cause.UNEXPLAINED):
            continue
        cell = one.cells[0]
        severity = severity_of_slip(one)
        where = cited_place(one.match, cell.theirs)
        ours, theirs = cell.our_number.text, cell.their_number.text
        message = f"{ours} differs from the cited {theirs} ({where}){neighbours_agree(one)}"
        yield finding(RULE, evidence, one, message, severity, replacement(evidence, one, severity))


RULE = Rule("TC101", "value-differs", Severity.ERROR, check)
