from collections.abc import Iterator
from pathlib import Path

import pytest

from tablecheck.sources.net.session import Network
from tests.sources.fake_server.server import FakeServer, serving


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with serving() as fake:
        yield fake


@pytest.fixture
def network(server: FakeServer, tmp_path: Path) -> Iterator[Network]:
    with Network(server.settings(tmp_path / "network")) as net:
        yield net
