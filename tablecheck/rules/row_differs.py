"""A whole row or column differs from the cited one.

## Why it matters

Nobody mistypes a whole row: the method was run again, or the numbers come from elsewhere. Both are fine, if the reader
is told.

## Example

All three numbers of SouthNet-L differ from the cited paper. If you ran it yourself, mark the row, for example by a
dagger that the caption explains ("† our re-run") or by "(reimpl.)".

## When it stays silent

Where the row is marked so, where the numbers are those of another row, version or paper, which other rules say, and
where a quarter or more of the row agrees: then the numbers that differ are looked at one by one. It is one note for
the row, never an error.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import columns_of, finding, rows_of
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import labels_match
from tablecheck.rules._words import cited_place


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find rows and columns in which nearly every number differs."""
    for one in evidence.disagreements:
        if one.cause is not Cause.RERUN or not labels_match(one):
            continue
        first = one.cells[0]
        rows, columns = rows_of(one.match.ours, one.cells), columns_of(one.match.ours, one.cells)
        is_row = len(rows) == 1
        counted = one.row_compared if is_row else one.column_compared
        compared = max(counted, len(one.cells))  # what differs in its row and its column as well counts in neither
        line = f"the row {rows[0]}" if is_row else f"the column {columns[0]}"
        share = f"all {compared}" if len(one.cells) == compared else f"{len(one.cells)} of {compared}"
        message = (
            f"{share} numbers of {line} differ from the cited paper, such as {first.our_number.text} from "
            f"{first.their_number.text} ({cited_place(one.match, first.theirs)}); if you ran it yourself, mark it, "
            "for example by a dagger that the caption explains"
        )
        yield finding(RULE, evidence, one, message, Severity.NOTE)


RULE = Rule("TC303", "row-differs", Severity.NOTE, check)
