"""How a client reaches its server: stdin and stdout, TCP, or a WebSocket; one server a connection."""

import asyncio
import gc
import hmac
import http
import json
import logging
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO
from urllib.parse import parse_qs, urlsplit

from pygls.io_ import StdoutWriter
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from tablecheck.lsp.server import Server, make_server

logger = logging.getLogger(__name__)

TOKEN_PROTOCOL = "tablecheck.token."  # noqa: S105 - what stands before a token where a browser cannot send a header
_LONGEST_HEADER = 4096  # bytes of a line
_YOUNG, _MIDDLE, _OLD = 100_000, 20, 50  # a check makes a hundred thousand values, most of which die with it
_SWITCH = 0.0005
"""Seconds after which a thread that works lets another one in. A check in its thread would keep the loop from answering
for ten times as long with the usual value, at each of the several hand-overs that an answer takes."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Who may open a WebSocket: who knows the token, from a page of these origins or from no page at all."""

    token: str = ""
    origins: tuple[str, ...] = ()

    def refusal(self, request: Request) -> str:
        """Why a request is refused; empty where it is not."""
        origin = request.headers.get("Origin")
        if origin is not None and origin not in self.origins:
            return f"the origin {origin} may not connect; start the server with --origin {origin}"
        if self.token and not any(hmac.compare_digest(self.token.encode(), one.encode()) for one in _tokens(request)):
            return "the token is missing or wrong"
        return ""


def serve_stdio() -> int:
    """Serve one client on stdin and stdout; gives the exit code that the protocol asks for."""
    server = make_server()

    async def run() -> None:
        loop = asyncio.get_running_loop()
        out = sys.stdout.buffer
        sys.stdout = sys.stderr  # what a library prints must not get between two messages
        server.protocol.set_writer(StdoutWriter(out))

        def listen() -> None:
            # A reader of its own: Python locks that of sys.stdin when it ends, and fails while this thread waits in it.
            for body in bodies(open(sys.stdin.fileno(), "rb", closefd=False)):  # noqa: SIM115
                loop.call_soon_threadsafe(_handle, server, body)
            loop.call_soon_threadsafe(server.protocol.left.set)

        # A daemon, for nothing can wake a thread that waits for stdin.
        threading.Thread(target=listen, name="stdin", daemon=True).start()
        await server.protocol.left.wait()
        server.end()

    _settle()
    asyncio.run(run())
    return 0 if server.protocol.was_shut_down else 1


def bodies(stream: BinaryIO) -> Iterator[bytes]:
    """The messages of a stream, without their headers, until it ends or holds something else."""
    length = None
    while line := stream.readline(_LONGEST_HEADER):
        if line.strip():
            length = _length(line, length)
        elif length is not None:
            body = stream.read(length)
            if len(body) < length:
                return
            yield body
            length = None


def serve_tcp(host: str, port: int, max_bytes: int, tell: Callable[[str], None]) -> None:
    """Serve clients on TCP until somebody stops it; ``tell`` is told the address as JSON."""

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server = make_server()
        server.protocol.set_writer(writer)
        listening = asyncio.create_task(_listen(server, reader, max_bytes))
        leaving = asyncio.create_task(server.protocol.left.wait())
        try:
            await asyncio.wait([listening, leaving], return_when=asyncio.FIRST_COMPLETED)
        finally:
            listening.cancel()
            leaving.cancel()
            server.end()
            writer.close()

    async def run() -> None:
        listening = await asyncio.start_server(connected, host, port)
        tell(_address(listening.sockets[0].getsockname()))
        async with listening:
            await listening.serve_forever()

    _settle()
    asyncio.run(run())


def _settle() -> None:
    """Make this process answer fast while it works."""
    sys.setswitchinterval(_SWITCH)
    gc.set_threshold(_YOUNG, _MIDDLE, _OLD)


async def _listen(server: Server, reader: asyncio.StreamReader, max_bytes: int) -> None:
    length = None
    while line := await reader.readline():
        if line.strip():
            if not _is_ours(line):
                logger.warning("refused: this is no language client, but perhaps a page: %r", line[:40])
                return
            length = _length(line, length)
        elif length is not None:
            if length > max_bytes:
                logger.warning("a message of %d bytes is refused", length)
                return
            _handle(server, await reader.readexactly(length))
            length = None


def _is_ours(line: bytes) -> bool:
    """Whether a line is one of the two headers of the protocol.

    A page may send a request of HTTP to any port of this machine, and its body would pass for a message.
    """
    return line.partition(b":")[0].strip().lower() in {b"content-length", b"content-type"}


def _length(line: bytes, before: int | None) -> int | None:
    name, _, value = line.partition(b":")
    is_length = name.strip().lower() == b"content-length" and value.strip().isdigit()
    return int(value) if is_length else before


def serve_websocket(host: str, port: int, guard: Guard, max_bytes: int, tell: Callable[[str], None]) -> None:
    """Serve clients on a WebSocket until somebody stops it; a frame of more than ``max_bytes`` ends its connection."""

    def let_in(connection: ServerConnection, request: Request) -> Response | None:
        why = guard.refusal(request)
        if not why:
            return None
        logger.warning("refused: %s", why)
        return connection.respond(http.HTTPStatus.FORBIDDEN, f"{why}\n")

    async def run() -> None:
        async with serve(
            connected, host, port, process_request=let_in, select_subprotocol=_ours, max_size=max_bytes
        ) as listening:
            tell(_address(next(iter(listening.sockets)).getsockname()))
            await listening.serve_forever()

    _settle()
    asyncio.run(run())


async def connected(connection: ServerConnection) -> None:
    """Serve one client on its WebSocket: a frame of text holds a message."""
    server = make_server()
    server.protocol.set_writer(_TextFrames(connection), include_headers=False)
    try:
        async for frame in connection:
            _handle(server, frame)
            if server.protocol.left.is_set():
                break
    except ConnectionClosed:
        logger.debug("the client has gone")
    finally:
        server.end()


class _TextFrames:
    """Writes messages as frames of text; pygls writes bytes, which a page would get as binary frames."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._last: asyncio.Task[None] | None = None

    def write(self, data: bytes) -> None:
        self._last = asyncio.get_running_loop().create_task(self._send(self._last, data.decode("utf-8")))

    def close(self) -> None:
        asyncio.get_running_loop().create_task(self._connection.close())

    async def _send(self, before: asyncio.Task[None] | None, text: str) -> None:
        if before is not None and not before.done():
            await asyncio.wait([before])
        try:
            await self._connection.send(text)
        except ConnectionClosed:
            logger.debug("the client has gone")


def _handle(server: Server, frame: str | bytes) -> None:
    try:
        message = json.loads(frame, object_hook=server.protocol.structure_message)
        server.protocol.handle_message(message)
    except Exception:
        logger.exception("a message could not be handled")


def _ours(connection: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Agree to the subprotocol that carries the token: a browser takes no for an error."""
    return next((one for one in offered if one.startswith(TOKEN_PROTOCOL)), None)


def _tokens(request: Request) -> list[str]:
    asked = parse_qs(urlsplit(request.path).query).get("token", [])
    offered = [one.strip() for header in request.headers.get_all("Sec-WebSocket-Protocol") for one in header.split(",")]
    return [*asked, *(one.removeprefix(TOKEN_PROTOCOL) for one in offered if one.startswith(TOKEN_PROTOCOL))]


def _address(name: tuple[object, ...]) -> str:
    return json.dumps({"host": name[0], "port": name[1]})
