"""The page of ``tablecheck web`` in a headless browser, with the paper that all editors are tested with."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser import Page, browser_page
from tests.editors.expected import ALL_TEXTS, PAPER
from tests.editors.hands import press, until
from tests.editors.web.seen import LISTED, STATE, marked, put_text
from tests.web.running import Served, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with browser_page() as page:
        yield page


@pytest.fixture
def own_paper(tmp_path: Path) -> Path:
    """A copy of the paper for one test alone."""
    return Path(shutil.copytree(PAPER, tmp_path / "paper")) / "paper.tex"


@pytest.fixture
def tab(browser: Page) -> Iterator[Page]:
    """A new tab, closed without a question about unsaved text."""
    made = browser.another()
    made.size(1360, 820)
    made.look()
    yield made
    made.close()


@dataclass(frozen=True)
class Shared:
    """One page that most tests of a module use one after the other: starting a server takes longer than a test."""

    page: Page
    server: Served
    paper: Path


@pytest.fixture(scope="module")
def shared(browser: Page, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    paper = Path(shutil.copytree(PAPER, tmp_path_factory.mktemp("shared") / "paper")) / "paper.tex"
    with served(paper) as server:
        page = browser.another()
        page.open(server.address)
        yield Shared(page, server, paper)
        page.close()


@pytest.fixture
def at_start(shared: Shared) -> Shared:
    """The shared page as if it had just been opened: the text of the paper, all saved, all checked."""
    page, original = shared.page, (PAPER / "paper.tex").read_bytes()
    page.size(1360, 820)
    page.look()
    page.send("Page.bringToFront")
    if shared.paper.read_bytes() != original:
        shared.paper.write_bytes(original)
    until(page, f"{LISTED}.length > 0 || {STATE}.includes('Checked')")
    put_text(page, original.decode())
    page.ask("document.getElementById('coverage').open = false")
    press(page, "Escape")
    until(page, f"{STATE}.startsWith('Checked') && {STATE}.endsWith('All saved')")
    until(page, "document.querySelectorAll('.bar').length", 0)
    marked(page, ALL_TEXTS)
    page.events.clear()
    return shared


@pytest.fixture
def page(at_start: Shared) -> Page:
    return at_start.page


@pytest.fixture
def server(at_start: Shared) -> Served:
    return at_start.server


@pytest.fixture
def paper(at_start: Shared) -> Path:
    return at_start.paper
