"""Runs code-server, a VS Code for browsers, with the extension installed."""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from tests.editors.vscode.tools import CODE_SERVER, NODE

_SETTINGS = {
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
    "security.workspace.trust.enabled": False,
    "chat.disableAIFeatures": True,
    "telemetry.telemetryLevel": "off",
    "extensions.ignoreRecommendations": True,
    "editor.minimap.enabled": False,
    "editor.unicodeHighlight.ambiguousCharacters": False,
    "files.autoSave": "off",  # what is checked has not been saved
    "git.enabled": False,
    "remote.autoForwardPorts": False,
    "workbench.secondarySideBar.defaultVisibility": "hidden",
}


@dataclass(frozen=True, slots=True)
class CodeServer:
    """A running one. Processes that it started carry ``mark`` in their environment."""

    address: str
    mark: str


@contextmanager
def code_server(folder: Path, extensions: tuple[Path, ...], more: Mapping[str, str]) -> Iterator[CodeServer]:
    """Start one that keeps everything below ``folder``, and end it.

    ``extensions`` are .vsix files, or folders that hold an unpacked extension; ``more`` is added to its environment.
    """
    user = folder / "user"
    (user / "User").mkdir(parents=True)
    (user / "User" / "settings.json").write_text(json.dumps(_SETTINGS))
    installed = folder / "extensions"
    installed.mkdir(parents=True)
    for extension in extensions:
        if extension.is_dir():
            shutil.copytree(extension, installed / f"test.{extension.name}-0.0.1")
    mark = uuid4().hex
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("VSCODE_", "ELECTRON_"))},
        "HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "VSCODE_CLI": "1",  # or it asks a login shell for another PATH
        "TABLECHECK_TEST_MARK": mark,
        **more,
    }
    common = [str(NODE), str(CODE_SERVER), "--user-data-dir", str(user), "--extensions-dir", str(installed)]
    for extension in extensions:
        if extension.is_file():
            done = subprocess.run(
                [*common, "--install-extension", str(extension)],
                env=environment,
                capture_output=True,
                text=True,
                timeout=120,
            )
            assert done.returncode == 0, done.stdout + done.stderr
    port = _free_port()
    flags = ["--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry", "--disable-update-check"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([*common, *flags], env=environment, stdout=log, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}/"
            _wait_for(address, process)
            yield CodeServer(address, mark)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert process.poll() is None, "code-server ended while starting"
        try:
            with urllib.request.urlopen(f"{address}healthz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError("code-server does not answer")
