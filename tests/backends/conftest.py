"""A server of our own for each test, and a way to a model behind it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from tablecheck.backends.answers import Answers
from tablecheck.backends.llm.model import Model
from tablecheck.backends.llm.server import ModelServer as Named
from tablecheck.backends.prices import Prices
from tests.backends.model_server import ModelServer


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer().running() as running:
        yield running


@pytest.fixture
def model(server: ModelServer) -> Iterator[Callable[..., Model]]:
    """Make a model behind the server; what is given by name changes how it is asked."""

    def make(folder=None, budget: float | None = None, prices: Prices | None = None, **changes: object) -> Model:
        named = replace(Named("small", server.base_url, seconds=5.0), **changes)
        return opened.enter_context(Model(named, Answers(folder), prices, budget))

    with ExitStack() as opened:
        yield make
