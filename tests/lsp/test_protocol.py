"""What the server keeps of the messages that it was sent."""

import asyncio

from lsprotocol import types

from tablecheck.lsp.server import Server, make_server

URI = "untitled:one.tex"


def test_a_message_that_was_handled_is_forgotten():
    async def story() -> None:
        server = make_server()
        server.begin()
        server.desk.options = type(server.desk.options)(run="manual")
        told = types.TextDocumentItem(URI, "plaintext", 1, "One.")
        notify(server, types.DidOpenTextDocumentNotification(types.DidOpenTextDocumentParams(told)))
        for version in range(2, 50):
            change = types.TextDocumentContentChangeWholeDocument(f"Text {version}.")
            changed = types.VersionedTextDocumentIdentifier(version, URI)
            notify(
                server, types.DidChangeTextDocumentNotification(types.DidChangeTextDocumentParams(changed, [change]))
            )
            saved = types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(URI))
            notify(server, types.DidSaveTextDocumentNotification(saved))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        document = server.desk.documents.get(URI)
        assert document is not None
        assert document.text == "Text 49."
        assert server.protocol._request_futures == {}
        server.end()

    asyncio.run(story())


def notify(server: Server, message: object) -> None:
    """Let a message reach the server."""
    server.protocol.handle_message(message)
