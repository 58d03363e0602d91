"""Editors that run in a terminal: they play the scenario by a script of their own and write down what they saw."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.editors.expected import EXPECTED, FINDINGS, HERE, PAPER, texts_of

ROOT = HERE.parent.parent
SETTINGS = ROOT / "editors"
INSTALLED = Path(os.environ.get("TABLECHECK_EDITORS") or Path(sys.prefix) / "editors")
IS_REQUIRED = bool(os.environ.get("TABLECHECK_REQUIRE_EDITORS"))
_PATIENCE = 170  # seconds for a whole scenario on a busy machine


def needs(program: str | Path | None, name: str) -> pytest.MarkDecorator:
    """Skip loudly where an editor is not there; in continuous integration that fails instead."""
    is_there = program is not None and shutil.which(str(program)) is not None
    return pytest.mark.skipif(
        not is_there and not IS_REQUIRED,
        reason=f"LOUD SKIP: {name} is not installed; make editors gets it where it may",
    )


def copy_of_paper(folder: Path) -> Path:
    """The paper that may be changed."""
    return Path(shutil.copytree(PAPER, folder / "paper")) / "paper.tex"


def play(command: Sequence[str | Path], paper: Path, **more: str) -> dict[str, Any]:
    """Let an editor play the scenario in the paper's folder, and read what it saw."""
    seen = paper.parent.parent / "seen.json"
    done = subprocess.run(
        [str(part) for part in command], cwd=paper.parent, env=_environment(paper, seen, more),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PATIENCE, check=False,
    )  # fmt: skip
    assert seen.is_file(), f"{command[0]} ended with {done.returncode}\n{done.stdout}\n{done.stderr}"
    found: dict[str, Any] = json.loads(seen.read_text("utf-8"))
    return found


def _environment(paper: Path, seen: Path, more: Mapping[str, str]) -> dict[str, str]:
    home = paper.parent.parent / "home"
    home.mkdir(exist_ok=True)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return os.environ | {
        "PATH": path,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "TABLECHECK_EXPECTED": str(HERE / "expected.json"),
        "TABLECHECK_SEEN": str(seen),
        "TABLECHECK_SETTINGS": str(SETTINGS),
        **more,
    }


def judge(seen: Mapping[str, Any], *, column: str | None = None) -> None:
    """Compare what an editor saw with what it should have seen, step by step.

    ``column`` names the units in which the editor counts columns, as in ``expected.json``; steps and columns that
    an editor cannot show are left out of ``seen``.
    """
    assert "missing_action" not in seen, f"there is no action {seen['missing_action']!r}"
    steps = seen["steps"]
    assert [(one["code"], one["text"]) for one in steps["open"]] == [(one["code"], one["text"]) for one in FINDINGS]
    for found, wanted in zip(steps["open"], FINDINGS, strict=True):
        assert wanted["message"] in found["message"]
        assert found["line"] == wanted["line"]
        if column:
            assert found["byte"] == wanted[column]
    if "hover" in seen:
        assert [part for part in EXPECTED["hover"]["contains"] if part not in seen["hover"]] == []
    once = texts_of("after_fix")
    wanted_texts = {
        "after_fix": once,
        "after_undo": [one["text"] for one in FINDINGS],
        "after_redo": once,
        "after_mending": once,
        "after_restart": once,
        "after_ignore": texts_of("after_ignore"),
    }
    for name, found in steps.items():
        if name in wanted_texts:
            assert [one["text"] for one in found] == wanted_texts[name], name
    if "while_broken" in steps:
        assert {one["text"] for one in steps["while_broken"]} <= set(once), "a finding at a wrong text"
    for step in ("fix", "ignore"):
        line = {"fix": "fixed_line", "ignore": "ignored_line"}[step]
        if line in seen:
            assert seen[line] == EXPECTED[step]["line_after"]
