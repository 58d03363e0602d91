"""Starts a language server by the command of a configuration and shakes hands with it."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def shake_hands(command: Sequence[str], folder: Path) -> dict[str, Any]:
    """Start a server, say hello as any editor does, and end it; give what it said of itself."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    server = subprocess.Popen(
        command, cwd=folder, env=os.environ | {"PATH": path}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        hello = {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": {}}
        _write(server, {"id": 1, "method": "initialize", "params": hello})
        answer = _read(server, 1)
        _write(server, {"method": "initialized", "params": {}})
        _write(server, {"id": 2, "method": "shutdown"})
        assert _read(server, 2)["result"] is None
        _write(server, {"method": "exit"})
        assert server.wait(60) == 0
    finally:
        server.kill()
        server.communicate()
    found: dict[str, Any] = answer["result"]
    return found


def _write(server: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    assert server.stdin is not None
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    server.stdin.flush()


def _read(server: subprocess.Popen[bytes], number: int) -> dict[str, Any]:
    """Read up to the answer of a number."""
    assert server.stdout is not None
    while True:
        length = 0
        while (line := server.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        assert length, "the server ended without an answer"
        message: dict[str, Any] = json.loads(server.stdout.read(length))
        if message.get("id") == number and "method" not in message:
            return message
