"""How much of a manuscript was checked, for the status bar of an editor; ``editors/protocol.md`` has the fields."""

from typing import Any

from tablecheck.lsp.projects import Project
from tablecheck.model.report import Report
from tablecheck.reporters.json_report import coverage_as_json
from tablecheck.reporters.words import compared, unseen

COVERAGE = "tablecheck/coverage"


def status_of(project: Project, uri: str, version: int | None) -> dict[str, Any]:
    """The parameters of a notification about a document."""
    state = "fresh" if project.is_fresh else "checking"
    told: dict[str, Any] = {"uri": uri, "version": version, "state": "failed" if project.failure else state}
    if project.failure:
        return {**told, "summary": f"not checked: {project.failure}", "problems": [project.failure]}
    if project.checked is None:
        return {**told, "summary": "checking"}
    return told | coverage_of(project.checked.report) | {"findings": len(project.checked.findings)}


def coverage_of(report: Report) -> dict[str, Any]:
    """What was covered, as numbers and as a sentence, and all that could not be looked at."""
    return {
        "summary": compared(report.coverage),
        **coverage_as_json(report.coverage),
        "problems": [one.sentence for one in unseen(report)],
    }
