"""The page of ``tablecheck web`` in a headless browser, with the paper that all editors are tested with."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Page, browser_page
from tests.editors.expected import PAPER
from tests.web.running import Served, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with browser_page() as page:
        yield page


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """A copy of the paper that may be changed."""
    return Path(shutil.copytree(PAPER, tmp_path / "paper")) / "paper.tex"


@pytest.fixture
def server(paper: Path) -> Iterator[Served]:
    with served(paper) as running:
        yield running


@pytest.fixture
def tab(browser: Page) -> Iterator[Page]:
    """A new tab, closed without a question about unsaved text."""
    made = browser.another()
    made.size(1360, 820)
    made.look()
    yield made
    made.close()


@pytest.fixture
def page(tab: Page, server: Served) -> Page:
    """A tab that shows the paper."""
    tab.open(server.address)
    return tab
