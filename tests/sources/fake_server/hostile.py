"""Answers that nobody should send."""

import gzip
import time
import zlib
from collections.abc import Callable
from typing import BinaryIO

from tests.sources.fake_server.reply import Reply


def raw(*pieces: bytes, pause: float = 0.0, times: int = 1) -> Reply:
    """Send bytes as they are, with pauses between them, and close."""

    def write(out: BinaryIO) -> None:
        for _ in range(times):
            for piece in pieces:
                out.write(piece)
                out.flush()
                if pause:
                    time.sleep(pause)

    return Reply(write=write)


def silent(seconds: float) -> Reply:
    """Say nothing for a while, then close."""
    return Reply(write=lambda out: time.sleep(seconds))


def dripping_head(seconds: float) -> Reply:
    """Send a header without an end, a little at a time: no silence is ever long."""
    return _dripping(b"HTTP/1.1 200 OK\r\n", lambda: b"X-A: b\r\n", seconds)


def dripping_body(seconds: float) -> Reply:
    return _dripping(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", lambda: b"%", seconds)


def _dripping(head: bytes, piece: Callable[[], bytes], seconds: float) -> Reply:
    def write(out: BinaryIO) -> None:
        out.write(head)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            out.write(piece())
            out.flush()
            time.sleep(0.1)

    return Reply(write=write)


def says_length(body: bytes, length: int, *headers: str) -> Reply:
    """Announce another length than is sent."""
    extra = "".join(f"{line}\r\n" for line in headers).encode()
    return raw(b"HTTP/1.1 200 OK\r\n" + extra + b"Content-Length: %d\r\n\r\n" % length + body)


def endless(total: int) -> Reply:
    """Send without saying how much, more than anybody takes."""

    def write(out: BinaryIO) -> None:
        out.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n")
        for _ in range(total // 65536):
            out.write(b"0" * 65536)

    return Reply(write=write)


def packed_bomb(size: int) -> Reply:
    """Send little that unpacks, as a transfer coding, to much."""
    return Reply(
        200, gzip.compress(b"0" * size, mtime=0), {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    )


def deflate_bomb(size: int) -> Reply:
    return Reply(200, zlib.compress(b"0" * size), {"Content-Encoding": "deflate"})


def redirect(target: str, status: int = 302) -> Reply:
    return Reply(status, b"", {"Location": target})
