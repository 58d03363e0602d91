"""A comment that says where numbers come from cannot be obeyed.

## Why it matters

Its author believes that the numbers are held against that table or version. They are not.

## Example

`% tablecheck: source=he2016 table=9` stands behind a row, and the cited paper has no Table 9. Or the key is not in
the bibliography, the table has no such row, the version is not at hand, or the mark is written wrongly, as in `%
tablecheck: tabel=4`. The message says what is wrong.

There is no fix.

## When it stays silent

Where no table of the cited paper could be read, or its reader does not know what the tables are called: then nothing
is known about the mark either.
"""

from collections.abc import Iterator, Sequence

from tablecheck.model.document import SourceDocument
from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Table
from tablecheck.rules._marks import has_row, mark_finding, table_number, table_of
from tablecheck.rules._rule import Rule

_SURE = 0.95
_Read = Sequence[tuple[SourceDocument, Sequence[Table]]]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find marks that name what does not exist, and marks that cannot be read."""
    for mark in evidence.manuscript.marks:
        if why := mark.wrong or _unknown(evidence, mark):
            message = f"this mark cannot be obeyed: {why}"
            yield mark_finding(RULE, evidence, mark, message, Severity.WARNING, _SURE)


def _unknown(evidence: Evidence, mark: ProvenanceMark) -> str:
    if mark.source and mark.source not in evidence.manuscript.references:
        return f"the bibliography has no {mark.source}"
    keys = [mark.source] if mark.source else _cited_keys(evidence, mark)
    if not keys:
        return "" if mark.rerun else "the row cites no paper; add source="
    read = [(document, tables) for key, document, tables in evidence.sources if key in keys and tables]
    papers = " and ".join(f"[{key}]" for key in keys)
    return _unknown_version(mark, read, papers) or _unknown_place(mark, read, papers)


def _cited_keys(evidence: Evidence, mark: ProvenanceMark) -> list[str]:
    table = table_of(evidence, mark)
    if table is None:
        return []
    cells = [cell for row in mark.rows for cell in table.row_cells(row) if cell.numbers]
    return list(dict.fromkeys(key for cell in cells for key in table.claimed_keys(cell)))


def _unknown_version(mark: ProvenanceMark, read: _Read, papers: str) -> str:
    versions = {document.version for document, _ in read}
    if mark.version is None or not versions or None in versions or mark.version in versions:
        return ""
    known = ", ".join(f"v{version}" for version in sorted(version for version in versions if version is not None))
    return f"of {papers} {known} is at hand, and not v{mark.version}"


def _unknown_place(mark: ProvenanceMark, read: _Read, papers: str) -> str:
    tables = [table for _, of_document in read for table in of_document]
    if mark.table:
        if not tables or not all(table.label for table in tables):
            return ""
        tables = [table for table in tables if table_number(table.label) == table_number(mark.table)]
        if not tables:
            return f"{papers} has no table {mark.table}"
    if mark.row and tables and not any(has_row(table, mark.row) for table in tables):
        where = f"table {mark.table} of {papers}" if mark.table else f"no table of {papers}"
        return f"{where} has a row {mark.row}" if not mark.table else f"{where} has no row {mark.row}"
    return ""


RULE = Rule("TC307", "unknown-mark", Severity.WARNING, check)
