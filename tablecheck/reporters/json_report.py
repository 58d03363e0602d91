"""The report as JSON; ``docs/json.md`` documents every field."""

import json
from typing import Any

from tablecheck.model.finding import CitedCell, Edit, Finding, Judgement, Suppression
from tablecheck.model.place import LineColumn, PagePlace
from tablecheck.model.report import Coverage, Report, TableCoverage
from tablecheck.reporters.positions import Positions

SCHEMA_VERSION = 1


def render_json(report: Report) -> str:
    """Write a report as an indented JSON document that ends with a line end."""
    positions = Positions(report.manuscript.texts)
    coverage = report.coverage
    document = {
        "schema_version": SCHEMA_VERSION,
        "findings": [_finding(finding, positions) for finding in report.findings],
        "accepted": [
            _finding(finding, positions) | {"suppression": _suppression(finding.suppression)}
            for finding in report.accepted
        ],
        "coverage": {
            "tables": coverage.tables,
            **coverage_as_json(coverage),
            "by_table": [_table(table, positions) for table in coverage.by_table],
        },
        "problems": [
            {"stage": problem.stage, "message": problem.message, "path": problem.path, "line": problem.line}
            for problem in report.problems
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def coverage_as_json(coverage: Coverage) -> dict[str, Any]:
    """How many numbers were compared, and what became of each cited paper, as plain values."""
    return {
        "numbers": coverage.numbers,
        "checked": coverage.checked,
        "agree": coverage.agree,
        "differ": coverage.differ,
        "unchecked": coverage.unchecked,
        "rerun": coverage.rerun,
        "sources": [
            {"key": source.key, "status": str(source.status), "reason": source.reason, "checked": source.checked}
            for source in coverage.sources
        ],
    }


def _finding(finding: Finding, positions: Positions) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity.label,
        "confidence": round(finding.confidence, 3),
        "message": finding.message,
        "path": finding.place.path,
        "start": _position(positions.start(finding.place)),
        "end": _position(positions.end(finding.place)),
        "text": finding.text,
        "table": finding.table,
        "row": finding.row,
        "column": finding.column,
        "source": _source(finding.source) if finding.source else None,
        "fixes": [
            {
                "description": fix.description,
                "safety": str(fix.safety),
                "edits": [_edit(edit, positions) for edit in fix.edits],
            }
            for fix in finding.fixes
        ],
        "fingerprint": finding.fingerprint,
        "judgement": judgement_as_json(finding.judgement) if finding.judgement else None,
    }


def judgement_as_json(judgement: Judgement) -> dict[str, str]:
    """What a model made of a finding, as plain values."""
    return {
        "verdict": str(judgement.verdict),
        "reason": judgement.reason,
        "model": judgement.model,
        "severity_before": judgement.before.label,
    }


def _suppression(suppression: Suppression | None) -> dict[str, str] | None:
    return {"by": str(suppression.by), "reason": suppression.reason} if suppression else None


def _source(cell: CitedCell) -> dict[str, Any]:
    return {
        "key": cell.key,
        "title": cell.title,
        "version": cell.version,
        "kind": cell.kind,
        "page": cell.page,
        "table": cell.table,
        "row": cell.row,
        "column": cell.column,
        "text": cell.text,
        "bbox": _bbox(cell),
    }


def _bbox(cell: CitedCell) -> list[float] | None:
    place = cell.exhibit.cells[0].place if cell.exhibit else None
    return [round(float(edge), 2) for edge in place.bbox] if isinstance(place, PagePlace) else None


def _table(table: TableCoverage, positions: Positions) -> dict[str, Any]:
    return {
        "name": table.name,
        "path": table.place.path if table.place else None,
        "start": _position(positions.start(table.place)) if table.place else None,
        "numbers": table.numbers,
        "checked": table.checked,
        "agree": table.agree,
        "differ": table.differ,
        "unchecked": table.unchecked,
        "rerun": table.rerun,
    }


def _edit(edit: Edit, positions: Positions) -> dict[str, Any]:
    return {
        "path": edit.place.path,
        "start": _position(positions.start(edit.place)),
        "end": _position(positions.end(edit.place)),
        "new_text": edit.new_text,
    }


def _position(position: LineColumn) -> dict[str, int]:
    return {"line": position.line, "column": position.column}
