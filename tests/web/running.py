"""The real command, serving its page, and sockets to it like those of a page."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Served:
    """A page that is being served."""

    address: str
    port: int
    token: str
    process: subprocess.Popen[str]

    def socket(self, path: str, token: str | None = None, origin: str | None = None, **more: Any) -> ClientConnection:
        """Open a socket as our page would, or as another would."""
        told = self.token if token is None else token
        return connect(
            f"ws://127.0.0.1:{self.port}{path}",
            origin=origin or f"http://127.0.0.1:{self.port}",
            subprotocols=["tablecheck", f"tablecheck.token.{told}"],
            proxy=None,
            **more,
        )


@contextmanager
def served(paper: Path, *options: str, env: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Serve a manuscript until the block is left."""
    values = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "HOME": str(paper.parent),
        "TABLECHECK_CACHE": os.environ["TABLECHECK_CACHE"],  # that of the whole session
    }
    if "--open" not in options:
        options = ("--no-open", *options)
    command = [sys.executable, "-m", "tablecheck", "web", str(paper), *options]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=values | dict(env or {}),
        cwd=paper.parent,
    )
    try:
        address = process.stdout.readline().strip()
        assert address, process.stderr.read()
        base, _, token = address.partition("/#")
        yield Served(address, int(base.rpartition(":")[2]), token, process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def ask(socket: ClientConnection, method: str, **params: Any) -> dict[str, Any]:
    """Ask about files, as the page does."""
    socket.send(json.dumps({"id": 1, "method": method, "params": params}))
    while True:
        answer = json.loads(socket.recv(timeout=20))
        if "id" in answer:
            return answer
