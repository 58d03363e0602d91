"""Servers for the tests of the language server."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.editor import SERVE
from tests.lsp.papers import copied_paper


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """The main file of the paper, in a folder of its own."""
    return copied_paper(tmp_path)


@pytest.fixture(scope="module")
def listening() -> Iterator[int]:
    """The port of a server that takes any number of clients, each of which gets a server object of its own."""
    with subprocess.Popen([*SERVE, "--tcp", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield json.loads(server.stdout.readline())["port"]
        server.terminate()
