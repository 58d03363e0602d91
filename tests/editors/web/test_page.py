"""The page as an author meets it: in a browser, with the real server."""

import http.server
import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser import Page, needs_browser
from tests.editors.expected import ALL_TEXTS, EXPECTED, FINDINGS, texts_of
from tests.editors.hands import click, click_words, complaints, point, press, until, write
from tests.editors.web.seen import LISTED, MARKED, STATE, line, marked, put_cursor, replace, text
from tests.web.running import Served, served

pytestmark = [pytest.mark.browser, needs_browser]


def test_the_scenario_of_all_editors(page: Page, paper: Path, server: Served):
    before = paper.read_bytes()
    marked(page, ALL_TEXTS)
    point(page, ".tc-finding")
    until(page, "document.querySelectorAll('.tc-tooltip .tc-button').length > 1")
    card = page.ask("document.querySelector('.tc-tooltip').innerText")
    for words in (FINDINGS[0]["message"], *EXPECTED["hover"]["contains"]):
        assert words in card

    click_words(page, EXPECTED["fix"]["title"], ".tc-tooltip")
    marked(page, texts_of("after_fix"))
    assert line(page, FINDINGS[0]["line"]) == EXPECTED["fix"]["line_after"]

    press(page, "F8")
    until(page, "document.querySelectorAll('.tc-popup .tc-button').length > 1")
    click_words(page, EXPECTED["ignore"]["title"], ".tc-popup")
    until(page, "document.activeElement.getAttribute('aria-label')", "Reason")
    write(page, "our own run")
    press(page, "Enter")
    marked(page, texts_of("after_ignore"))
    assert line(page, FINDINGS[1]["line"]) == EXPECTED["ignore"]["line_after"].replace("say why", "our own run")

    assert paper.read_bytes() == before  # nothing is saved but by the author
    press(page, "Control+s")
    until(page, f"{STATE}.endsWith('All saved')")
    assert paper.read_text("utf-8") == text(page)
    assert complaints(page) == []
    here = server.address.partition("#")[0].replace("http://", "")
    assert {one.partition("://")[2][: len(here)] for one in page.requests if not one.startswith("data:")} == {here}


def test_what_is_typed_is_checked_and_undo_takes_it_back(page: Page):
    marked(page, ALL_TEXTS)
    replace(page, "47.9", "48.9")
    marked(page, ["48.9", *ALL_TEXTS])
    until(page, f"{STATE}.includes('Unsaved: paper.tex')")
    press(page, "Control+z")
    marked(page, ALL_TEXTS)
    until(page, f"{STATE}.endsWith('All saved')")


def test_a_number_that_is_touched_is_no_longer_accused(page: Page):
    marked(page, ALL_TEXTS)
    put_cursor(page, "1.2}")
    write(page, "9")
    assert page.ask(MARKED) == [ALL_TEXTS[1]]  # at once, before any answer can have come


def test_undo_takes_back_a_fix_in_one_step(page: Page):
    marked(page, ALL_TEXTS)
    before = text(page)
    put_cursor(page, ALL_TEXTS[0])
    press(page, "Control+.")
    until(page, "document.activeElement.textContent", EXPECTED["fix"]["title"])
    press(page, "Enter")
    marked(page, texts_of("after_fix"))
    press(page, "Control+z")
    assert text(page) == before
    marked(page, ALL_TEXTS)


def test_a_text_that_is_broken_while_typing_is_no_end(page: Page):
    marked(page, ALL_TEXTS)
    replace(page, "\\end{tabular}", "\\end{tab")
    time.sleep(1)
    press(page, "Control+z")
    marked(page, ALL_TEXTS)


def test_letters_of_two_units_move_no_finding(page: Page):
    marked(page, ALL_TEXTS)
    put_cursor(page, "GlacierRank~")
    write(page, "𝔊𝔩 é 🏔 ")
    until(page, f"{STATE}.startsWith('Checking')", False)
    marked(page, ALL_TEXTS)
    put_cursor(page, ALL_TEXTS[0])
    press(page, "Control+.")
    until(page, "document.activeElement.textContent", EXPECTED["fix"]["title"])
    press(page, "Enter")
    marked(page, texts_of("after_fix"))
    assert line(page, FINDINGS[0]["line"]) == "𝔊𝔩 é 🏔 " + EXPECTED["fix"]["line_after"]


def test_line_ends_of_windows_stay_and_move_no_finding(tab: Page, own_paper: Path):
    content = own_paper.read_bytes().replace(b"\n", b"\r\n")
    own_paper.write_bytes(content)
    with served(own_paper) as server:
        tab.open(server.address)
        marked(tab, ALL_TEXTS)
        replace(tab, ALL_TEXTS[0], FINDINGS[0]["cited"])
        marked(tab, ALL_TEXTS[1:])
        press(tab, "Control+s")
        until(tab, f"{STATE}.endsWith('All saved')")
        assert own_paper.read_bytes() == content.replace(b"{31.2}", b"{37.2}")


