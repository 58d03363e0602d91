"""The numbers of two rows are exchanged.

## Why it matters

Each method is credited with the results of the other.

## Example

SouthNet has the numbers that the cited paper prints for Gale, and Gale those of SouthNet. All columns in which the
two rows are exchanged are one finding. The fix exchanges the numbers and keeps bold and colour.

## When it stays silent

Where the labels do not name the rows, or the values are equal.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import columns_of, exchange, finding, rows_of
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_exchange
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find rows whose numbers are exchanged, in one column or in several."""
    for one in evidence.disagreements:
        if one.cause is not Cause.SWAPPED_ROWS:
            continue
        severity = severity_of_exchange(one)
        columns, rows = columns_of(one.match.ours, one.cells), rows_of(one.match.ours, one.cells)
        first = one.cells[0]
        message = (
            f"{' and '.join(rows)} are exchanged under {', '.join(columns)}: {first.our_number.text} should be "
            f"the cited {first.their_number.text} ({cited_place(one.match, first.theirs)}){neighbours_agree(one)}"
        )
        yield finding(RULE, evidence, one, message, severity, exchange(evidence, one.cells, severity))


RULE = Rule("TC202", "swapped-rows", Severity.ERROR, check)
