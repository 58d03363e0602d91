"""Commands: what an author asks for by name."""

import asyncio
import threading
import uuid
from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tablecheck.linter.kept import clear_all
from tablecheck.lsp.actions import acceptance, rerun
from tablecheck.lsp.editing import workspace_edit
from tablecheck.lsp.fetching import Outcomes, fetch_sources, in_thread_left_behind
from tablecheck.lsp.looking import View, views
from tablecheck.lsp.projects import Project
from tablecheck.lsp.server import Server
from tablecheck.model.errors import TablecheckError
from tablecheck.model.finding import Edit, Finding
from tablecheck.model.report import Report
from tablecheck.reporters.html_report import render_html

_LOOK_EVERY = 0.1  # seconds between two looks at whether somebody wants the fetching stopped
_GRACE = 5.0  # seconds for what is nearly done then; a service that is silent is not waited for
_STOPPED = "the fetching was stopped; what had arrived is kept"
_Write = Callable[[Finding, Report, str], Edit]


def add(server: Server) -> None:
    """Offer the commands."""
    _checking(server)
    _marking(server)


def _checking(server: Server) -> None:
    desk = server.desk

    @server.command("tablecheck.checkNow")
    async def check_now(*args: Any) -> dict[str, Any] | None:
        uri = _uri(args)
        await desk.settled(uri)  # which also waits until it is known what belongs to what
        for project in desk.projects_of(uri):
            desk.refresh(project)
        await desk.settled(uri)
        server.refresh_diagnostics()
        return _said(server, uri)

    @server.command("tablecheck.fetchSources")
    async def fetch_sources_of(*args: Any) -> dict[str, Any] | None:
        if desk.options.fetch == "never":
            message = "the setting fetch is never; nothing was asked for"
            server.window_show_message(types.ShowMessageParams(types.MessageType.Info, f"tablecheck: {message}"))
            return {"summary": message}
        return await start_fetching(server, _uri(args))

    @server.command("tablecheck.openReport")
    async def open_report(*args: Any) -> dict[str, Any] | None:
        uri = _uri(args)
        await desk.settled(uri)
        for view in views(desk, uri):
            text = await asyncio.get_running_loop().run_in_executor(None, render_html, view.checked.report)
            file = server.folder() / f"{view.name.replace('/', '-').removesuffix('.tex')}.html"
            file.write_text(text, encoding="utf-8")
            return {"uri": file.as_uri()}
        return None

    @server.command("tablecheck.clearCache")
    async def clear_cache(*args: Any) -> dict[str, Any]:
        documents, _ = await asyncio.get_running_loop().run_in_executor(None, clear_all)
        for project in tuple(desk.projects.values()):
            desk.refresh(project)
        server.refresh_diagnostics()
        return {"summary": f"dropped {documents} documents"}


def _marking(server: Server) -> None:
    @server.command("tablecheck.ignoreWithReason")
    async def ignore_with_reason(*args: Any) -> bool:
        return await _mark(server, args, acceptance)

    @server.command("tablecheck.markRerun")
    async def mark_rerun(*args: Any) -> bool:
        return await _mark(server, args, rerun)


async def _mark(server: Server, args: tuple[Any, ...], write: _Write) -> bool:
    """Have the client write a mark for a finding: its document, its fingerprint, and the author's reason."""
    uri, fingerprint, reason = (*(str(one) for one in args), "", "", "")[:3]
    for view in views(server.desk, uri):
        for finding in view.checked.findings:
            if finding.fingerprint == fingerprint:
                return await _apply(server, view, write(finding, view.checked.report, reason))
    return False


async def _apply(server: Server, view: View, edit: Edit) -> bool:
    changes = workspace_edit(server.desk, view.project.home, view.checked, [edit])
    if changes is None:
        return False
    answer = await server.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(changes, "tablecheck"))
    return answer.applied


async def start_fetching(server: Server, uri: str) -> dict[str, Any] | None:
    """Fetch the papers of a document's manuscript, with a progress that can be cancelled, and check it again."""
    project = next(iter(server.desk.projects_of(uri)), None)
    if project is None or project.key in server.fetching:
        return None
    server.fetching.add(project.key)
    try:
        outcomes = await _fetched(server, project)
    finally:
        server.fetching.discard(project.key)
    server.desk.refresh(project)
    server.refresh_diagnostics()
    return {
        "summary": outcomes.words if outcomes.wanted else "; ".join(outcomes.missing),
        "missing": list(outcomes.missing),
    }


async def _fetched(server: Server, project: Project) -> Outcomes:
    loop, stop = asyncio.get_running_loop(), threading.Event()
    await server.desk.settled(project.key)
    checked, session = project.checked, project.session
    if checked is None or session is None:
        return Outcomes(0, 0, (project.failure,))
    token = await _begun(server)

    def tell(words: str, done: int, total: int) -> None:
        loop.call_soon_threadsafe(_report, server, token, words, done, total)

    manuscript = checked.report.manuscript
    working = in_thread_left_behind(lambda: fetch_sources(session, manuscript, tell, stop))
    patience = _GRACE
    try:
        while not working.done() and patience > 0:
            await asyncio.wait([working], timeout=_LOOK_EVERY)
            if token is not None and server.work_done_progress.tokens[token].cancelled():
                stop.set()
                patience -= _LOOK_EVERY
        outcomes = working.result() if working.done() else Outcomes(0, 0, (_STOPPED,))
    except TablecheckError as error:
        outcomes = Outcomes(0, 0, (str(error),))
    except asyncio.CancelledError:
        stop.set()
        raise
    if token is not None:
        words = _STOPPED if stop.is_set() else outcomes.words
        server.work_done_progress.end(token, types.WorkDoneProgressEnd(message=words))
        server.work_done_progress.tokens.pop(token, None)
    return outcomes


async def _begun(server: Server) -> str | None:
    if not server.desk.abilities.progress:
        return None
    token = f"tablecheck-{uuid.uuid4()}"
    try:
        await server.work_done_progress.create_async(token)
    except JsonRpcException:
        return None
    begin = types.WorkDoneProgressBegin(title="Fetching cited papers", cancellable=True, percentage=0)
    server.work_done_progress.begin(token, begin)
    return token


def _report(server: Server, token: str | None, words: str, done: int, total: int) -> None:
    if token is not None and token in server.work_done_progress.tokens:
        percentage = 100 * done // max(1, total)
        report = types.WorkDoneProgressReport(message=f"{done} of {total}: {words}", percentage=percentage)
        server.work_done_progress.report(token, report)


def _uri(args: tuple[Any, ...]) -> str:
    return str(args[0]) if args else ""


def _said(server: Server, uri: str) -> dict[str, Any] | None:
    from tablecheck.lsp.status import status_of

    document = server.desk.documents.get(uri)
    for project in server.desk.projects_of(uri):
        return status_of(project, uri, document.version if document is not None else None)
    return None
