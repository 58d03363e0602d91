"""Drives headless Chromium over a pipe, by the DevTools protocol alone; no driver, no port, no package."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
IS_REQUIRED = bool(os.environ.get("TABLECHECK_REQUIRE_CHECKERS"))

needs_browser = pytest.mark.skipif(
    CHROMIUM is None and not IS_REQUIRED,
    reason="LOUD SKIP: there is no chromium; make checkers installs it where it may",
)

_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--remote-debugging-pipe",
)  # fmt: skip


class _Wire:
    """The pipe to a browser, which all its tabs share."""

    def __init__(self, pipe_in: int, pipe_out: int) -> None:
        self.pipe_in, self.pipe_out = pipe_in, pipe_out
        self.rest = b""
        self.count = 0
        self.tabs: dict[str, Page] = {}


class Page:
    """One tab; ``requests`` are the addresses it has asked for so far, its own among them."""

    def __init__(self, wire: _Wire) -> None:
        self._wire = wire
        self._session: str | None = None
        self.requests: list[str] = []
        self.events: list[dict[str, Any]] = []
        self._target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        wire.tabs[self._session] = self
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def another(self) -> "Page":
        """Open a second tab in the same browser."""
        return Page(self._wire)

    def close(self) -> None:
        """Close the tab, whatever it would ask its reader first."""
        self.send("Target.closeTarget", targetId=self._target)

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Run a command and give its result."""
        self._wire.count += 1
        number = self._wire.count
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._wire.pipe_in, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def open(self, address: str) -> None:
        """Load an address and wait until it and its pictures are there."""
        self.events.clear()
        self.send("Page.navigate", url=address)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._next()

    def size(self, width: int, height: int) -> None:
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def look(self, scheme: str = "light", medium: str = "") -> None:
        """Choose light or dark, screen or print."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.send("Emulation.setEmulatedMedia", media=medium, features=features)

    def ask(self, expression: str) -> Any:
        """Give the value of an expression of the page; promises are waited for."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str, code: int) -> None:
        for kind in ("rawKeyDown", "char", "keyUp"):
            text = "\r" if key == "Enter" else " " if key == " " else ""
            if kind == "char" and not text:
                continue
            extra = {"text": text} if kind == "char" else {}
            self.send("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **extra)

    def screenshot(self, whole: bool = True) -> bytes:
        shot = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(shot["data"])

    def pdf(self) -> bytes:
        return base64.b64decode(self.send("Page.printToPDF", printBackground=False)["data"])

    def _next(self) -> dict[str, Any]:
        wire = self._wire
        while b"\0" not in wire.rest:
            part = os.read(wire.pipe_out, 1 << 20)
            assert part, "the browser has gone"
            wire.rest += part
        line, wire.rest = wire.rest.split(b"\0", 1)
        message = json.loads(line)
        tab = wire.tabs.get(message.get("sessionId", ""))
        if "method" in message and tab is not None:
            tab.events.append(message)
            if message["method"] == "Network.requestWillBeSent":
                tab.requests.append(message["params"]["request"]["url"])
        return message


@contextmanager
def browser_page(*flags: str) -> Iterator[Page]:
    """Start a browser with a profile of its own and perhaps more flags, give a tab, and end it."""
    assert CHROMIUM, "there is no chromium; run make checkers"
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    # The browser reads commands at descriptor 3 and answers at 4.
    script = f'exec "$@" 3<&{to_read} 4>&{from_write}'
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = ["bash", "-c", script, "browser", CHROMIUM, *_FLAGS, *flags, f"--user-data-dir={profile}"]
        process = subprocess.Popen(command, pass_fds=(to_read, from_write), stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        try:
            yield Page(_Wire(to_write, from_read))
        finally:
            os.close(to_write)  # the browser ends when nobody commands it
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            os.close(from_read)


def file_address(path: Path) -> str:
    return path.resolve().as_uri()
