"""One server for one client: what it can be asked, and what it tells by itself."""

import asyncio
import logging
import shutil
import tempfile
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from tablecheck import __version__
from tablecheck.lsp.abilities import as_mapping
from tablecheck.lsp.desk import Desk
from tablecheck.lsp.options import Options, options_of
from tablecheck.lsp.projects import Project
from tablecheck.lsp.protocol import Protocol
from tablecheck.lsp.publishing import diagnostics_of, files_of
from tablecheck.lsp.status import COVERAGE, status_of

logger = logging.getLogger(__name__)

READ_FILE = "tablecheck/readFile"
_PATIENCE = 10.0  # seconds that a client may take to read a file


class Server(LanguageServer):
    """A connection with its desk."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__("tablecheck", __version__, protocol_cls=Protocol)
        self.desk = Desk(self.tell_status, self.deliver, self._read_file, self._options_for)
        self.fetching: set[str] = set()
        self._folder: Path | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def pushes(self) -> bool:
        """Whether diagnostics are sent as soon as they are known, and not when the client asks."""
        mode = self.desk.options.mode
        return mode == "push" or (mode == "auto" and not self.desk.abilities.pulls)

    def begin(self) -> None:
        """Remember the loop in which everything happens but the checks."""
        self._loop = asyncio.get_running_loop()

    def deliver(self, project: Project) -> None:
        """Tell the client what a check has found, in the way that it learns of things."""
        self.tell_status(project)
        if self.pushes:
            for uri in files_of(self.desk, project):
                self.publish(uri)
        abilities = self.desk.abilities
        if abilities.refreshes_lenses and self.desk.options.code_lens:
            self.workspace_code_lens_refresh(None)
        if abilities.refreshes_hints and self.desk.options.inlay_hints:
            self.workspace_inlay_hint_refresh(None)

    def publish(self, uri: str) -> None:
        """Send the diagnostics of a file."""
        document = self.desk.documents.get(uri)
        diagnostics = diagnostics_of(self.desk, uri, self.desk.projects_of(uri))
        version = document.version if document else None
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, version))

    def clear(self, project: Project) -> None:
        """Take the diagnostics of a manuscript back that is open no more."""
        for uri in project.told if self.pushes else ():
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def refresh_diagnostics(self) -> None:
        """Have a client ask again whose texts have not changed; never one that has not said it can be asked to."""
        if not self.pushes and self.desk.abilities.refreshes:
            self.workspace_diagnostic_refresh(None)

    def tell_status(self, project: Project) -> None:
        """Tell a client that shows it how much of a manuscript was checked."""
        if not self.desk.abilities.shows_coverage:
            return
        for document in self.desk.documents:
            if project in self.desk.projects_of(document.uri):
                self.protocol.notify(COVERAGE, status_of(project, document.uri, document.version))

    def folder(self) -> Path:
        """A folder for reports, as long as the connection lasts."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="tablecheck-"))
        return self._folder

    def end(self) -> None:
        """Stop all work and leave nothing behind."""
        self.desk.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    async def _options_for(self, uri: str) -> Options:
        """The editor's settings for a file: those of its workspace folder, where the client tells folders apart."""
        if not self.desk.abilities.asks_configuration:
            return self.desk.options
        item = types.ConfigurationItem(scope_uri=uri, section="tablecheck")
        try:
            answer = await self.workspace_configuration_async(types.ConfigurationParams([item]))
        except JsonRpcException:
            return self.desk.options
        said = as_mapping(answer[0]) if answer else {}
        return options_of({**self.desk.options.said, **{name: one for name, one in said.items() if one is not None}})

    def _read_file(self, uri: str) -> str | None:
        """Ask the client for a file; for threads, never for the loop."""
        if self._loop is None or not (self.desk.abilities.reads_files and self.desk.options.read_files):
            return None
        asked = asyncio.run_coroutine_threadsafe(self._asked(uri), self._loop)
        try:
            return asked.result(_PATIENCE)
        except TimeoutError:
            asked.cancel()
            return None

    async def _asked(self, uri: str) -> str | None:
        try:
            answer: Any = await self.protocol.send_request_async(READ_FILE, {"uri": uri})
        except JsonRpcException as error:
            logger.info("the client cannot read %s: %s", uri, error)
            return None
        text = as_mapping(answer).get("text")
        return text if isinstance(text, str) else None


def make_server() -> Server:
    """Make the server of one connection."""
    from tablecheck.lsp.handlers import commands, documents, lifecycle, looking

    server = Server()
    for add in (lifecycle.add, documents.add, looking.add, commands.add):
        add(server)
    return server
