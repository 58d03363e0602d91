"""Servers for the tests of the language server."""

import json
import subprocess
from collections.abc import Iterator

import pytest

from tests.lsp.editor import SERVE


@pytest.fixture(scope="module")
def listening() -> Iterator[int]:
    """The port of a server that takes any number of clients, each of which gets a server object of its own."""
    with subprocess.Popen([*SERVE, "--tcp", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["port"]
        server.terminate()
