"""The numbers of a row are not from where a comment of the author says they are.

## Why it matters

The comment is what co-authors and reviewers go by. One of the two is out of date.

## Example

A row is marked `% tablecheck: rerun`, and its five numbers are those that the cited paper prints: they were not run
again, or the row was pasted back. Or it is marked `% tablecheck: source=he2016 table=4`, and none of its numbers
stands in that row of Table 4.

There is no fix: either the mark or the numbers may be right.

## When it stays silent

With less than three numbers to go by. Where a run again gives one or two equal numbers, and where the cited paper
could not be read. A single number that differs from the marked place is the matter of the other rules.
"""

from collections.abc import Iterator
from decimal import Decimal

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import path_text, row_path
from tablecheck.model.match import TableMatch
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Cell, Table
from tablecheck.rules._marks import has_row, mark_finding, table_number, table_of
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import cited_table

_FEWEST = 3  # numbers of a row that say where it is from; two may be equal by chance
_SURE = 0.85


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find re-runs that repeat the cited numbers, and rows that are not in the table they are said to be from."""
    for mark in evidence.manuscript.marks:
        table = table_of(evidence, mark)
        if mark.wrong or table is None:
            continue
        why = _repeats(evidence, mark, table) if mark.rerun else _is_from_elsewhere(evidence, mark, table)
        if why:
            yield mark_finding(RULE, evidence, mark, why, Severity.WARNING, _SURE)


def _repeats(evidence: Evidence, mark: ProvenanceMark, table: Table) -> str:
    """A row that was run again has other numbers than the cited one."""
    for row in mark.rows:
        cells = [cell for cell in table.row_cells(row) if _is_telling(cell)]
        for match in evidence.matches:
            equal = _equal_in_one_row(match, row) if match.ours is table else 0
            if equal >= _FEWEST and equal == len(cells):
                return f"the row is marked as run again, and its {equal} numbers are those of [{match.key}]"
    return ""


def _equal_in_one_row(match: TableMatch, row: int) -> int:
    """How many telling numbers of a row of ours repeat those of one row of theirs."""
    of_row: dict[int, int] = {}
    for pair in match.cells:
        if pair.ours.row == row and _is_telling(pair.ours):
            line = pair.theirs.column if match.transposed else pair.theirs.row
            of_row[line] = of_row.get(line, 0) + 1
    return max(of_row.values(), default=0)


def _is_from_elsewhere(evidence: Evidence, mark: ProvenanceMark, table: Table) -> str:
    """Of a row with a marked table or row, the numbers stand there rather than in another row of the paper."""
    if not (mark.table or mark.row) or len(mark.rows) != 1:
        return ""
    cells = [cell for cell in table.row_cells(mark.rows[0]) if _is_telling(cell)]
    values = {cell.number.value for cell in cells if cell.number is not None}
    keys = {mark.source} if mark.source else {key for cell in cells for key in table.claimed_keys(cell)}
    if len(values) < _FEWEST:
        return ""
    elsewhere, is_known = "", False
    for key, document, tables in evidence.sources:
        if key not in keys or (mark.version is not None and document.version not in (None, mark.version)):
            continue
        for theirs in tables:
            for row in range(theirs.row_count):
                shared = len(values & _values(theirs, row))
                if _is_marked(mark, theirs, row):
                    is_known = True
                    if shared * 2 >= len(values):
                        return ""
                if shared == len(values) and not elsewhere:
                    label = path_text(row_path(theirs, row)) or f"row {row + 1}"
                    elsewhere = f"[{key}], {cited_table(theirs)}, {label}"
    if not elsewhere or not is_known:
        return ""
    return f"all {len(values)} numbers of the row stand elsewhere than it is marked: {elsewhere}"


def _is_marked(mark: ProvenanceMark, theirs: Table, row: int) -> bool:
    if mark.table and table_number(theirs.label) != table_number(mark.table):
        return False
    return not mark.row or has_row(theirs, mark.row, (row,))


def _values(table: Table, row: int) -> set[Decimal]:
    return {number.value for cell in table.row_cells(row) for number in cell.numbers}


def _is_telling(cell: Cell) -> bool:
    return cell.number is not None and cell.number.decimals >= 1 and len(cell.number.digits) > 1


RULE = Rule("TC308", "contradicted-mark", Severity.WARNING, check)
