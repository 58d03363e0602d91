"""How the page looks, in light and in dark, and whether everybody can use it."""

import pytest

from tests.browser import Page, needs_browser
from tests.editors.expected import ALL_TEXTS, EXPECTED
from tests.editors.hands import click, click_words, complaints, keep, press, until, violations
from tests.editors.web.seen import LISTED, STATE, marked
from tests.reporters.checkers import needs_axe

pytestmark = [pytest.mark.browser, needs_browser]

_RATIO = """(() => {  // of the contrast between a squiggle and the page
    const part = v => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4
    const light = c => c.match(/[\\d.]+/g).slice(0, 3).map(part)
        .reduce((sum, v, i) => sum + [.2126, .7152, .0722][i] * v, 0)
    const ink = light(getComputedStyle(document.querySelector('.tc-finding')).textDecorationColor)
    const paper = light(getComputedStyle(document.body).backgroundColor)
    return (Math.max(ink, paper) + .05) / (Math.min(ink, paper) + .05)
})()"""


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_the_page_its_card_and_the_question_for_a_reason(page: Page, scheme: str):
    page.look(scheme)
    marked(page, ALL_TEXTS)
    until(page, f"{_RATIO} >= 3")  # as for all that is drawn and means something
    press(page, "F8")
    until(page, "document.querySelectorAll('.tc-popup .tc-theirs').length", 1)
    until(page, "document.querySelectorAll('#evidence .marked').length", 1)
    assert violations(page) == []
    keep(page, f"web-{scheme}")

    click_words(page, EXPECTED["ignore"]["title"].replace("TC102", "TC101"), ".tc-popup")
    until(page, "document.activeElement.getAttribute('aria-label')", "Reason")
    assert violations(page) == []
    press(page, "Escape")
    assert page.ask("document.activeElement.classList.contains('cm-content')")

    click_words(page, "Page", "#evidence")
    until(page, "document.querySelector('#evidence img')?.naturalWidth > 300")
    keep(page, f"web-page-{scheme}")
    click(page, "#coverage summary")
    assert violations(page) == []
    click_words(page, "Table", "#evidence")
    assert complaints(page) == []


@pytest.mark.parametrize("width", [360, 800, 1920])
def test_no_width_of_the_window_makes_the_page_scroll_sideways(page: Page, width: int):
    page.size(width, 800)
    until(page, LISTED, ALL_TEXTS)
    until(page, f"{STATE}.includes('16 of 16')")
    assert page.ask("document.documentElement.scrollWidth") <= width
    assert page.ask("document.querySelector('.cm-editor').clientHeight") > 150
