"""Builds findings about the marks in which an author says where numbers come from."""

from collections.abc import Sequence

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import normal_label, path_text, row_path
from tablecheck.model.manuscript import table_name
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Table
from tablecheck.rules._finding import fingerprint
from tablecheck.rules._rule import Rule


def mark_finding(
    rule: Rule, evidence: Evidence, mark: ProvenanceMark, message: str, severity: Severity, confidence: float
) -> Finding:
    """Write a finding at a mark."""
    table = table_of(evidence, mark)
    row = path_text(row_path(table, mark.rows[0])) if table is not None and len(mark.rows) == 1 else ""
    return Finding(
        rule=rule.code,
        name=rule.name,
        message=message,
        place=mark.place,
        text=mark.text,
        severity=severity,
        confidence=confidence,
        table=table_name(evidence.manuscript, table) if table is not None else "",
        row=row,
        column="",
        fingerprint=fingerprint(rule, mark.source, row, "", mark.text),
    )


def table_of(evidence: Evidence, mark: ProvenanceMark) -> Table | None:
    """The table that a mark speaks of."""
    return next((table for table in evidence.manuscript.tables if mark in table.marks), None)


def table_number(label: str) -> str:
    """What a table is called, without the word for it."""
    return label.strip().lower().removeprefix("table").removeprefix("tab").strip(" .:")


def has_row(table: Table, name: str, rows: Sequence[int] | None = None) -> bool:
    """Whether a label stands in one of these rows; in any, where none are given."""
    wanted = normal_label(name)
    labels = [normal_label(text) for row in (rows or range(table.row_count)) for text in row_path(table, row)]
    return any(f" {wanted} " in f" {label} " for label in labels)
