"""Beginning, settings and end of a connection."""

from typing import Any

from lsprotocol import types

from tablecheck.lsp.abilities import abilities_of, as_mapping
from tablecheck.lsp.cited_pages import SCHEME
from tablecheck.lsp.handlers.pulling import pull
from tablecheck.lsp.options import Options, options_of
from tablecheck.lsp.server import Server

_WATCHED = ("**/*.{tex,ltx,sty,cls,bib,bbl}", "**/{tablecheck.toml,.tablecheck.toml,pyproject.toml,tablecheck.lock}")


def add(server: Server) -> None:
    """Take part in the beginning and the end."""
    _beginning(server)
    _settings(server)

    @server.feature(types.SHUTDOWN)
    def shutdown(params: None) -> None:
        server.end()


def _beginning(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin()
        server.desk.abilities = abilities_of(params.capabilities, params.client_info)
        server.desk.encoding = types.PositionEncodingKind(server.workspace.position_encoding or "utf-16").value
        server.desk.options = options_of(as_mapping(params.initialization_options))
        if not server.pushes:
            options = types.DiagnosticOptions(True, False, identifier="tablecheck")
            server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, options)(pull(server))

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        registrations = list(_registrations(server))
        if registrations:
            await server.client_register_capability_async(types.RegistrationParams(registrations))
        _tell_wrong(server, server.desk.options)


def _registrations(server: Server) -> list[types.Registration]:
    """What can only be registered when the connection stands."""
    wanted = []
    if server.desk.abilities.text_content:
        options = {"schemes": [SCHEME]}
        method = types.WORKSPACE_TEXT_DOCUMENT_CONTENT
        wanted.append(types.Registration("tablecheck-content", method, options))
    if server.desk.abilities.watches_files:
        watchers = [types.FileSystemWatcher(pattern) for pattern in _WATCHED]
        files = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        wanted.append(types.Registration("tablecheck-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, files))
    return wanted


def _settings(server: Server) -> None:
    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def changed(params: types.DidChangeConfigurationParams) -> None:
        said = as_mapping(params.settings)
        ours = as_mapping(said["tablecheck"]) if "tablecheck" in said else said
        options = options_of({**server.desk.options.said, **_known(ours)})
        was_pushing = server.pushes
        before = server.desk.reopen(options)
        for project in before if was_pushing else ():
            server.clear(project)
        server.refresh_diagnostics()
        _tell_wrong(server, options)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        for project in server.desk.reopen():
            server.clear(project)
        server.refresh_diagnostics()


def _known(said: Any) -> dict[str, Any]:
    return {name: value for name, value in said.items() if value is not None}


def _tell_wrong(server: Server, options: Options) -> None:
    """Say in the log of the editor what of its settings cannot be used."""
    for problem in options.wrong:
        message = f"the setting {problem}"
        server.window_log_message(types.LogMessageParams(types.MessageType.Warning, message))
