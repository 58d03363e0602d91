"""The report as SARIF 2.1.0, the format of code scanning.

Sections in comments and docstrings are those of the OASIS standard, SARIF 2.1.0 plus errata 01.
"""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tablecheck.model.finding import Acceptance, CitedCell, Finding, Fix, Severity
from tablecheck.model.place import TextPlace
from tablecheck.model.report import Report
from tablecheck.reporters.json_report import judgement_as_json
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.sarif_tool import NOT_LOOKED_AT, SUMMARY, rule_index, tool
from tablecheck.reporters.unique import Unique
from tablecheck.reporters.words import cited_words, compared, counts, shown_path, unseen

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note", Severity.NOTE: "note"}
_KINDS = {Acceptance.COMMENT: "inSource", Acceptance.BASELINE: "external"}
_ABSOLUTE = re.compile(r"/|[A-Za-z]:[/\\]")


def render_sarif(report: Report) -> str:
    """Write one run: the rules with their pages, all findings, the files, and what was not looked at.

    Columns count code points (``columnKind``, 3.14.17). Paths are relative to where the run was started.
    """
    positions = Positions(report.manuscript.texts)
    unique = Unique()
    coverage = report.coverage
    run = {
        "tool": tool(),
        "automationDetails": {"id": f"tablecheck/{shown_path(report, report.manuscript.path)}"},
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder in which tablecheck was run."}}},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "artifacts": _artifacts(report),
        "results": [_result(report, finding, positions, unique) for finding in (*report.findings, *report.accepted)],
        "properties": {
            "coverage": {
                name: getattr(coverage, name)
                for name in ("tables", "numbers", "checked", "agree", "differ", "unchecked", "rerun")
            }
        },
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _invocation(report: Report) -> dict[str, Any]:
    """What the run has to say of itself (3.20): its summary, then a notification for each gap."""
    notes: list[dict[str, Any]] = [
        {
            "descriptor": {"id": SUMMARY, "index": 0},
            "level": "note",
            "message": {"text": f"{counts(report)}. {compared(report.coverage)}"},
        }
    ]
    for one in unseen(report):
        notification: dict[str, Any] = {
            "descriptor": {"id": NOT_LOOKED_AT, "index": 1},
            "level": "warning",
            "message": {"text": one.sentence},
        }
        if one.path is not None:
            physical: dict[str, Any] = {"artifactLocation": _artifact(report, one.path)}
            if one.line is not None:
                physical["region"] = {"startLine": one.line}
            notification["locations"] = [{"physicalLocation": physical}]
        notes.append(notification)
    return {"executionSuccessful": True, "toolExecutionNotifications": notes}


def _artifacts(report: Report) -> list[dict[str, Any]]:
    """The files that were looked at: those of the manuscript and the cited documents that findings point to."""
    ours = [
        {"location": _artifact(report, path), "roles": ["analysisTarget"], "sourceLanguage": "latex"}
        for path in report.manuscript.texts
    ]
    cited = {
        finding.source.exhibit.document.found_at: finding.source.exhibit.document.sha256
        for finding in (*report.findings, *report.accepted)
        if finding.source and finding.source.exhibit
    }
    return ours + [{"location": _document(path), "hashes": {"sha-256": digest}} for path, digest in cited.items()]


def _result(report: Report, finding: Finding, positions: Positions, unique: Unique) -> dict[str, Any]:
    related = list(_related(report, finding, positions))
    return {
        "ruleId": finding.rule,
        "ruleIndex": rule_index(finding.rule),
        "level": _LEVELS[finding.severity],
        "rank": round(100 * finding.confidence, 1),  # 3.27.25: the likelihood that it matters, 0 to 100
        "message": {"text": finding.message + (" ([cited cell](1))" if related and "id" in related[0] else "")},
        "locations": [_location(report, finding, positions)],
        **({"relatedLocations": related} if related else {}),
        "partialFingerprints": {
            "tablecheck/v1": finding.fingerprint,
            # GitHub knows a result again by this name alone and would else hash the lines around it.
            "primaryLocationLineHash": f"{finding.fingerprint}:{unique.count(finding.fingerprint)}",
        },
        **({"fixes": [_fix(report, fix, positions) for fix in finding.fixes]} if finding.fixes else {}),
        "suppressions": _suppressions(finding),
        "properties": {
            "severity": finding.severity.label,
            "confidence": round(finding.confidence, 3),
            **({"judgement": judgement_as_json(finding.judgement)} if finding.judgement else {}),
        },
    }


def _location(report: Report, finding: Finding, positions: Positions) -> dict[str, Any]:
    first = positions.start(finding.place).line
    physical = _physical(report, finding.place, positions)
    physical["region"]["snippet"] = {"text": finding.text}
    line = positions.line_text(finding.place.path, first)
    physical["contextRegion"] = {"startLine": first, "snippet": {"text": line}}
    labels = " / ".join(filter(None, (finding.row, finding.column)))
    logical = {"name": labels or finding.table, "fullyQualifiedName": f"{finding.table}: {labels}", "kind": "member"}
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def _related(report: Report, finding: Finding, positions: Positions) -> Iterator[dict[str, Any]]:
    if finding.source:
        yield _cited(finding.source)
    for place in finding.related:
        physical = _physical(report, place, positions)
        yield {"message": {"text": "another number of this finding"}, "physicalLocation": physical}


def _cited(cell: CitedCell) -> dict[str, Any]:
    location: dict[str, Any] = {
        "message": {"text": cited_words(cell)},
        "properties": {"key": cell.key, "page": cell.page, "row": cell.row, "column": cell.column},
    }
    if cell.exhibit is not None:
        document = _document(cell.exhibit.document.found_at)
        location |= {"id": 1, "physicalLocation": {"artifactLocation": document}}
    return location


def _fix(report: Report, fix: Fix, positions: Positions) -> dict[str, Any]:
    """A fix (3.55); a viewer applies all changes of one together."""
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(edit.place, positions), "insertedContent": {"text": edit.new_text}}
        changes.setdefault(edit.place.path, []).append(replacement)
    return {
        "description": {"text": fix.description},
        "artifactChanges": [
            {"artifactLocation": _artifact(report, path), "replacements": replacements}
            for path, replacements in changes.items()
        ],
        "properties": {"safety": str(fix.safety)},
    }


def _suppressions(finding: Finding) -> list[dict[str, Any]]:
    """An empty list says that the finding was not accepted; leaving it out would say that nobody looked (3.27.23)."""
    if finding.suppression is None:
        return []
    reason = finding.suppression.reason
    return [{"kind": _KINDS[finding.suppression.by], **({"justification": reason} if reason else {})}]


def _physical(report: Report, place: TextPlace, positions: Positions) -> dict[str, Any]:
    return {"artifactLocation": _artifact(report, place.path), "region": _region(place, positions)}


def _region(place: TextPlace, positions: Positions) -> dict[str, int]:
    start, end = positions.start(place), positions.end(place)
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}


def _artifact(report: Report, path: str) -> dict[str, str]:
    return _uri(shown_path(report, path))


def _document(found_at: str) -> dict[str, str]:
    return {"uri": found_at} if "://" in found_at else _uri(found_at.replace("\\", "/"))


def _uri(path: str) -> dict[str, str]:
    if _ABSOLUTE.match(path):
        return {"uri": "file:///" + quote(path.lstrip("/"), safe="/:")}
    return {"uri": quote(path), "uriBaseId": _ROOT}
