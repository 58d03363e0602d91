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


class Page:
    """One tab; ``requests`` are the addresses it has asked for so far, its own among them."""

    def __init__(self, pipe_in: int, pipe_out: int) -> None:
        self._in, self._out = pipe_in, pipe_out
        self._rest = b""
        self._count = 0
        self._session: str | None = None
        self.requests: list[str] = []
        self.events: list[dict[str, Any]] = []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Run a command and give its result."""
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._in, json.dumps(message).encode() + b"\0")
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
        while b"\0" not in self._rest:
            part = os.read(self._out, 1 << 20)
            assert part, "the browser has gone"
            self._rest += part
        line, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(line)
        if "method" in message:
            self.events.append(message)
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
        return message


@contextmanager
def browser_page() -> Iterator[Page]:
    """Start a browser with a profile of its own, give a tab, and end it."""
    assert CHROMIUM, "there is no chromium; run make checkers"
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()
    # The browser reads commands at descriptor 3 and answers at 4.
    script = f'exec "$@" 3<&{to_read} 4>&{from_write}'
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = ["bash", "-c", script, "browser", CHROMIUM, *_FLAGS, f"--user-data-dir={profile}"]
        process = subprocess.Popen(command, pass_fds=(to_read, from_write), stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        try:
            yield Page(to_write, from_read)
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
