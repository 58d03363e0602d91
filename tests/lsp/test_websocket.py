"""Who may use the socket, and what one message may weigh; a page of somebody else may not."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.lsp.editor import SERVE, uri_of
from tests.lsp.papers import FIRST, SECOND

TOKEN = "a-token-of-the-test"
PAGE = "https://www.overleaf.com"
LARGEST = 200_000


@pytest.fixture(scope="module")
def socket() -> Iterator[str]:
    """The address of a server that takes one page and one token."""
    options = ["--websocket", "127.0.0.1:0", "--token", TOKEN, "--origin", PAGE, "--max-bytes", str(LARGEST)]
    with subprocess.Popen([*SERVE, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        yield f"ws://127.0.0.1:{json.loads(server.stdout.readline())['port']}/"
        server.terminate()


def refused(address: str, **options: Any) -> int:
    """The status with which a connection is refused; 0 where it is not."""

    async def attempt() -> int:
        try:
            async with connect(address, **options):
                return 0
        except InvalidStatus as error:
            return error.response.status_code

    return asyncio.run(attempt())


def test_another_page_is_refused_even_if_it_knows_the_token(socket: str):
    assert refused(f"{socket}?token={TOKEN}", origin="https://evil.example") == 403
    assert refused(f"{socket}?token={TOKEN}", origin="null") == 403
    assert refused(f"{socket}?token={TOKEN}", origin="https://www.overleaf.com.evil.example") == 403


def test_nobody_is_let_in_without_the_token(socket: str):
    assert refused(socket, origin=PAGE) == 403
    assert refused(f"{socket}?token=", origin=PAGE) == 403
    assert refused(f"{socket}?token={TOKEN}x", origin=PAGE) == 403
    assert refused(socket, subprotocols=["tablecheck.token.wrong"]) == 403


def test_the_token_is_taken_from_the_address_and_from_the_subprotocol(socket: str):
    assert refused(f"{socket}?token={TOKEN}", origin=PAGE) == 0
    assert refused(f"{socket}?token={TOKEN}") == 0  # no page at all, but a program
    assert refused(socket, subprotocols=[f"tablecheck.token.{TOKEN}"], origin=PAGE) == 0


def test_a_message_that_is_too_large_ends_its_connection_and_no_other(socket: str):
    async def story() -> None:
        async with connect(f"{socket}?token={TOKEN}") as other, connect(f"{socket}?token={TOKEN}") as one:
            await one.send("x" * (LARGEST + 1))
            with pytest.raises(ConnectionClosed) as closed:
                await one.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            assert "capabilities" in (await asked(other, "initialize", {"capabilities": {}}))["result"]

    asyncio.run(story())


def test_what_is_no_message_hurts_nobody(socket: str):
    async def story() -> None:
        async with connect(f"{socket}?token={TOKEN}") as one:
            for junk in ("", "{", "[]", "7", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","method":7}', b"\xff\xfe"):
                await one.send(junk)
            assert "capabilities" in (await asked(one, "initialize", {"capabilities": {}}))["result"]

    asyncio.run(story())


def test_a_page_gets_frames_of_text_and_two_pages_do_not_disturb_each_other(socket: str, paper: Path):
    async def session(text: str) -> list[str]:
        async with connect(f"{socket}?token={TOKEN}", origin=PAGE) as one:
            client = {"name": "@codemirror/lsp-client"}  # announces that it asks for diagnostics, and never does
            capabilities = {"textDocument": {"diagnostic": {}}}
            begin = await asked(one, "initialize", {"capabilities": capabilities, "clientInfo": client})
            assert "diagnosticProvider" not in begin["result"]["capabilities"]
            document = {"uri": uri_of(paper), "languageId": "latex", "version": 1, "text": text}
            await one.send(message("initialized", {}))
            await one.send(message("textDocument/didOpen", {"textDocument": document}))
            while True:
                frame = await asyncio.wait_for(one.recv(), 40)
                assert isinstance(frame, str)
                told = json.loads(frame)
                if told.get("method") == "textDocument/publishDiagnostics":
                    return [diagnostic["code"] for diagnostic in told["params"]["diagnostics"]]

    async def both() -> None:
        text = paper.read_text("utf-8")
        sessions = session(text), session(text.replace(FIRST, "37.2").replace(SECOND, "46.1"))
        assert await asyncio.gather(*sessions) == [["TC101", "TC102"], []]

    asyncio.run(both())


def message(method: str, params: Any, number: int | None = None) -> str:
    """A message as it stands in a frame."""
    told = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(told if number is None else {**told, "id": number})


async def asked(connection: ClientConnection, method: str, params: Any) -> Any:
    """Ask, and wait for the answer."""
    await connection.send(message(method, params, 1))
    while True:
        answer = json.loads(await asyncio.wait_for(connection.recv(), 40))
        if answer.get("id") == 1:
            return answer


def test_a_page_cannot_post_a_message_to_the_port_of_a_language_client(listening: int):
    """A browser lets any page post plain text to any port of this machine."""
    body = message("initialize", {"capabilities": {}}, 1)
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1:{listening}\r\nContent-Type: text/plain\r\nOrigin: https://evil.example"

    async def story() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", listening)
        writer.write(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        assert await asyncio.wait_for(reader.read(), 20) == b""
        writer.close()

    asyncio.run(story())
