"""A language server on a WebSocket, as an author starts it for Overleaf."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.editors.overleaf.pretend import ROOT

TOKEN = "only-for-this-test"


@contextmanager
def listening(folder: Path, origin: str, port: int = 0) -> Iterator[int]:
    """Serve until the block is left; gives the port."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "TABLECHECK_CACHE": os.environ["TABLECHECK_CACHE"],  # that of the whole session
        "TABLECHECK_TOKEN": TOKEN,
    }
    command = [sys.executable, "-m", "tablecheck", "serve", "--websocket", f"127.0.0.1:{port}", "--origin", origin]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment, cwd=folder
    )
    try:
        yield json.loads(process.stdout.readline())["port"]
    finally:
        process.kill()
        process.communicate()
