"""Findings as the diagnostics of the protocol."""

from collections.abc import Iterator

from lsprotocol import types

from tablecheck.lsp.abilities import Abilities
from tablecheck.lsp.cited_pages import cited_page, page_uri
from tablecheck.lsp.convert import Lines, to_range
from tablecheck.lsp.projects import Project
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.place import Span

SOURCE = "tablecheck"
_PAGES = "https://github.com/tablecheck-dev/tablecheck/blob/main/docs/rules"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
    Severity.NOTE: types.DiagnosticSeverity.Hint,
}


def diagnostic(
    finding: Finding, span: Span, lines: Lines, project: Project, abilities: Abilities, encoding: str
) -> types.Diagnostic:
    """Write a finding as a diagnostic; ``span`` is where its number stands in the text that the client has now."""
    related = list(_related(finding, project, encoding)) if abilities.related_places else None
    return types.Diagnostic(
        range=to_range(lines, span, encoding),
        message=finding.message,
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=types.CodeDescription(rule_page(finding.name)) if abilities.rule_pages else None,
        source=SOURCE,
        related_information=related or None,
        data={"fingerprint": finding.fingerprint},
    )


def not_checked(why: str) -> types.Diagnostic:
    """Say at the beginning of a document that nothing of it was checked, so that silence is not taken for a pass."""
    start = types.Position(0, 0)
    return types.Diagnostic(
        range=types.Range(start, start),
        message=f"not checked: {why}",
        severity=types.DiagnosticSeverity.Warning,
        code="not-checked",
        source=SOURCE,
    )


def rule_page(name: str) -> str:
    """The address of the page of a rule."""
    return f"{_PAGES}/{name}.md"


def _related(finding: Finding, project: Project, encoding: str) -> Iterator[types.DiagnosticRelatedInformation]:
    source = finding.source
    if source is not None and source.exhibit is not None:
        page = cited_page(source)
        location = types.Location(page_uri(source), to_range(Lines(page.text), page.cell, encoding))
        yield types.DiagnosticRelatedInformation(
            location, f"{source.text} in {source.table}, {source.row} / {source.column}"
        )
    if project.checked is not None:
        for place in finding.related:
            where = to_range(project.checked.lines[place.path], place.span, encoding)
            location = types.Location(project.home.uri_of(place.path), where)
            yield types.DiagnosticRelatedInformation(location, "the same finding speaks of this number")
