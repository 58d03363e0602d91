"""The report as GitLab code quality: the part of the CodeClimate format that GitLab's page "Code Quality" names."""

import json
from typing import Any

from tablecheck.model.finding import Finding, Severity
from tablecheck.model.report import Report
from tablecheck.reporters.concise import one_line
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.unique import Unique
from tablecheck.reporters.words import Unseen, compared, counts, shown_path, unseen

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info", Severity.NOTE: "info"}


def render_gitlab(report: Report) -> str:
    """Write one issue for each finding, one for each thing that was not looked at, and one for the coverage.

    The format has no place for a summary, so the coverage is an issue of severity ``info`` at the main file.
    GitLab merges issues of one fingerprint; where several findings share theirs, the later ones get a number.
    """
    positions = Positions(report.manuscript.texts)
    unique = Unique()
    issues = [_of_finding(report, finding, positions, unique) for finding in report.findings]
    issues += [_of_gap(report, one, unique) for one in unseen(report)]
    issues.append(_of_coverage(report))
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _of_finding(report: Report, finding: Finding, positions: Positions, unique: Unique) -> dict[str, Any]:
    return _issue(
        f"{finding.rule} {finding.name}: {finding.message}",
        finding.name,
        unique.name(finding.fingerprint),
        _SEVERITIES[finding.severity],
        shown_path(report, finding.place.path),
        positions.start(finding.place).line,
        positions.end(finding.place).line,
    )


def _of_gap(report: Report, one: Unseen, unique: Unique) -> dict[str, Any]:
    fingerprint = unique.name(f"{one.kind} {one.subject}".strip())
    path = shown_path(report, one.path or report.manuscript.path)
    return _issue(one.sentence, "not-looked-at", fingerprint, "info", path, one.line or 1, one.line or 1)


def _of_coverage(report: Report) -> dict[str, Any]:
    description = f"{counts(report)}. {compared(report.coverage)}"
    path = shown_path(report, report.manuscript.path)
    return _issue(description, "coverage", f"coverage {path}", "info", path, 1, 1)


def _issue(
    description: str, check_name: str, fingerprint: str, severity: str, path: str, first_line: int, last_line: int
) -> dict[str, Any]:
    return {
        "description": one_line(description),
        "check_name": check_name,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": path, "lines": {"begin": first_line, "end": last_line}},
    }
