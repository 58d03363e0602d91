"""The cited paper was read, and nothing in it could be laid beside the numbers of a row.

## Why it matters

The numbers may stand in another paper, in a figure or in the text, or the tables could not be read. Nothing was
checked, and that should not look like a pass.

## Example

A row cites NorthNet; none of the tables read out of that paper has a row and columns of these names.

## When it stays silent

Where the paper could not be obtained or no table could be read out of it: the coverage says so. Where the author names
the table, the row or the version in a comment, and the rest of the paper was not looked at. Where
the comparison itself broke down: a problem says so.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Evidence, Unchecked
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.manuscript import table_name
from tablecheck.model.table import Cell, Table
from tablecheck.rules._finding import fingerprint, place_of
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import column_words, count, row_words


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find cited rows none of whose numbers could be compared."""
    checked = {(id(one.match.ours), one.cell.ours.row) for one in evidence.agreements}
    checked |= {(id(one.match.ours), cell.ours.row) for one in evidence.disagreements for cell in one.cells}
    rows: dict[tuple[int, int], tuple[Table, list[Cell]]] = {}
    for table, cell, reason in evidence.unchecked:
        if _is_held_to_a_place(table, cell.row):
            continue
        if reason is Unchecked.NO_MATCH and (id(table), cell.row) not in checked:
            rows.setdefault((id(table), cell.row), (table, []))[1].append(cell)
    for table, cells in rows.values():
        yield _finding(evidence, table, cells)


def _is_held_to_a_place(table: Table, row: int) -> bool:
    """Whether the author names the place of a row, so that the rest of the paper was not looked at."""
    return any(row in mark.rows and (mark.table or mark.row or mark.version) for mark in table.marks)


def _finding(evidence: Evidence, table: Table, cells: list[Cell]) -> Finding:
    first, number = cells[0], cells[0].numbers[0]
    keys = table.claimed_keys(first)
    row, column = row_words(table, first), column_words(table, first)
    papers = " or ".join(f"[{key}]" for key in keys)
    return Finding(
        rule=RULE.code,
        name=RULE.name,
        message=f"no table of {papers} has the {count(len(cells), 'number')} of the row {row}; not checked",
        place=place_of(evidence.manuscript, number, first),
        text=number.text,
        severity=Severity.NOTE,
        confidence=0.5,
        table=table_name(evidence.manuscript, table),
        row=row,
        column=column,
        related=tuple(place_of(evidence.manuscript, cell.numbers[0], cell) for cell in cells[1:]),
        fingerprint=fingerprint(RULE, keys[0], row, column, number.text),
    )


RULE = Rule("TC304", "not-in-source", Severity.NOTE, check)