def test_the_keyboard_alone_goes_from_finding_to_finding_and_mends(page: Page):
    marked(page, ALL_TEXTS)
    press(page, "F8")
    press(page, "F8")
    until(page, "getSelection().toString()", ALL_TEXTS[1])
    until(page, "document.querySelectorAll('.tc-popup').length", 1)
    press(page, "Escape")
    until(page, "document.querySelectorAll('.tc-popup').length", 0)
    press(page, "Shift+F8")
    until(page, "getSelection().toString()", ALL_TEXTS[0])
    page.ask("document.querySelectorAll('.finding')[1].focus()")
    press(page, "Enter")
    until(page, "getSelection().toString()", ALL_TEXTS[1])
    assert page.ask("document.activeElement.classList.contains('cm-content')")


def test_beside_the_text_stands_the_cited_table_with_its_cell_marked(page: Page):
    marked(page, ALL_TEXTS)
    click(page, "#findings .finding")
    until(page, "document.querySelector('#evidence .marked')?.textContent.includes('37.2') ?? false")
    assert "GlacierRank" in page.ask("document.getElementById('evidence').innerText")
    click_words(page, "Page", "#evidence")
    until(page, "document.querySelector('#evidence img')?.naturalWidth > 300")
    alt = page.ask("document.querySelector('#evidence img').alt")
    assert "osterby2022glacierrank" in alt
    click_words(page, "Table", "#evidence")


def test_the_footer_says_what_was_checked_and_what_was_not(page: Page, paper: Path):
    marked(page, ALL_TEXTS)
    until(page, f"/16 of 16/.test({STATE})")
    replace(page, "adeyemi2023tundranet} & 50.3", "nobody2099} & 50.3")
    until(page, "document.getElementById('coverage-text').textContent.includes('nobody2099')")
    assert page.ask("document.getElementById('coverage').classList.contains('gaps')")
    click(page, "#coverage summary")
    until(page, "document.getElementById('coverage-text').innerText.includes('Fetch the missing papers')")


def test_a_file_that_changed_on_disk_is_not_overwritten(page: Page, paper: Path):
    marked(page, ALL_TEXTS)
    put_cursor(page, "We compare")
    write(page, "MINE ")
    theirs = paper.read_text("utf-8").replace("have published", "have PUBLISHED")
    paper.write_text(theirs, "utf-8")
    until(page, "document.querySelector('.bar')?.innerText.includes('has changed on disk') ?? false")
    press(page, "Control+s")
    time.sleep(0.3)
    assert paper.read_text("utf-8") == theirs
    click_words(page, "Take the text on disk", ".bar")
    until(page, "document.querySelectorAll('.bar').length", 0)
    assert text(page) == theirs
    press(page, "Control+z")  # what was typed here is not lost
    assert "MINE We compare" in text(page)
    press(page, "Control+s")
    until(page, f"{STATE}.endsWith('All saved')")
    assert "MINE We compare" in paper.read_text("utf-8")


def test_a_file_that_changed_on_disk_is_shown_where_nothing_was_typed(page: Page, paper: Path):
    marked(page, ALL_TEXTS)
    paper.write_text(paper.read_text("utf-8").replace("\\textbf{31.2}", "37.2"), "utf-8")
    marked(page, ALL_TEXTS[1:])
    assert page.ask("document.querySelectorAll('.bar').length") == 0


def test_two_tabs_do_not_overwrite_each_other(page: Page, paper: Path, server: Served):
    other = page.another()
    other.size(1360, 820)
    other.open(server.address)
    try:
        until(page, LISTED, ALL_TEXTS)
        until(other, LISTED, ALL_TEXTS)
        page.send("Page.bringToFront")
        replace(page, ALL_TEXTS[0], FINDINGS[0]["cited"])
        press(page, "Control+s")
        until(other, LISTED, ALL_TEXTS[1:])  # the other tab follows the disk
        other.send("Page.bringToFront")
        replace(other, "We compare", "They compare")
        page.send("Page.bringToFront")
        replace(page, "We compare", "You compare")
        press(page, "Control+s")
        until(other, "document.querySelectorAll('.bar').length", 1)
        other.send("Page.bringToFront")
        press(other, "Control+s")
        time.sleep(0.3)
        assert "You compare" in paper.read_text("utf-8")
        assert "They compare" in text(other)
    finally:
        other.close()


