"""Numbers of a row stand under each other's headers.

## Why it matters

Every number is right and none is in its place, so that checking them one by one against the paper finds nothing odd.

## Example

The cited paper has `3.97` under Lake and `4.41` under River; the manuscript has them the other way round. All rows
in which the same two columns are exchanged are one finding. The fix exchanges the numbers and keeps bold and colour.

## When it stays silent

Where the labels do not name the columns, or the values are equal.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import columns_of, exchange, finding, rows_of
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import severity_of_exchange
from tablecheck.rules._words import cited_place, neighbours_agree


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find columns whose numbers are exchanged, in one row or in several."""
    for one in evidence.disagreements:
        if one.cause is not Cause.SWAPPED_COLUMNS:
            continue
        severity = severity_of_exchange(one)
        columns, rows = columns_of(one.match.ours, one.cells), rows_of(one.match.ours, one.cells)
        first = one.cells[0]
        message = (
            f"{' and '.join(columns)} are exchanged for {', '.join(rows)}: {first.our_number.text} should be the cited "
            f"{first.their_number.text} ({cited_place(one.match, first.theirs)}){neighbours_agree(one)}"
        )
        fixes = exchange(evidence, one.cells, severity) if len(columns) == 2 else ()
        yield finding(RULE, evidence, one, message, severity, fixes)


RULE = Rule("TC201", "swapped-columns", Severity.ERROR, check)
