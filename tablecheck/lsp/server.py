"""One server for one client: each handler translates, asks, and translates back."""

import logging
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from tablecheck import __version__
from tablecheck.lsp.abilities import abilities_of, as_mapping
from tablecheck.lsp.convert import to_offset, to_range
from tablecheck.lsp.desk import Desk
from tablecheck.lsp.editing import code_actions
from tablecheck.lsp.hover import contents, hover_at
from tablecheck.lsp.moving import change_between
from tablecheck.lsp.options import options_of
from tablecheck.lsp.projects import Project
from tablecheck.lsp.protocol import Protocol
from tablecheck.lsp.publishing import diagnostics_of

logger = logging.getLogger(__name__)


class Server(LanguageServer):
    """A connection with its desk."""

    def __init__(self) -> None:
        super().__init__("tablecheck", __version__, protocol_cls=Protocol)
        self.desk = Desk(self.deliver)

    @property
    def pushes(self) -> bool:
        """Whether diagnostics are sent as soon as they are known, and not when the client asks."""
        mode = self.desk.options.mode
        return mode == "push" or (mode == "auto" and not self.desk.abilities.pulls)

    def deliver(self, project: Project) -> None:
        """Send what a check has found to a client that does not ask for it."""
        if self.pushes:
            for uri in self._files_of(project):
                self.publish(uri)

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

    def _files_of(self, project: Project) -> list[str]:
        """The files to speak of: those that are open, and those in which there is something or was."""
        names = project.checked.lines if project.checked else ()
        opened = {project.home.name_of(one.uri): one.uri for one in self.desk.documents}
        opened = {name: uri for name, uri in opened.items() if name in names}
        found = {one.place.path for one in project.checked.findings} if project.checked else set()
        main = project.home.uri_of(project.main)
        now = {opened.get(name) or project.home.uri_of(name) for name in {*opened, *found}}
        if (document := self.desk.documents.get(main)) is not None:
            now.add(document.uri)
        files = sorted(now | project.told)
        project.told = now
        return files


def make_server() -> Server:
    """Make the server of one connection."""
    server = Server()
    _lifecycle(server)
    _documents(server)
    _diagnostics(server)
    _features(server)
    return server


def _lifecycle(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.desk.abilities = abilities_of(params.capabilities, params.client_info)
        server.desk.encoding = types.PositionEncodingKind(server.workspace.position_encoding or "utf-16").value
        server.desk.options = options_of(as_mapping(params.initialization_options))
        if not server.pushes:
            options = types.DiagnosticOptions(
                inter_file_dependencies=True, workspace_diagnostics=False, identifier="tablecheck"
            )
            server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(_pull(server))

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.desk.close()


def _documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.desk.opened(server.desk.documents.open(params.text_document))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        desk, told = server.desk, params.text_document
        desk.documents.change(told.uri, told.version, params.content_changes, desk.encoding)
        desk.touched(told.uri, desk.options.debounce)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        server.desk.touched(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.desk.documents.close(params.text_document.uri)
        for project in server.desk.closed(params.text_document.uri):
            server.clear(project)


def _pull(server: Server) -> Any:
    async def pull(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        projects = await server.desk.settled(uri)
        return types.RelatedFullDocumentDiagnosticReport(items=diagnostics_of(server.desk, uri, projects))

    return pull


def _diagnostics(server: Server) -> None:
    pass


def _features(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        desk = server.desk
        document = desk.documents.get(params.text_document.uri)
        if document is None:
            return None
        offset = to_offset(document.lines, params.position, desk.encoding)
        for project in desk.projects_of(document.uri):
            name = project.home.name_of(document.uri)
            checked = project.checked
            if checked is None or name not in checked.lines:
                continue
            change = change_between(checked.lines[name].text, document.text)
            back = change.back(offset)
            found = hover_at(checked, name, back, markdown=desk.abilities.markdown) if back is not None else None
            if found is not None and (span := change.moved(found[1])) is not None:
                where = to_range(document.lines, span, desk.encoding)
                return types.Hover(contents(found[0], markdown=desk.abilities.markdown), where)
        return None

    kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return code_actions(server.desk, params)
