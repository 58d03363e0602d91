"""Configurations for editors that cannot be had here: they parse, and the very command that they name works."""

import configparser
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.editors.configurations.handshake import shake_hands
from tests.editors.expected import FINDINGS
from tests.editors.terminal import SETTINGS, copy_of_paper

LATEX_NAMES = {"latex", "tex", "text.tex.latex", "LaTeX"}


def _helix() -> list[str]:
    found = tomllib.loads((SETTINGS / "helix" / "languages.toml").read_text("utf-8"))
    (language,) = found["language"]
    assert language["name"] == "latex"
    assert "tablecheck" in language["language-servers"]
    server = found["language-server"]["tablecheck"]
    return [server["command"], *server["args"]]


def _kakoune() -> list[str]:
    text = (SETTINGS / "kakoune" / "tablecheck.kak").read_text("utf-8")
    inner = re.search(r"lsp_servers %\{(.*?)\n    \}", text, re.DOTALL)
    assert inner is not None
    server = tomllib.loads(inner[1])["tablecheck"]
    assert "tablecheck.toml" in server["root_globs"]
    return [server["command"], *server["args"]]


def _sublime() -> list[str]:
    server = json.loads((SETTINGS / "sublime" / "LSP.sublime-settings").read_text("utf-8"))["clients"]["tablecheck"]
    assert server["enabled"] is True
    assert server["selector"] in LATEX_NAMES
    return list(server["command"])


def _jupyterlab() -> list[str]:
    found = json.loads((SETTINGS / "jupyterlab" / "jupyter_server_config.json").read_text("utf-8"))
    server = found["LanguageServerManager"]["language_servers"]["tablecheck"]
    assert server["version"] == 2
    assert set(server["languages"]) <= LATEX_NAMES
    return list(server["argv"])


def _zed() -> list[str]:
    extension = tomllib.loads((SETTINGS / "zed" / "extension.toml").read_text("utf-8"))
    assert extension["language_servers"]["tablecheck"]["languages"] == ["LaTeX"]
    assert tomllib.loads((SETTINGS / "zed" / "Cargo.toml").read_text("utf-8"))["lib"]["crate-type"] == ["cdylib"]
    source = (SETTINGS / "zed" / "src" / "lib.rs").read_text("utf-8")
    program = re.search(r'PROGRAM: &str = "(\w+)"', source)
    arguments = re.search(r"ARGUMENTS: \[&str; \d+\] = (\[.*?\]);", source)
    assert program is not None
    assert arguments is not None
    return [program[1], *json.loads(arguments[1])]


@pytest.mark.parametrize("command_of", [_helix, _kakoune, _sublime, _jupyterlab, _zed])
def test_the_command_of_a_configuration_starts_the_server(command_of: Callable[[], list[str]], tmp_path: Path):
    said = shake_hands(command_of(), copy_of_paper(tmp_path).parent)
    assert said["serverInfo"]["name"] == "tablecheck"
    assert said["capabilities"]["hoverProvider"]


def test_the_command_of_texstudio_prints_a_line_for_each_finding(tmp_path: Path):
    profile = configparser.ConfigParser(interpolation=None)
    profile.read(SETTINGS / "texstudio" / "tablecheck.txsprofile", "utf-8")
    command = profile["texmaker"][r"User\Tools"]
    paper = copy_of_paper(tmp_path)
    program, *arguments = command.replace("?am.tex", str(paper)).split()
    found: Any = subprocess.run(
        [Path(sys.executable).parent / program, *arguments], capture_output=True, text=True, timeout=120, check=False
    )
    assert found.returncode == 1, found.stderr
    for finding in FINDINGS:
        place = f"{finding['line'] + 1}:{finding['column'] + 1}"
        assert f"{paper}:{place}: {finding['severity']} {finding['code']}" in found.stdout
    assert len(FINDINGS) == sum(line.startswith(f"{paper}:") for line in found.stdout.splitlines())


@pytest.mark.skipif(
    shutil.which("kak") is None, reason="LOUD SKIP: Kakoune is not installed; make editors gets it where it may"
)
def test_kakoune_reads_its_lines(tmp_path: Path):
    done = subprocess.run(
        ["kak", "-n", "-ui", "dummy", "-e",
         "declare-option str-list lsp_servers; define-command lsp-enable-window nop; "
         "declare-option str filetype; "
         f"source {SETTINGS / 'kakoune' / 'tablecheck.kak'}; set-option buffer filetype latex; "
         f"evaluate-commands %sh{{ printf '%s' \"$kak_opt_lsp_servers\" > {tmp_path / 'seen'} }}; quit!"],
        capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert (tmp_path / "seen").is_file(), done.stderr
    assert "[tablecheck]" in (tmp_path / "seen").read_text("utf-8")
