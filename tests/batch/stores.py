"""A server that speaks S3, and a storage that fails for a while."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

IS_REQUIRED = bool(os.environ.get("TABLECHECK_REQUIRE_CLUSTER"))

try:
    import distributed
    import flask
    import moto
    import s3fs
except ImportError:
    is_there = False
else:
    is_there = bool(distributed and flask and moto and s3fs)

needs_cluster = pytest.mark.skipif(
    not is_there and not IS_REQUIRED, reason="LOUD SKIP: Dask or the S3 server is not installed; make cluster gets them"
)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


@contextmanager
def s3_server() -> Iterator[str]:
    """Start a server in a process of its own; gives its address."""
    port = free_port()
    start = f"from moto.server import main; main(['-H', '127.0.0.1', '-p', '{port}'])"
    server = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", start], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def wait_for(port: int, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < end, f"nobody listens on {port}"
            time.sleep(0.1)
        else:
            return
