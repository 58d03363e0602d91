"""What is asked about a place or a document; answered out of what is known, without waiting for a check."""

import asyncio
import time
from typing import Any

from lsprotocol import types

from tablecheck.lsp.cited_pages import find_page
from tablecheck.lsp.convert import Lines
from tablecheck.lsp.editing import FIX_ALL, code_actions, resolved
from tablecheck.lsp.evidence import evidence_of, pair_at
from tablecheck.lsp.findings import findings_of
from tablecheck.lsp.hints import hints
from tablecheck.lsp.hover import contents, hover_at
from tablecheck.lsp.lenses import lenses
from tablecheck.lsp.links import definition, document_links
from tablecheck.lsp.looking import views
from tablecheck.lsp.server import Server
from tablecheck.lsp.status import status_of


def add(server: Server) -> None:
    """Answer questions."""
    _about_places(server)
    _about_documents(server)
    _actions(server)
    _ours(server)


def _about_places(server: Server) -> None:
    desk = server.desk

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        for view in views(desk, params.text_document.uri):
            offset = view.offset(params.position)
            markdown = desk.abilities.markdown
            found = hover_at(view.checked, view.name, offset, markdown=markdown) if offset is not None else None
            if found is not None:
                return types.Hover(contents(found[0], markdown=markdown), view.range(found[1]))
        return None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def go_to(params: types.DefinitionParams) -> types.Location | None:
        found = (definition(view, params.position) for view in views(desk, params.text_document.uri))
        return next((one for one in found if one is not None), None)


def _about_documents(server: Server) -> None:
    desk = server.desk

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def code_lens(params: types.CodeLensParams) -> list[types.CodeLens]:
        if not desk.options.code_lens:
            return []
        return [lens for view in views(desk, params.text_document.uri) for lens in lenses(view)]

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def inlay_hint(params: types.InlayHintParams) -> list[types.InlayHint]:
        if not desk.options.inlay_hints:
            return []
        return [hint for view in views(desk, params.text_document.uri) for hint in hints(view, params.range)]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    def document_link(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        pages = desk.abilities.text_content
        return [link for view in views(desk, params.text_document.uri) for link in document_links(view, pages=pages)]

    @server.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
    def content(params: types.TextDocumentContentParams) -> types.TextDocumentContentResult:
        evidences = [
            one.checked.report.evidence
            for one in desk.projects.values()
            if one.checked is not None and one.checked.report.evidence is not None
        ]
        page = find_page(params.uri, evidences)
        gone = "This table is not compared with any more; check the manuscript again and follow the link anew.\n"
        return types.TextDocumentContentResult(page.text if page is not None else gone)


def _actions(server: Server) -> None:
    kinds = [types.CodeActionKind.QuickFix, FIX_ALL]
    options = types.CodeActionOptions(code_action_kinds=kinds, resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, options)
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await code_actions(server.desk, params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(params: types.CodeAction) -> types.CodeAction:
        return await resolved(server.desk, params)


def _ours(server: Server) -> None:
    desk = server.desk

    @server.feature("tablecheck/findings")
    async def findings(params: Any) -> dict[str, Any] | None:
        await desk.settled(params.uri)
        for view in views(desk, params.uri):
            return findings_of(view)
        for project in desk.projects_of(params.uri):
            document = desk.documents.get(params.uri)
            version = document.version if document is not None else None
            return {"version": version, "findings": [], "coverage": status_of(project, params.uri, version)}
        return None

    @server.feature("tablecheck/evidence")
    async def evidence(params: Any) -> dict[str, Any] | None:
        position = types.Position(int(params.position.line), int(params.position.character))
        picture = getattr(params, "picture", True) is not False
        for view in views(desk, params.uri):
            pair = pair_at(view, position)
            if pair is not None:
                return await asyncio.get_running_loop().run_in_executor(None, evidence_of, view, pair, picture)
        return None

    @server.feature("tablecheck/content")
    def content(params: Any) -> dict[str, Any] | None:
        """The page of a cited table, for a client that has no text document content of its own."""
        evidences = [one.checked.report.evidence for one in desk.projects.values() if one.checked is not None]
        page = find_page(params.uri, [one for one in evidences if one is not None])
        if page is None:
            return None
        line = Lines(page.text[: page.cell.start]).starts
        return {"text": page.text, "line": len(line) - 1}

    @server.feature("tablecheck/statistics")
    def statistics(params: Any) -> dict[str, Any]:
        used = {"rss": _memory(), "cpu": time.process_time()}
        return {"documents": len(list(desk.documents)), "checks": desk.checks.count, **used}


def _memory() -> int | None:
    """The resident memory of this process in bytes, where the system tells it."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - a file of the kernel
            return int(file.read().split()[1]) * 4096
    except OSError:
        return None