def test_the_files_of_a_manuscript_are_tabs_and_their_findings_lead_there(tab: Page, own_paper: Path):
    whole = own_paper.read_text("utf-8")
    start, end = whole.index("\\begin{table}"), whole.index("\\end{table}") + len("\\end{table}")
    (own_paper.parent / "parts").mkdir()
    (own_paper.parent / "parts" / "results.tex").write_text(whole[start:end] + "\n", "utf-8")
    own_paper.write_text(whole[:start] + "\\input{parts/results}" + whole[end:], "utf-8")
    with served(own_paper) as server:
        tab.open(server.address)
        until(
            tab,
            "[...document.querySelectorAll('[role=tab]')].map(one => one.textContent)",
            ["paper.tex", "parts/results.tex", "refs.bib"],
        )
        until(tab, "document.querySelectorAll('#findings .finding').length", 2)
        assert tab.ask("document.querySelector('#findings .where').textContent").startswith("parts/results.tex:")
        click(tab, "#findings .finding")
        marked(tab, ALL_TEXTS)
        replace(tab, ALL_TEXTS[0], FINDINGS[0]["cited"])
        marked(tab, ALL_TEXTS[1:])
        click_words(tab, "paper.tex", "#files")
        until(tab, "document.querySelector('#files [aria-selected=true]').textContent", "paper.tex")
        assert tab.ask("[...document.querySelectorAll('.unsaved')].map(one => one.textContent)") == [
            "parts/results.tex"
        ]
        until(tab, "document.querySelectorAll('#findings .finding').length", 1)


def _children(server: Served, count: int) -> list[int]:
    """Wait until the server has as many processes below it."""
    file = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    end = time.monotonic() + 20
    while len(found := [int(one) for one in file.read_text().split()]) != count:
        assert time.monotonic() < end, found
        time.sleep(0.1)
    return found


def test_a_language_server_that_dies_is_started_again(page: Page, server: Served):
    marked(page, ALL_TEXTS)
    (child,) = _children(server, 1)
    os.kill(child, signal.SIGKILL)
    until(page, f"{STATE}.includes('starting')")
    replace(page, ALL_TEXTS[0], FINDINGS[0]["cited"])
    marked(page, ALL_TEXTS[1:])
    assert _children(server, 1) != [child]
    press(page, "Control+s")
    until(page, f"{STATE}.endsWith('All saved')")


def test_a_server_that_is_gone_is_told_and_costs_no_text(tab: Page, own_paper: Path):
    token = {"TABLECHECK_WEB_TOKEN": "the-same-token-both-times"}
    with served(own_paper, env=token) as server:
        tab.open(server.address)
        marked(tab, ALL_TEXTS)
    until(tab, f"{STATE}.includes('The server is gone')")
    assert tab.ask("document.body.classList.contains('unsure')")
    replace(tab, ALL_TEXTS[0], FINDINGS[0]["cited"])
    press(tab, "Control+s")
    until(tab, "document.querySelector('.bar')?.innerText.startsWith('Not saved') ?? false")
    with served(own_paper, "--port", str(server.port), env=token):
        until(tab, f"{STATE}.startsWith('Checked 16 of 16')")
        marked(tab, ALL_TEXTS[1:])
        press(tab, "Control+s")
        until(tab, f"{STATE}.endsWith('All saved')")
    assert "\\textbf{37.2}" in own_paper.read_text("utf-8")


def test_a_tab_that_is_closed_leaves_no_process(tab: Page, server: Served):
    before = _children(server, 1)
    tab.open(server.address)
    until(tab, LISTED, ALL_TEXTS)
    _children(server, 2)
    tab.open("about:blank")
    assert _children(server, 1) == before


_STRANGER = """(address, protocols) => new Promise(done => {
    const socket = new WebSocket(address, protocols)
    socket.onopen = () => done("open")
    socket.onclose = event => done("closed " + event.code)
})"""


@contextmanager
def hostile_page() -> Iterator[str]:
    """A page that another server of this machine gives out."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Prizes</title>")

        def log_message(self, *arguments: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{running.server_address[1]}/"
        running.shutdown()
        thread.join()


def test_a_page_at_another_port_cannot_use_the_sockets_even_if_it_knew_the_token(tab: Page, server: Served):
    with hostile_page() as address:  # a page of this machine, but not that page
        tab.open(address)
        for path in ("/lsp", "/files"):
            for token in ("guess", server.token):
                asked = json.dumps([f"ws://127.0.0.1:{server.port}{path}", ["tablecheck", f"tablecheck.token.{token}"]])
                assert tab.ask(f"({_STRANGER})(...{asked})") == "closed 1006"
        read = tab.ask(f"fetch('http://127.0.0.1:{server.port}/').then(() => 'read', () => 'refused')")
        assert read == "refused"


def test_an_address_without_its_secret_shows_nothing(tab: Page, server: Served):
    tab.open(server.address.partition("#")[0])
    until(tab, "document.getElementById('bars').innerText.includes('no secret')")
    assert tab.ask("document.querySelectorAll('.cm-editor').length") == 0


def test_the_secret_leaves_the_address_and_survives_a_reload(page: Page):
    marked(page, ALL_TEXTS)
    assert page.ask("location.hash") == ""
    page.open(page.ask("location.href"))
    marked(page, ALL_TEXTS)


def test_the_fixes_that_are_safe_are_made_together(page: Page):
    marked(page, ALL_TEXTS)
    click(page, "#mend")
    until(page, LISTED, [])
    press(page, "Control+z")
    marked(page, ALL_TEXTS)
