"""The parts of the extension that need no editor, run by Node's own test runner, and the package itself."""

import json
import re
import sys
import sysconfig
import zipfile
from pathlib import Path

from tests.browser import CHROMIUM
from tests.editors.vscode.tools import ROOT, built_extension, needs_node, needs_vscode, run_node

_EXTENSION = ROOT / "editors" / "vscode"
_UNITS = Path(__file__).parent / "units"
_QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"


@needs_node
def test_each_part_does_its_work_alone():
    units = sorted(path for path in _UNITS.glob("*.test.ts") if path.name != "private_environment.test.ts")
    done = run_node("--test", _QUIET, *units)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_node
def test_a_private_environment_is_made_from_the_wheel_in_the_package(tmp_path):
    with zipfile.ZipFile(built_extension()) as package:
        wheel = next(name for name in package.namelist() if name.endswith(".whl"))
        package.extract(wheel, tmp_path)
    done = run_node(
        "--test",
        _QUIET,
        _UNITS / "private_environment.test.ts",
        TABLECHECK_WHEEL=str(tmp_path / wheel),
        TABLECHECK_PYTHON=sys.executable,
        # No network: what tablecheck needs is lent from the environment of the tests.
        PIP_NO_DEPS="1",
        PIP_NO_INDEX="1",
        PYTHONPATH=sysconfig.get_path("purelib"),
    )
    assert done.returncode == 0, done.stdout + done.stderr


@needs_node
def test_the_package_holds_what_runs_and_nothing_else():
    with zipfile.ZipFile(built_extension()) as package:
        names = {name.removeprefix("extension/") for name in package.namelist()}
        notices = package.read("extension/dist/THIRD_PARTY_NOTICES.txt").decode()
        readme = package.read("extension/readme.md").decode()
    assert {"dist/extension.js", "dist/panel.js", "dist/panel.css", "icon.png", "LICENSE.txt"} <= names
    assert any(re.fullmatch(r"wheel/tablecheck-[\d.]+-py3-none-any\.whl", name) for name in names)
    assert not [name for name in names if name.endswith((".ts", ".map", ".lock")) or "node_modules" in name]
    assert "vscode-languageclient 11" in notices
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", readme)
    assert pictures
    assert set(pictures) <= names


def test_the_lock_file_names_no_host():
    lock = (_EXTENSION / "package-lock.json").read_text("utf-8")
    assert "://" not in re.sub(r'"funding": (\{[^}]*\}|\[[^\]]*\])|"url": "[^"]*"', "", lock)
    assert "resolved" not in lock


def test_the_extension_and_the_program_have_one_version():
    manifest = json.loads((_EXTENSION / "package.json").read_text("utf-8"))
    version = re.search(r'__version__ = "([^"]+)"', (ROOT / "tablecheck" / "__init__.py").read_text("utf-8"))
    assert version
    assert manifest["version"] == version[1]


@needs_vscode
def test_the_side_panel_lets_only_tables_through():
    done = run_node("--test", Path(__file__).parent / "drive" / "safe_table.mjs", TABLECHECK_CHROMIUM=str(CHROMIUM))
    assert done.returncode == 0, done.stdout + done.stderr
