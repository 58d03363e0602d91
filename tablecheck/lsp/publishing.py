"""Which diagnostics a file has now, whichever way the client learns of them."""

from collections.abc import Iterable, Iterator

from lsprotocol import types

from tablecheck.lsp.convert import Lines
from tablecheck.lsp.desk import Desk
from tablecheck.lsp.diagnostics import diagnostic, not_checked
from tablecheck.lsp.moving import change_between
from tablecheck.lsp.projects import Project


def diagnostics_of(desk: Desk, uri: str, projects: Iterable[Project]) -> list[types.Diagnostic]:
    """The diagnostics of a file out of all its manuscripts, each finding once, in the order of the text."""
    document = desk.documents.get(uri)
    found: dict[tuple[str, int, int], types.Diagnostic] = {}
    for project in projects:
        if project.failure and document is not None:
            found["failure", 0, 0] = not_checked(project.failure)
        for one in _of_project(desk, project, uri, document.lines if document else None):
            found.setdefault((str(one.code), one.range.start.line, one.range.start.character), one)
    return sorted(found.values(), key=lambda one: (one.range.start.line, one.range.start.character))


def _of_project(desk: Desk, project: Project, uri: str, now: Lines | None) -> Iterator[types.Diagnostic]:
    checked, name = project.checked, project.home.name_of(uri)
    if checked is None or name not in checked.lines:
        return
    then = checked.lines[name]
    lines = now if now is not None else then
    change = change_between(then.text, lines.text)
    for finding in checked.findings:
        if finding.place.path == name and (span := change.moved(finding.place.span)) is not None:
            yield diagnostic(finding, span, lines, project, desk.abilities, desk.encoding)
