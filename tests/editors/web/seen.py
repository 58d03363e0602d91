"""What a test sees of the page."""

import json

from tests.browser import Page
from tests.editors.hands import until, write

MARKED = "[...document.querySelectorAll('.editor:not([hidden]) .tc-finding')].map(one => one.textContent)"
LISTED = "[...document.querySelectorAll('#findings .number')].map(one => one.textContent)"
STATE = "document.getElementById('state').textContent"
_VIEW = "document.querySelector('.editor:not([hidden]) .cm-content').cmTile.view"


def text(page: Page) -> str:
    """The whole text of the editor that is shown."""
    return page.ask(f"{_VIEW}.state.doc.toString()")


def line(page: Page, number: int) -> str:
    """A line of the text, counted from 0."""
    return text(page).split("\n")[number]


def put_cursor(page: Page, before: str, extent: int = 0) -> None:
    """Put the cursor before some words, or select as many characters from there."""
    words = json.dumps(before)
    page.ask(
        f"(v => {{ const at = v.state.doc.toString().indexOf({words}); if (at < 0) throw Error('no ' + {words});"
        f" v.dispatch({{selection: {{anchor: at, head: at + {extent}}}, scrollIntoView: true}}); v.focus() }})({_VIEW})"
    )


def put_text(page: Page, whole: str) -> None:
    """Make the shown text another one, and put the cursor at its start."""
    page.ask(
        f"((v, text) => {{ if (v.state.doc.toString() !== text)"
        f" v.dispatch({{changes: {{from: 0, to: v.state.doc.length, insert: text}}}});"
        f" v.dispatch({{selection: {{anchor: 0}}, scrollIntoView: true}}); v.focus() }})"
        f"({_VIEW}, {json.dumps(whole)})"
    )


def replace(page: Page, old: str, new: str) -> None:
    """Select some words and type others over them."""
    put_cursor(page, old, len(old.encode("utf-16-le")) // 2)
    write(page, new)


def marked(page: Page, texts: list[str]) -> None:
    """Wait until just these numbers are marked, in the text and in the list."""
    until(page, MARKED, texts)
    until(page, LISTED, texts)
