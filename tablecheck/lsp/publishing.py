"""Which diagnostics a file has now, whichever way the client learns of them."""

from collections.abc import Iterable, Iterator

from lsprotocol import types

from tablecheck.lsp.convert import Lines
from tablecheck.lsp.desk import Desk, main_uri
from tablecheck.lsp.diagnostics import diagnostic, not_checked
from tablecheck.lsp.moving import change_between
from tablecheck.lsp.projects import Project


def diagnostics_of(desk: Desk, uri: str, projects: Iterable[Project]) -> list[types.Diagnostic]:
    """The diagnostics of a file out of all its manuscripts, each finding once, in the order of the text."""
    document = desk.documents.get(uri)
    found: dict[tuple[object, ...], types.Diagnostic] = {}
    for project in projects:
        if project.failure and document is not None:
            found["failure", project.failure] = not_checked(project.failure)
        for one in _of_project(desk, project, uri, document.lines if document else None):
            start = one.range.start
            found.setdefault((one.code, start.line, start.character, one.message), one)
    return sorted(found.values(), key=lambda one: (one.range.start.line, one.range.start.character))


def files_of(desk: Desk, project: Project) -> tuple[str, ...]:
    """The files to speak of after a check: those that are open, and those in which something is found, or was."""
    names = project.checked.lines if project.checked is not None else {}
    found = {one.place.path for one in project.checked.findings} if project.checked is not None else set()
    opened = {project.home.name_of(one.uri): one.uri for one in desk.documents}
    main = desk.documents.get(main_uri(project))
    now = {uri for name, uri in opened.items() if name in names} | ({main.uri} if main is not None else set())
    now |= {opened.get(name) or project.home.uri_of(name) for name in found}
    if project.failure:
        now |= {one.uri for one in desk.documents if project in desk.projects_of(one.uri)}
    files = sorted(now | project.told)
    project.told = now
    return tuple(files)


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
