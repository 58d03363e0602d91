"""Hands for a page in a browser: keys, typing and the pointer, as the browser itself gets them."""

import json
import os
import time
from pathlib import Path
from typing import Any

from tests.browser import Page
from tests.reporters.checkers import AXE

_CODES = {"F8": 119, "Enter": 13, "Escape": 27, "Tab": 9, "ArrowRight": 39, "End": 35, "Home": 36, "Backspace": 8}
_MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
_PATIENCE = 30.0  # seconds; the machine may be busy with other tests


def until(page: Page, expression: str, wanted: Any = True, seconds: float = _PATIENCE) -> None:
    """Wait until an expression of the page has a value."""
    end = time.monotonic() + seconds
    value = page.ask(expression)
    while value != wanted:
        assert time.monotonic() < end, f"{expression} stays {value!r}, wanted {wanted!r}\n{complaints(page)}"
        time.sleep(0.05)
        value = page.ask(expression)


def press(page: Page, keys: str) -> None:
    """Press a key, with others held down: ``Control+Shift+z``."""
    *held, key = keys.split("+")
    modifiers = sum(_MODIFIERS[one] for one in held)
    code = _CODES.get(key) or ord(key.upper()) if key != "." else 190
    text = {"Enter": "\r"}.get(key, "")
    params = {"key": key, "code": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
    page.send(
        "Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **params, **({"text": text} if text else {})
    )
    page.send("Input.dispatchKeyEvent", type="keyUp", **params)


def write(page: Page, text: str) -> None:
    """Type a text where the cursor is."""
    page.send("Input.insertText", text=text)


def point(page: Page, selector: str) -> None:
    """Move the pointer onto the middle of an element."""
    x, y = _middle(page, selector)
    for step in (3, 2, 1, 0):
        page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x + step, y=y)


def click(page: Page, selector: str) -> None:
    """Click on the middle of an element."""
    x, y = _middle(page, selector)
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        page.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def click_words(page: Page, words: str, within: str = "body") -> None:
    """Click on the button that says something."""
    buttons, said = json.dumps(f"{within} button"), json.dumps(words)
    found = page.ask(
        f"(b => b ? (b.setAttribute('data-to-click', ''), true) : false)"
        f"([...document.querySelectorAll({buttons})].find(one => one.textContent.includes({said})))"
    )
    assert found, f"no button says {words!r}: {page.ask(f'document.querySelector({json.dumps(within)})?.innerText')}"
    click(page, "[data-to-click]")
    page.ask("document.querySelectorAll('[data-to-click]').forEach(one => one.removeAttribute('data-to-click'))")


def complaints(page: Page) -> list[str]:
    """What the page has said on its console that is no mere remark."""
    kinds = {"Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"}
    said = [event["params"] for event in page.events if event["method"] in kinds]
    return [json.dumps(one)[:500] for one in said if one.get("type") not in {"log", "info", "debug"}]


def _middle(page: Page, selector: str) -> tuple[float, float]:
    found = page.ask(
        f"(e => {{ if (!e) return null; e.scrollIntoView({{block: 'nearest'}}); const r = e.getBoundingClientRect();"
        f" return [r.x + r.width / 2, r.y + r.height / 2] }})(document.querySelector({json.dumps(selector)}))"
    )
    assert found, f"there is no {selector}"
    return found[0], found[1]


def keep(page: Page, name: str) -> None:
    """Keep what is seen, where TABLECHECK_PICTURES names a folder for it."""
    if folder := os.environ.get("TABLECHECK_PICTURES"):
        time.sleep(0.5)  # what moves has come to rest
        (Path(folder) / f"{name}.png").write_bytes(page.screenshot(whole=False))


def violations(page: Page, *parts: str) -> list[Any]:
    """What the accessibility checker has to say of the page, or of parts of it."""
    page.ask(AXE.read_text("utf-8") + "; 0")
    context = json.dumps({"include": [[one] for one in parts]}) if parts else "document"
    return page.ask(
        f"axe.run({context}).then(result => result.violations.map(one => [one.id, one.nodes.map(node => node.html)]))"
    )
