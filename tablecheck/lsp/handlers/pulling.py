"""Diagnostics for clients that ask for them."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from lsprotocol import converters, types

from tablecheck.lsp.publishing import diagnostics_of
from tablecheck.lsp.server import Server

Pull = Callable[[types.DocumentDiagnosticParams], Awaitable[types.DocumentDiagnosticReport]]


def pull(server: Server) -> Pull:
    """Give the handler, which answers when the newest text was checked; where nothing has changed it says so."""
    unstructure = converters.get_converter().unstructure

    def of_file(uri: str, projects: Any) -> tuple[str, list[types.Diagnostic]]:
        found = diagnostics_of(server.desk, uri, projects)
        return hashlib.sha256(repr(unstructure(found)).encode()).hexdigest()[:20], found

    async def answer(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        uri = params.text_document.uri
        projects = await server.desk.settled(uri)
        identity, found = of_file(uri, projects)
        if params.previous_result_id == identity:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=identity)
        return types.RelatedFullDocumentDiagnosticReport(found, result_id=identity)

    return answer
