"""Joins a page's socket to a language server of its own, a process that speaks over pipes."""

import asyncio
import contextlib
from collections.abc import Sequence

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

_LARGEST_ANSWER = 64 * 1024 * 1024  # bytes; a page of a paper as a picture is a hundredth of it
_SECONDS_TO_END = 3.0
_GONE = 1011  # the code of a socket whose server broke down


async def join(socket: ServerConnection, command: Sequence[str], *, is_verbose: bool = False) -> None:
    """Start ``command`` and pass messages both ways until one of the two has gone; then end the other."""
    complaints = None if is_verbose else asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=complaints
    )
    ways = [asyncio.create_task(_to_server(socket, process)), asyncio.create_task(_to_page(socket, process))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        await _end(process)
        await socket.close(_GONE, "the language server has ended")


async def _to_server(socket: ServerConnection, process: asyncio.subprocess.Process) -> None:
    pipe = process.stdin
    assert pipe is not None  # noqa: S101 - it was asked for
    with contextlib.suppress(ConnectionClosed, ConnectionError):
        async for message in socket:
            content = message if isinstance(message, bytes) else message.encode()
            pipe.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
            await pipe.drain()


async def _to_page(socket: ServerConnection, process: asyncio.subprocess.Process) -> None:
    pipe = process.stdout
    assert pipe is not None  # noqa: S101 - it was asked for
    with contextlib.suppress(ConnectionClosed, ConnectionError, asyncio.IncompleteReadError, ValueError):
        while length := await _announced(pipe):
            await socket.send((await pipe.readexactly(length)).decode())


async def _announced(pipe: asyncio.StreamReader) -> int:
    """Read the head of a message; 0 where there is none, or one that is too large to pass on."""
    length = 0
    while line := (await pipe.readline()).strip():
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return length if length <= _LARGEST_ANSWER else 0


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()  # a server ends when nobody asks it any more
    try:
        await asyncio.wait_for(process.wait(), _SECONDS_TO_END)
    except TimeoutError:
        process.kill()
        await process.wait()
