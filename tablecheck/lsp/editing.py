"""Actions as the client applies them: edits of the texts that it has now."""

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from tablecheck.lsp.actions import Action, actions_for
from tablecheck.lsp.convert import to_range, to_span
from tablecheck.lsp.desk import Desk
from tablecheck.lsp.diagnostics import diagnostic
from tablecheck.lsp.documents import Document
from tablecheck.lsp.homes import Home
from tablecheck.lsp.moving import change_between
from tablecheck.lsp.projects import Checked
from tablecheck.model.finding import Edit, Finding
from tablecheck.model.place import Span


def code_actions(desk: Desk, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be done about the findings in a range."""
    document = desk.documents.get(params.text_document.uri)
    if document is None or not _wants(params.context.only, types.CodeActionKind.QuickFix):
        return []
    asked = to_span(document.lines, params.range, desk.encoding)
    found: list[types.CodeAction] = []
    for project in desk.projects_of(document.uri):
        checked = project.checked
        if checked is None:
            continue
        for finding, span in _findings_in(project.home.name_of(document.uri), checked, document, asked):
            about = diagnostic(finding, span, document.lines, project, desk.abilities, desk.encoding)
            for action in actions_for(finding, checked.report):
                edit = workspace_edit(desk, project.home, checked, action.edits)
                if edit is not None and action.title not in {one.title for one in found}:
                    found.append(_written(action, about, edit))
    return found


def workspace_edit(desk: Desk, home: Home, checked: Checked, edits: Iterable[Edit]) -> types.WorkspaceEdit | None:
    """Edits of what was checked as edits of what the client has now; ``None`` where just that has been typed on."""
    by_file: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        uri, written = _edit(desk, home, checked, edit)
        if written is None:
            return None
        by_file.setdefault(uri, []).append(written)
    if not desk.abilities.versioned_edits:
        return types.WorkspaceEdit(changes=dict(by_file))
    return types.WorkspaceEdit(document_changes=[_of_document(desk, uri, edits) for uri, edits in by_file.items()])


def _of_document(desk: Desk, uri: str, edits: Sequence[types.TextEdit]) -> types.TextDocumentEdit:
    document = desk.documents.get(uri)
    version = document.version if document is not None else None
    return types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(edits))


def _edit(desk: Desk, home: Home, checked: Checked, edit: Edit) -> tuple[str, types.TextEdit | None]:
    then = checked.lines[edit.place.path]
    document = desk.documents.get(home.uri_of(edit.place.path))
    uri = document.uri if document is not None else home.uri_of(edit.place.path)
    lines = document.lines if document is not None else then
    span = change_between(then.text, lines.text).moved(edit.place.span)
    return uri, types.TextEdit(to_range(lines, span, desk.encoding), edit.new_text) if span is not None else None


def _written(action: Action, about: types.Diagnostic, edit: types.WorkspaceEdit) -> types.CodeAction:
    return types.CodeAction(
        title=action.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[about],
        is_preferred=action.is_preferred or None,
        edit=edit,
    )


def _findings_in(name: str, checked: Checked, document: Document, asked: Span) -> Iterator[tuple[Finding, Span]]:
    if name not in checked.lines:
        return
    change = change_between(checked.lines[name].text, document.text)
    for finding in checked.findings:
        span = change.moved(finding.place.span) if finding.place.path == name else None
        if span is not None and span.start <= asked.end and asked.start <= span.end:
            yield finding, span


def _wants(only: Sequence[str] | None, kind: str) -> bool:
    return not only or any(kind == one or kind.startswith(f"{one}.") for one in only)
