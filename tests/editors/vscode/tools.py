"""What the VS Code tests are run with, as tools/install_editors_vscode.sh installs it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from tests.browser import CHROMIUM

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(sys.prefix) / "editors" / "vscode"
NODE = FOLDER / "bin" / "node"
NODE_MODULES = FOLDER / "npm" / "node_modules"
CODE_SERVER = FOLDER / "code-server" / "node_modules" / "code-server" / "out" / "node" / "entry.js"
IS_REQUIRED = bool(os.environ.get("TABLECHECK_REQUIRE_EDITORS"))

_CAN_BUILD = NODE.exists() and (NODE_MODULES.parent / "installed.json").is_file()

needs_node = pytest.mark.skipif(
    not _CAN_BUILD and not IS_REQUIRED, reason="LOUD SKIP: Node and its packages are not installed; run make editors"
)
needs_vscode = pytest.mark.skipif(
    not (_CAN_BUILD and CODE_SERVER.is_file() and CHROMIUM) and not IS_REQUIRED,
    reason="LOUD SKIP: code-server or chromium is not installed; run make editors checkers",
)


def run_node(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Node with the packages of the extension at hand."""
    command = [str(NODE), *map(str, arguments)]
    environment = {**os.environ, "TABLECHECK_NODE_MODULES": str(NODE_MODULES), **environment}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def built_extension() -> Path:
    """Build the extension once for all that run at the same time, and again where its sources are newer."""
    out = FOLDER / "tested"
    with FileLock(FOLDER / "tested.lock"):
        built = next(out.glob("*.vsix"), None)
        if built is None or built.stat().st_mtime < _newest_source():
            shutil.rmtree(out, ignore_errors=True)
            script = [str(ROOT / "tools" / "build_vsix.sh"), sys.executable, str(FOLDER), str(out)]
            done = subprocess.run(script, capture_output=True, text=True, timeout=300)
            assert done.returncode == 0, done.stdout + done.stderr
            built = next(out.glob("*.vsix"))
    return built


def _newest_source() -> float:
    folders = (ROOT / "editors" / "vscode", ROOT / "tablecheck")
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix != ".pyc" and path.is_file())
    return max(path.stat().st_mtime for path in files)
