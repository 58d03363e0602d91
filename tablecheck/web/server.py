"""The server of the page: its files, a socket for the manuscript's files and one for the language server."""

import asyncio
import logging
import sys
from collections.abc import Callable

from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from tablecheck.web.bridge import join
from tablecheck.web.bundle import page_response, plain_response
from tablecheck.web.desk import Desk
from tablecheck.web.gate import chosen_subprotocol, refused_host, refused_socket
from tablecheck.web.talk import FileTalk

HOST = "127.0.0.1"
_LARGEST_MESSAGE = 16 * 1024 * 1024  # bytes; the longest theses are a tenth of it
_MOST_SERVERS = 8  # open pages; each has a process
_TRY_AGAIN_LATER = 1013
_SOCKETS = frozenset({"/lsp", "/files"})
_quiet = logging.getLogger("tablecheck.web.sockets")
_quiet.setLevel(logging.CRITICAL)  # what strangers send badly is no news for the terminal
SERVER = (sys.executable, "-m", "tablecheck", "serve")


async def serve_page(
    desk: Desk, token: str, port: int, ready: Callable[[int], None], *, is_verbose: bool = False
) -> None:
    """Serve the page until the task is cancelled; ``ready`` is called with the port when pages may come.

    Raises:
        OSError: the port cannot be had.
    """
    servers = 0

    def gate(connection: ServerConnection, request: Request) -> Response | None:
        path = request.path.partition("?")[0]
        status = refused_host(request)
        if status is None and path in _SOCKETS:
            status = refused_socket(request, token)
            if status is None:
                return None
        return page_response(path) if status is None else plain_response(status)

    async def welcome(socket: ServerConnection) -> None:
        nonlocal servers
        assert socket.request is not None  # noqa: S101 - the gate has seen it
        if socket.request.path.partition("?")[0] == "/files":
            await FileTalk(socket, desk).run()
            return
        if servers >= _MOST_SERVERS:
            await socket.close(_TRY_AGAIN_LATER, "too many pages are open")
            return
        servers += 1
        try:
            await join(socket, SERVER, is_verbose=is_verbose)
        finally:
            servers -= 1

    async with serve(
        welcome,
        HOST,
        port,
        process_request=gate,
        select_subprotocol=lambda _, offered: chosen_subprotocol(offered),  # type: ignore[arg-type, return-value]
        max_size=_LARGEST_MESSAGE,
        compression=None,
        server_header=None,
        logger=_quiet,
    ) as server:
        ready(server.sockets[0].getsockname()[1])
        await asyncio.get_running_loop().create_future()
