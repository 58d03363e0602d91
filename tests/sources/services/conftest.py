from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tablecheck.sources.net.session import Network
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.server import FakeServer, serving

Asking = Callable[..., tuple[FakeServer, Network]]


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    """Start the services with some papers on their shelves, and a network that reaches them."""
    with ExitStack() as stack:

        def start(*papers: Paper, **settings) -> tuple[FakeServer, Network]:
            server = stack.enter_context(serving(*papers))
            return server, stack.enter_context(Network(server.settings(tmp_path / "network", **settings)))

        yield start
