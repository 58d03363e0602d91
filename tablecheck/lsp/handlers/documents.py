"""Documents that are opened, changed, saved and closed."""

from lsprotocol import types

from tablecheck.lsp.handlers.commands import start_fetching
from tablecheck.lsp.server import Server

_CONFIGURING = ("tablecheck.toml", "pyproject.toml", "tablecheck.lock")


def add(server: Server) -> None:
    """Follow what the client does with its documents."""
    desk = server.desk

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        desk.opened(desk.documents.open(params.text_document))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        told = params.text_document
        desk.documents.change(told.uri, told.version, params.content_changes, desk.encoding)
        if desk.options.run == "onType":
            desk.touched(told.uri, desk.options.debounce)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(params: types.DidSaveTextDocumentParams) -> None:
        uri = params.text_document.uri
        if desk.options.run != "manual":
            for project in desk.projects_of(uri):
                project.forget()
            desk.touched(uri)
        if desk.options.fetch == "onSave":
            await start_fetching(server, uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        desk.documents.close(uri)
        for project in desk.closed(uri):
            server.clear(project)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        changed = [one.uri for one in params.changes if desk.documents.get(one.uri) is None]
        if any(uri.endswith(_CONFIGURING) for uri in changed):
            for project in tuple(desk.projects.values()):
                desk.refresh(project)
            server.refresh_diagnostics()
        for uri in changed if desk.options.run != "manual" else ():
            for project in desk.projects_of(uri):
                project.forget()
            desk.touched(uri, desk.options.debounce)
