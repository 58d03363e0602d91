"""The ten stories: each page of docs/stories ends as it says, in a fresh environment."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.browser import browser_page, file_address, needs_browser
from tests.installed import Installed
from tests.integrations.manuscripts import GIT
from tests.reporters.checkers import SARIF_VALIDATOR, needs_sarif_validator
from tests.usability.screenshots import Box, inside_frame, most_alike, red_share, shot
from tests.usability.starts import STARTS
from tests.usability.story import STORIES, Shell, play

pytestmark = pytest.mark.slow

PDF = "papers/halvorsen2023fjordnet.pdf"
_ARTICLES = """(() => {
    const box = one => {
        const r = one.getBoundingClientRect();
        return [r.x + scrollX, r.y + scrollY, r.width, r.height];
    };
    return [...document.querySelectorAll('article.finding')].filter(one => one.getClientRects().length).map(one => ({
        finding: one.innerText.match(/TC\\d+/)[0],
        picture: one.querySelector('figure img') && box(one.querySelector('figure img')),
        marked: [...one.querySelectorAll('figure td.marked')].map(box),
    }));
})()"""

Open = Callable[[str], AbstractContextManager[tuple[Path, Shell]]]


@pytest.fixture
def story(tmp_path: Path, installed: Installed) -> Open:
    """Open the folder and the shell in which a story starts; nothing of the checkout is in reach of it."""

    @contextmanager
    def opened(name: str) -> Iterator[tuple[Path, Shell]]:
        folder = tmp_path / "paper"
        STARTS[name](folder, installed.programs / "tablecheck")
        environment = {
            "PATH": f"{installed.programs}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(tmp_path),
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "100",
            "TABLECHECK_CACHE": str(tmp_path / "cache"),
            # No story may meet the real services; nobody listens at this port.
            "TABLECHECK_SERVICES_AT": "http://127.0.0.1:9",
            **GIT,
        }
        with Shell(folder, environment) as shell:
            yield folder, shell

    return opened


def test_there_are_ten_pages_and_each_has_a_start():
    assert {page.stem for page in STORIES.glob("*.md")} - {"README"} == set(STARTS)
    assert len(STARTS) == 10


@pytest.mark.parametrize("name", sorted(set(STARTS) - {"continuous-integration", "html-report", "thesis"}))
def test_a_story_ends_as_its_page_says(name: str, story: Open):
    with story(name) as (_, shell):
        play(name, shell)


@needs_sarif_validator
def test_the_sarif_of_the_story_on_continuous_integration_is_valid_and_complete(story: Open):
    with story("continuous-integration") as (folder, shell):
        play("continuous-integration", shell)
    sarif = folder / "tablecheck.sarif"
    done = subprocess.run(
        [SARIF_VALIDATOR, "validate", sarif], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout
    (run,) = json.loads(sarif.read_text("utf-8"))["runs"]
    assert [result["level"] for result in run["results"]].count("error") == 5
    notes = [note["message"]["text"] for note in run["invocations"][0]["toolExecutionNotifications"]]
    assert any("aldous2021pebblenet" in note for note in notes)


def test_the_thesis_has_two_hundred_pages(story: Open):
    with story("thesis") as (folder, shell):
        play("thesis", shell)
        if shutil.which("pdflatex"):
            shell.run("pdflatex -interaction=batchmode -draftmode thesis.tex")
            log = (folder / "thesis.log").read_text("latin-1")
            assert 195 <= len(re.findall(r"\[\d+", log)) <= 215


@needs_browser
def test_the_report_shows_each_finding_beside_the_cited_cell(story: Open):
    with story("html-report") as (folder, shell):
        play("html-report", shell)
    address = file_address(folder / "report.html")
    with browser_page() as page:
        page.size(1280, 900)
        page.look("light")
        page.open(address)
        assert {request for request in page.requests if not request.startswith("data:")} == {address}
        articles = page.ask(_ARTICLES)
        text = page.ask("document.body.innerText")
        pictures = {one["finding"]: shot(page, Box(*one["picture"])) for one in articles if one["picture"]}
        marked = {one["finding"]: [shot(page, Box(*box)) for box in one["marked"]] for one in articles if one["marked"]}
    framed = {finding: most_alike(inside_frame(picture), folder / PDF, 1) for finding, picture in pictures.items()}
    assert framed == {"TC204": "61.15", "TC203": "76.16", "TC105": "71.46"}
    assert {finding: len(cells) for finding, cells in marked.items()} == {
        "TC201": 2,
        "TC108": 1,
        "TC102": 1,
        "TC101": 1,
    }
    assert all(red_share(cell) > 0.03 for cells in marked.values() for cell in cells)
    assert "Checked 75 of 90 cited numbers against 3 papers" in text
    assert "aldous2021pebblenet" in text
