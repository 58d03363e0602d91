"""The extension for Overleaf, in a real browser, on a page that keeps the promises Overleaf makes to extensions."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser import Page, browser_page
from tests.editors.expected import ALL_TEXTS, EXPECTED, FINDINGS, PAPER, texts_of
from tests.editors.hands import click_words, keep, point, press, until, violations, write
from tests.editors.overleaf.listening import TOKEN, listening
from tests.editors.overleaf.pretend import (
    EXTENSION,
    PROJECT,
    build_extension,
    build_page,
    make_certificate,
    needs_packages,
    pretended,
)
from tests.reporters.checkers import needs_axe

pytestmark = [pytest.mark.browser, needs_packages]

MARKED = "[...document.querySelectorAll('.tc-finding')].map(one => one.textContent)"
BADGE = "(document.getElementById('tablecheck-badge')?.shadowRoot.querySelector('[role=status]').textContent ?? '')"
MORE = "(document.getElementById('tablecheck-badge')?.shadowRoot.getElementById('more').innerText ?? '')"
_TEXTS = {name: (PAPER / name).read_text("utf-8") for name in ("paper.tex", "refs.bib")}
_TABLE = _TEXTS["paper.tex"].partition("\\begin{table}")[2].partition("\\end{table}")[0]
_BOOK = {
    "chapter.tex": f"\\begin{{table}}{_TABLE}\\end{{table}}\n",
    "book.tex": "\\documentclass{book}\n\\begin{document}\\input{chapter}\\bibliography{refs}\\end{document}\n",
}


@dataclass(frozen=True)
class World:
    """What runs for all tests: a browser with the extension, a page, a server."""

    tab: Page
    port: int
    folder: Path
    extension: Path


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    folder = tmp_path_factory.mktemp("overleaf")
    extension = build_extension(folder / "extension")
    script = build_page(folder) / "page.js"
    with pretended(script, _TEXTS | _BOOK, make_certificate(folder)) as web:
        flags = (
            f"--host-resolver-rules=MAP www.overleaf.com:443 127.0.0.1:{web}",
            "--ignore-certificate-errors",
            f"--disable-extensions-except={extension}",
            f"--load-extension={extension}",
        )
        with listening(folder, f"chrome-extension://{EXTENSION}") as port, browser_page(*flags) as tab:
            yield World(tab, port, folder, extension)


def set_up(world: World, port: int | None = None, token: str = TOKEN) -> str:
    """Fill in the page of settings, press its button, and give its answer."""
    tab = world.tab.another()
    tab.open(f"chrome-extension://{EXTENSION}/options.html")
    until(tab, "document.getElementById('address').value !== ''")  # what is stored has come
    values = {"address": f"ws://127.0.0.1:{port or world.port}", "token": token, "papers": str(PAPER / "papers")}
    for name, value in values.items():
        tab.ask(f"document.getElementById('{name}').value = {json.dumps(value)}")
    click_words(tab, "Save and test")
    until(tab, "!['', 'Saved. Asking the server …'].includes(document.getElementById('answer').textContent)")
    answer = tab.ask("document.getElementById('answer').textContent")
    tab.close()
    return answer


@pytest.fixture
def page(world: World) -> Iterator[Page]:
    """A tab, with the settings that work."""
    assert set_up(world) == "Saved. The server answers."
    tab = world.tab.another()
    tab.size(1200, 760)
    tab.look()
    yield tab
    tab.close()


def show(tab: Page, query: str = "") -> None:
    tab.open(f"https://www.overleaf.com/project/{PROJECT}{query}")
    until(tab, "document.querySelectorAll('.cm-line').length > 1")


def line(tab: Page, number: int) -> str:
    return tab.ask("view.state.doc.toString()").split("\n")[number]


def replace(tab: Page, old: str, new: str) -> None:
    tab.ask(
        f"(at => {{ view.dispatch({{selection: {{anchor: at, head: at + {len(old)}}}}}); view.focus() }})"
        f"(view.state.doc.toString().indexOf({json.dumps(old)}))"
    )
    write(tab, new)


def test_the_scenario_of_all_editors(page: Page):
    show(page)
    until(page, MARKED, ALL_TEXTS)
    until(page, f"{BADGE}.startsWith('2 findings · 16 of 16 ')")
    point(page, ".tc-finding")
    until(page, "document.querySelectorAll('.tc-tooltip .tc-button').length > 1")
    card = page.ask("document.querySelector('.tc-tooltip').innerText")
    for words in (FINDINGS[0]["message"], *EXPECTED["hover"]["contains"]):
        assert words in card

    click_words(page, EXPECTED["fix"]["title"], ".tc-tooltip")
    until(page, MARKED, texts_of("after_fix"))
    assert line(page, FINDINGS[0]["line"]) == EXPECTED["fix"]["line_after"]

    press(page, "F8")
    until(page, "document.querySelectorAll('.tc-popup .tc-button').length > 1")
    click_words(page, EXPECTED["ignore"]["title"], ".tc-popup")
    until(page, "document.activeElement.getAttribute('aria-label')", "Reason")
    write(page, "our own run")
    press(page, "Enter")
    until(page, MARKED, texts_of("after_ignore"))
    assert line(page, FINDINGS[1]["line"]) == EXPECTED["ignore"]["line_after"].replace("say why", "our own run")
    until(page, f"{BADGE}.startsWith('0 findings · ')")
    for _ in range(2):
        press(page, "Control+z")
    until(page, MARKED, ALL_TEXTS)


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_what_is_drawn_in_the_page(page: Page, scheme: str):
    show(page, "" if scheme == "light" else "?dark")
    until(page, MARKED, ALL_TEXTS)
    press(page, "F8")
    point(page, ".tc-finding")
    until(page, "document.querySelectorAll('.tc-card .tc-theirs').length", 1)
    page.ask("document.getElementById('tablecheck-badge').shadowRoot.querySelector('.pill').click()")
    assert violations(page, ".tc-card", "#tablecheck-badge") == []
    keep(page, f"overleaf-{scheme}")


def test_the_settings_can_be_used_by_everybody(world: World):
    tab = world.tab.another()
    tab.size(900, 700)
    tab.open(f"chrome-extension://{EXTENSION}/options.html")
    until(tab, "document.getElementById('command').textContent !== ''")
    assert violations(tab) == []
    for name, value in {"address": "ws://127.0.0.1:8765", "token": "x" * 32, "papers": "/home/ada/papers"}.items():
        tab.ask(f"document.getElementById('{name}').value = {json.dumps(value)}")
    keep(tab, "overleaf-settings")
    tab.close()


def test_what_is_typed_is_checked_and_a_touched_number_is_not_accused(page: Page):
    show(page)
    until(page, MARKED, ALL_TEXTS)
    replace(page, "31.2", "31.3")
    assert page.ask(MARKED) == ALL_TEXTS[1:]
    until(page, MARKED, ["31.3", ALL_TEXTS[1]])
    replace(page, "31.3", FINDINGS[0]["cited"])
    until(page, MARKED, ALL_TEXTS[1:])


def test_another_document_of_the_project_takes_the_place_of_the_first(page: Page):
    show(page)
    until(page, MARKED, ALL_TEXTS)
    click_words(page, "refs.bib", "nav")
    until(page, MARKED, [])
    until(page, "view.state.doc.toString().includes('@')")
    click_words(page, "paper.tex", "nav")
    until(page, MARKED, ALL_TEXTS)


def test_a_chapter_is_checked_as_a_part_of_the_main_file_that_overleaf_knows(page: Page):
    show(page, "?open=chapter.tex&root=book.tex")
    until(page, MARKED, ALL_TEXTS)
    click_words(page, "book.tex", "nav")
    until(page, MARKED, [])
    click_words(page, "chapter.tex", "nav")
    until(page, MARKED, ALL_TEXTS)


def test_an_extension_that_comes_late_is_asked_by_the_second_event(page: Page):
    show(page)
    until(page, MARKED, ALL_TEXTS)
    page.ask("window.dispatchEvent(new Event('editor:extension-loaded'))")
    until(page, MARKED, ALL_TEXTS)
    replace(page, "31.2", FINDINGS[0]["cited"])
    until(page, MARKED, ALL_TEXTS[1:])


def test_a_page_that_names_no_documents_is_checked_as_far_as_that_goes_and_told_so(page: Page):
    show(page, "?storeless")
    until(page, f"{MORE}.includes('refs')", seconds=40)
    assert page.ask(MARKED) == []


def test_a_promise_that_overleaf_no_longer_keeps_is_told(page: Page):
    show(page, "?without=hoverTooltip")
    until(page, BADGE, "tablecheck: not checking")
    assert "hoverTooltip" in page.ask(f"({MORE})")
    assert page.ask(MARKED) == []


def test_a_wrong_token_and_a_server_that_is_gone_are_told_and_mended(world: World, page: Page):
    show(page)
    until(page, MARKED, ALL_TEXTS)
    assert "no server answers" in set_up(world, token="wrong")
    until(page, BADGE, "tablecheck: not checking")
    until(page, MARKED, [])
    assert set_up(world) == "Saved. The server answers."
    until(page, MARKED, ALL_TEXTS)
    with listening(world.folder, f"chrome-extension://{EXTENSION}") as port:
        set_up(world, port)
        until(page, MARKED, ALL_TEXTS)
    until(page, BADGE, "tablecheck: not checking")
    with listening(world.folder, f"chrome-extension://{EXTENSION}", port):
        until(page, MARKED, ALL_TEXTS)


def test_an_address_of_another_machine_is_refused(world: World):
    tab = world.tab.another()
    tab.open(f"chrome-extension://{EXTENSION}/options.html")
    until(tab, "document.getElementById('address').value !== ''")
    for address in (
        "ws://evil.example:8765",
        "wss://127.0.0.1:8765",
        "http://127.0.0.1:8765",
        "ws://127.0.0.1:8765/x",
        "here",
    ):
        tab.ask(f"document.getElementById('address').value = {json.dumps(address)}")
        tab.ask("document.getElementById('token').value = 'x'")
        click_words(tab, "Save and test")
        until(tab, "document.getElementById('answer').className", "bad")
        tab.ask("document.getElementById('answer').className = ''")
    tab.close()


def test_the_page_never_sees_the_token_nor_the_folders_of_this_machine(page: Page):
    show(page)
    until(page, MARKED, ALL_TEXTS)
    said = page.ask("window.messages.join()")
    assert "publishDiagnostics" in said
    assert TOKEN not in said
    assert str(PAPER) not in said


def test_a_page_cannot_have_a_file_of_this_machine_read(page: Page, tmp_path: Path):
    secret = tmp_path / "secret.tex"
    secret.write_text(_TEXTS["paper.tex"], "utf-8")
    show(page)
    until(page, MARKED, ALL_TEXTS)
    for method, params in (
        (
            "textDocument/didOpen",
            {"textDocument": {"uri": secret.as_uri(), "languageId": "latex", "version": 1, "text": ""}},
        ),
        ("tablecheck/findings", {"uri": secret.as_uri()}),
        ("workspace/executeCommand", {"command": "tablecheck.fetchSources", "arguments": []}),
        ("workspace/didChangeConfiguration", {"settings": {"tablecheck": {"papers": ["/"]}}}),
    ):
        message = {"jsonrpc": "2.0", "id": 4711, "method": method, "params": params}
        sent = {"channel": "tablecheck:from-page", "kind": "message", "text": json.dumps(message)}
        page.ask(f"window.postMessage({json.dumps(sent)}, location.origin)")
    time.sleep(1.5)
    answers = page.ask("window.messages.filter(one => one.includes('from-server'))")
    assert not [one for one in answers if "4711" in one or "secret.tex" in one]


def test_the_userscript_does_the_same_without_an_extension(tmp_path: Path, world: World):
    script = (world.extension / "tablecheck.user.js").read_text("utf-8")
    settings = {"address": "", "token": TOKEN, "papers": [str(PAPER / "papers")]}
    with pretended(build_page(tmp_path) / "page.js", _TEXTS, make_certificate(tmp_path)) as web:
        flags = (f"--host-resolver-rules=MAP www.overleaf.com:443 127.0.0.1:{web}", "--ignore-certificate-errors")
        with listening(tmp_path, "https://www.overleaf.com") as port, browser_page(*flags) as tab:
            tab.size(1200, 760)
            tab.open(f"https://www.overleaf.com/project/{PROJECT}")
            settings["address"] = f"ws://127.0.0.1:{port}"
            tab.ask(f"localStorage.setItem('tablecheck', {json.dumps(json.dumps(settings))})")
            tab.send("Page.addScriptToEvaluateOnNewDocument", source=script)
            show(tab)
            until(tab, MARKED, ALL_TEXTS)
            until(tab, f"{BADGE}.startsWith('2 findings')")
