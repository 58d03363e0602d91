"""An editor for tests: a real server in a process of its own, and a client that keeps documents as editors do."""

import asyncio
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient

from tablecheck.lsp.convert import Lines, to_offset, to_range
from tablecheck.model.place import Span

PATIENCE = 40.0  # seconds; a check takes a fraction of one on an idle machine
SERVE = (sys.executable, "-m", "tablecheck", "serve")


class Editor:
    """A client with its documents; ``published`` are the diagnostics that were sent last, by address."""

    def __init__(self, encoding: str) -> None:
        self.client = BaseLanguageClient("tests", "1")
        self.encoding = encoding
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.published: dict[str, types.PublishDiagnosticsParams] = {}
        self.history: list[types.PublishDiagnosticsParams] = []
        self.statuses: list[Any] = []
        self.progress: list[Any] = []
        self.refreshed: dict[str, int] = defaultdict(int)
        self.files: dict[str, str] = {}
        self.settings: dict[str, dict[str, Any]] = {}
        self.capabilities: types.ServerCapabilities | None = None
        self._news = asyncio.Event()
        self._listen()

    def open(self, uri: str, text: str, language: str = "latex") -> None:
        """Open a document."""
        self.texts[uri], self.versions[uri] = text, 1
        item = types.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, uri: str, start: int, end: int, text: str) -> None:
        """Replace a part of a document, as typing does."""
        where = to_range(Lines(self.texts[uri]), Span(start, end), self.encoding)
        self.texts[uri] = self.texts[uri][:start] + text + self.texts[uri][end:]
        self._change(uri, types.TextDocumentContentChangePartial(where, text))

    def replace(self, uri: str, old: str, new: str) -> None:
        """Replace the first occurrence of a text."""
        start = self.texts[uri].index(old)
        self.type(uri, start, start + len(old), new)

    def overwrite(self, uri: str, text: str) -> None:
        """Send a whole new text."""
        self.texts[uri] = text
        self._change(uri, types.TextDocumentContentChangeWholeDocument(text))

    def save(self, uri: str) -> None:
        """Say that a document was saved."""
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri: str) -> None:
        """Close a document."""
        del self.texts[uri], self.versions[uri]
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def apply(self, edit: types.WorkspaceEdit) -> None:
        """Apply an edit, the last change first."""
        of_documents = {one.text_document.uri: one.edits for one in edit.document_changes or ()}
        for uri, edits in (of_documents or edit.changes or {}).items():
            for one in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
                lines = Lines(self.texts[uri])
                start, end = (to_offset(lines, at, self.encoding) for at in (one.range.start, one.range.end))
                new = one.new_text if isinstance(one, types.TextEdit) else _unfolded(one.snippet.value)
                self.type(uri, start, end, new)

    async def diagnostics(self, uri: str) -> list[types.Diagnostic]:
        """The diagnostics of the newest text, whichever way the server gives them."""
        if self.capabilities is not None and self.capabilities.diagnostic_provider is not None:
            asked = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
            report = await asyncio.wait_for(self.client.text_document_diagnostic_async(asked), PATIENCE)
            return list(report.items)
        await self.until(lambda: uri in self.published and self.published[uri].version == self.versions[uri])
        return list(self.published[uri].diagnostics)

    async def until(self, holds: Any) -> None:
        """Wait until something holds that messages change."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    def marked(self, uri: str, where: types.Range) -> str:
        """The text in a range."""
        lines = Lines(self.texts[uri])
        return self.texts[uri][
            to_offset(lines, where.start, self.encoding) : to_offset(lines, where.end, self.encoding)
        ]

    async def actions(self, uri: str, diagnostic: types.Diagnostic) -> dict[str, types.CodeAction]:
        """What can be done about a diagnostic, by title."""
        context = types.CodeActionContext([diagnostic])
        asked = types.CodeActionParams(types.TextDocumentIdentifier(uri), diagnostic.range, context)
        found = await asyncio.wait_for(self.client.text_document_code_action_async(asked), PATIENCE)
        return {one.title: one for one in found or ()}

    async def hover(self, uri: str, at: types.Position) -> types.Hover | None:
        """What stands under the pointer."""
        asked = types.HoverParams(types.TextDocumentIdentifier(uri), at)
        return await asyncio.wait_for(self.client.text_document_hover_async(asked), PATIENCE)

    async def ask(self, method: str, params: Any) -> Any:
        """Send a request of ours."""
        return _as_json(await asyncio.wait_for(self.client.protocol.send_request_async(method, params), PATIENCE))

    async def command(self, name: str, *arguments: Any) -> Any:
        """Run a command."""
        asked = types.ExecuteCommandParams(name, list(arguments))
        return _as_json(await asyncio.wait_for(self.client.workspace_execute_command_async(asked), PATIENCE))

    def _change(self, uri: str, change: Any) -> None:
        self.versions[uri] += 1
        identifier = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(identifier, [change]))

    def _listen(self) -> None:
        client = self.client

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.published[params.uri] = params
            self.history.append(params)
            self._news.set()

        @client.feature("tablecheck/coverage")
        def status(params: Any) -> None:
            self.statuses.append(_as_json(params))
            self._news.set()

        @client.feature("tablecheck/readFile")
        def read_file(params: Any) -> dict[str, str] | None:
            return {"text": self.files[params.uri]} if params.uri in self.files else None

        @client.feature(types.WORKSPACE_APPLY_EDIT)
        def apply_edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.apply(params.edit)
            return types.ApplyWorkspaceEditResult(applied=True)

        @client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def create(params: types.WorkDoneProgressCreateParams) -> None:
            return None

        @client.feature(types.PROGRESS)
        def progress(params: types.ProgressParams) -> None:
            self.progress.append(params)
            self._news.set()

        @client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params: types.RegistrationParams) -> None:
            return None

        @client.feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params: types.ConfigurationParams) -> list[Any]:
            return [self.settings.get(item.scope_uri or "") for item in params.items]

        for method in (types.WORKSPACE_DIAGNOSTIC_REFRESH, types.WORKSPACE_CODE_LENS_REFRESH):
            self._count(method)

    def _count(self, method: str) -> None:
        @self.client.feature(method)
        def refresh(params: Any) -> None:
            self.refreshed[method] += 1
            self._news.set()


@asynccontextmanager
async def editor(
    capabilities: types.ClientCapabilities | None = None,
    options: dict[str, Any] | None = None,
    *,
    name: str = "tests",
    port: int | None = None,
) -> AsyncIterator[Editor]:
    """Start a client that is initialized, with a server of its own, or with one that listens on a port."""
    capabilities = capabilities or types.ClientCapabilities()
    encodings = capabilities.general.position_encodings if capabilities.general else None
    client = Editor((encodings or ["utf-16"])[0])
    if port is None:
        await client.client.start_io(*SERVE)
    else:
        await client.client.start_tcp("127.0.0.1", port)
    params = types.InitializeParams(
        capabilities, client_info=types.ClientInfo(name), initialization_options={"debounce": 0, **(options or {})}
    )
    result = await asyncio.wait_for(client.client.initialize_async(params), PATIENCE)
    client.capabilities = result.capabilities
    client.encoding = str(types.PositionEncodingKind(result.capabilities.position_encoding).value)
    client.client.initialized(types.InitializedParams())
    try:
        yield client
    finally:
        await asyncio.wait_for(client.client.shutdown_async(None), PATIENCE)
        client.client.exit(None)
        await asyncio.wait_for(client.client.stop(), PATIENCE)
        if isinstance(writer := client.client.protocol.writer, asyncio.StreamWriter):
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


def _as_json(value: Any) -> Any:
    """What pygls made of an answer that it knows no type for, as it was sent."""
    if hasattr(value, "_asdict"):
        return {name: _as_json(one) for name, one in value._asdict().items()}
    return [_as_json(one) for one in value] if isinstance(value, list | tuple) else value


def _unfolded(snippet: str) -> str:
    """A snippet as it stands where nobody fills its fields in."""
    return snippet.replace("${1:", "").removesuffix("}").replace("\\}", "}").replace("\\$", "$").replace("\\\\", "\\")


def uri_of(path: Path) -> str:
    """The address of a file."""
    return path.resolve().as_uri()
