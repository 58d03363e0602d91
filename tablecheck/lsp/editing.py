"""Actions as the client applies them: edits of the texts that it has now."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lsprotocol import types

from tablecheck.linter.fixes import repair
from tablecheck.lsp.abilities import as_mapping
from tablecheck.lsp.actions import WHY, actions_for
from tablecheck.lsp.convert import to_range, to_span
from tablecheck.lsp.desk import Desk
from tablecheck.lsp.diagnostics import diagnostic
from tablecheck.lsp.homes import Home
from tablecheck.lsp.looking import View, views
from tablecheck.lsp.moving import change_between
from tablecheck.lsp.projects import Checked
from tablecheck.model.finding import Edit, Finding, Safety
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.progress import silent
from tablecheck.model.report import Report

FIX_ALL = "source.fixAll.tablecheck"
_TITLE = "Apply all safe fixes of tablecheck"


async def code_actions(desk: Desk, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be done about the findings in a range, and about all of the manuscript at once."""
    only, uri = params.context.only, params.text_document.uri
    found: dict[str, types.CodeAction] = {}
    for view in views(desk, uri):
        if _wants(only, types.CodeActionKind.QuickFix):
            for action in _quick_fixes(desk, view, params.range):
                found.setdefault(action.title, action)
        if _wants(only, FIX_ALL) and _has_safe_fixes(view.checked):
            whole = types.CodeAction(_TITLE, kind=FIX_ALL, data={"uri": uri})
            if desk.abilities.resolves_edits:
                found.setdefault(whole.title, whole)
            elif only:
                found.setdefault(whole.title, await resolved(desk, whole))
    return list(found.values())


async def resolved(desk: Desk, action: types.CodeAction) -> types.CodeAction:
    """Work out the edit of the action that applies all safe fixes, by trying them and checking what they lead to."""
    uri = as_mapping(action.data).get("uri")
    for view in views(desk, uri) if isinstance(uri, str) else ():
        edits = await asyncio.get_running_loop().run_in_executor(None, _all_safe, desk, view)
        action.edit = workspace_edit(desk, view.project.home, view.checked, edits)
    return action


def workspace_edit(
    desk: Desk, home: Home, checked: Checked, edits: Iterable[Edit], *, asks_why: bool = False
) -> types.WorkspaceEdit | None:
    """Edits of what was checked as edits of what the client has now; ``None`` where just that has been typed on."""
    by_file: dict[str, list[types.TextEdit | types.SnippetTextEdit]] = {}
    plain: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        uri, written = _edit(desk, home, checked, edit)
        if written is None:
            return None
        plain.setdefault(uri, []).append(written)
        by_file.setdefault(uri, []).append(_snippet(written) if asks_why and desk.abilities.snippet_edits else written)
    if not desk.abilities.versioned_edits:
        return types.WorkspaceEdit(changes=dict(plain))
    return types.WorkspaceEdit(document_changes=[_of_document(desk, uri, some) for uri, some in by_file.items()])


def _of_document(
    desk: Desk, uri: str, edits: Sequence[types.TextEdit | types.SnippetTextEdit]
) -> types.TextDocumentEdit:
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


def _snippet(edit: types.TextEdit) -> types.SnippetTextEdit:
    """The same edit with the author's reason as a field to fill in."""
    escaped = edit.new_text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
    value = escaped.removesuffix(WHY) + f"${{1:{WHY}}}"
    return types.SnippetTextEdit(edit.range, types.StringValue(value))


def _quick_fixes(desk: Desk, view: View, asked: types.Range) -> Iterator[types.CodeAction]:
    within = to_span(view.document.lines, asked, desk.encoding)
    for finding, span in _findings_in(view, within):
        about = diagnostic(finding, span, view.document.lines, view.project, desk.abilities, desk.encoding)
        for action in actions_for(finding, view.checked.report):
            edit = workspace_edit(desk, view.project.home, view.checked, action.edits, asks_why=action.asks_why)
            if edit is not None:
                kind = types.CodeActionKind.QuickFix
                preferred = action.is_preferred or None
                yield types.CodeAction(action.title, kind, diagnostics=[about], is_preferred=preferred, edit=edit)


def _findings_in(view: View, asked: Span) -> Iterator[tuple[Finding, Span]]:
    for finding in view.checked.findings:
        span = view.change.moved(finding.place.span) if finding.place.path == view.name else None
        if span is not None and span.start <= asked.end and asked.start <= span.end:
            yield finding, span


def _has_safe_fixes(checked: Checked) -> bool:
    return any(fix.safety is Safety.SAFE for finding in checked.findings for fix in finding.fixes)


def _all_safe(desk: Desk, view: View) -> tuple[Edit, ...]:
    """For a thread: the edits that all safe fixes come to, each on its own line."""
    project, documents = view.project, tuple(desk.documents)
    session = project.session
    if session is None:
        return ()

    def read(texts: Mapping[str, str]) -> Manuscript:
        return project.files.read(session, documents, texts)

    def check(manuscript: Manuscript) -> Report:
        return session.check(manuscript, silent)

    before = view.checked.report
    with project.busy:
        done = repair(before, read, check, session.settings.floor)
    return tuple(
        edit for name, text in done.texts.items() for edit in _by_line(name, before.manuscript.texts[name], text)
    )


def _by_line(name: str, before: str, after: str) -> Iterator[Edit]:
    """What has changed, line by line; fixes never add a line."""
    start = 0
    for old, new in zip(before.split("\n"), after.split("\n"), strict=True):
        if old != new:
            change = change_between(old, new)
            span = Span(start + change.before, start + len(old) - change.after)
            yield Edit(TextPlace(name, span), new[change.before : len(new) - change.after])
        start += len(old) + 1


def _wants(only: Sequence[str] | None, kind: str) -> bool:
    return not only or any(kind == one or kind.startswith(f"{one}.") for one in only)
