"""The HTML report as a reader meets it: in a real browser, from a file."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from tablecheck.model.finding import Severity
from tablecheck.reporters.html_report import render_html
from tests.browser import Page, browser_page, file_address, needs_browser
from tests.reporters.checkers import AXE, needs_axe
from tests.reporters.exhibits import example_report

pytestmark = [pytest.mark.browser, needs_browser]

_SHOWN = "[...document.querySelectorAll('.finding')].filter(one => one.getClientRects().length).map(one => one.id)"
_FOCUS = "document.activeElement.matches('a') ? document.activeElement.getAttribute('href') : document.activeElement.id"
_TAB, _ENTER, _SPACE = ("Tab", 9), ("Enter", 13), (" ", 32)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(render_html(example_report()), "utf-8")
    return file_address(file)


@pytest.fixture(scope="module")
def browser() -> Iterator[Page]:
    with browser_page() as page:
        yield page


@pytest.fixture
def page(browser: Page, address: str) -> Page:
    browser.requests.clear()
    browser.size(1280, 900)
    browser.look()
    browser.open(address)
    return browser


def test_nothing_is_asked_for_but_the_file_itself(page: Page, address: str):
    assert {request for request in page.requests if not request.startswith("data:")} == {address}
    complaints = [
        event["params"] for event in page.events if event["method"] in {"Log.entryAdded", "Runtime.exceptionThrown"}
    ]
    assert complaints == []


def test_the_policy_of_the_page_would_stop_a_picture_from_elsewhere(page: Page):
    script = """new Promise(done => {
        const image = new Image();
        image.onload = () => done("loaded");
        image.onerror = () => done("stopped");
        image.src = "http://127.0.0.1:9/x.png";
        document.body.append(image);
    })"""
    assert page.ask(script) == "stopped"
    assert any("Content Security Policy" in json.dumps(event) for event in page.events)


def test_the_picture_of_the_cited_table_is_there_and_has_a_text_for_those_who_cannot_see_it(page: Page):
    pictures = page.ask("[...document.images].map(one => [one.complete, one.naturalWidth, one.naturalHeight, one.alt])")
    ((is_complete, width, height, text),) = pictures
    assert is_complete
    assert width > 400
    assert height > 100
    assert "Table 2 of [halvorsen2023fjordnet]" in text
    assert "prints 61.15" in text


def test_the_drawn_tables_mark_the_cited_cell_with_a_frame_and_in_words(page: Page):
    marked = page.ask("[...document.querySelectorAll('figure td.marked')].map(one => one.textContent)")
    assert marked == ["78.9 (the cited number)", "63.5±0.5 (the cited number)"]
    styles = page.ask("getComputedStyle(document.querySelector('figure td.marked')).outlineStyle")
    assert styles == "solid"


def test_notes_are_hidden_until_their_box_is_ticked_without_any_script(page: Page):
    page.send("Emulation.setScriptExecutionDisabled", value=True)
    assert page.ask(_SHOWN) == ["finding-1", "finding-2"]
    box = page.ask(
        "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.getElementById('show-note').getBoundingClientRect())"
    )
    for kind in ("mousePressed", "mouseReleased"):
        page.send("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
    assert page.ask(_SHOWN) == ["finding-1", "finding-2", "finding-3"]
    page.send("Emulation.setScriptExecutionDisabled", value=False)


def test_the_keyboard_alone_reaches_the_findings_the_filter_and_each_finding(page: Page):
    page.press(*_TAB)
    assert page.ask(_FOCUS) == "#findings"
    page.press(*_TAB)
    assert page.ask(_FOCUS) == "show-error"
    page.press(*_SPACE)
    assert page.ask(_SHOWN) == ["finding-2"]
    for _ in range(3):
        page.press(*_TAB)
    assert page.ask(_FOCUS) == "#finding-2"
    page.press(*_ENTER)
    assert page.ask("location.hash") == "#finding-2"
    assert 0 <= page.ask("document.getElementById('finding-2').getBoundingClientRect().top") < 450
    page.press(*_TAB)
    assert page.ask("document.activeElement.closest('article').id") == "finding-2"
    assert page.ask("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_the_accessibility_checker_has_nothing_to_say(page: Page, scheme: str, width: int):
    page.look(scheme)
    page.size(width, 900)
    page.ask("document.getElementById('show-note').click()")
    page.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.ask(AXE.read_text("utf-8") + "; 0")
    found = page.ask(
        "axe.run().then(result => result.violations.map(one => [one.id, one.nodes.map(node => node.html)]))"
    )
    assert found == []
    passed = page.ask("axe.run().then(result => result.passes.map(one => one.id))")
    assert {"color-contrast", "image-alt", "landmark-one-main", "heading-order"} <= set(passed)


@pytest.mark.parametrize("width", [320, 768, 1920])
def test_no_width_of_the_window_makes_the_page_scroll_sideways(page: Page, width: int):
    page.size(width, 900)
    assert page.ask("document.documentElement.scrollWidth") <= width


def test_on_paper_there_are_the_findings_the_picture_and_the_coverage_but_no_controls(page: Page):
    paper = pymupdf.open(stream=page.pdf(), filetype="pdf")
    text = "\n".join(sheet.get_text() for sheet in paper)
    for words in (
        "62.4 differs from the cited 61.15",
        "73.9 differs from the cited 78.9",
        "put the paper there",
        "Coverage",
    ):
        assert words in text.replace("\n", " ")
    assert "Skip to the findings" not in text
    assert "2 errors" not in text
    sizes = [image[2:4] for sheet in paper for image in sheet.get_images()]
    assert any(width > 400 for width, _ in sizes)


def test_dark_readers_get_a_dark_page_and_dark_paper_stays_white(page: Page):
    page.look("dark")
    assert brightness(page.screenshot(whole=False)) < 80
    page.look("dark", "print")
    assert brightness(page.screenshot(whole=False)) > 180


def test_all_findings_show_where_none_is_grave(page: Page, tmp_path: Path):
    report = example_report()
    quiet = replace(report, findings=tuple(replace(one, severity=Severity.NOTE) for one in report.findings))
    file = tmp_path / "quiet.html"
    file.write_text(render_html(quiet), "utf-8")
    page.open(file_address(file))
    assert len(page.ask(_SHOWN)) == 3


def brightness(png: bytes) -> float:
    """The mean of all pixels, 0 to 255."""
    picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.Pixmap(io.BytesIO(png)))
    return sum(picture.samples) / len(picture.samples)
