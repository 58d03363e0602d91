"""A French manuscript in Latin-1 with line ends of Windows is fixed, marked and shown in its own encoding."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.inside import call
from tests.cli.test_commands import SLIP


@pytest.fixture
def french(tmp_path: Path) -> Path:
    folder = tmp_path / "thèse"
    shutil.copytree(SLIP, folder)
    text = (
        (folder / "paper.tex").read_text("utf-8").replace("\\begin{tabular}", "Évaluée à l'été :\n\\begin{tabular}", 1)
    )
    (folder / "paper.tex").write_bytes(text.replace("\n", "\r\n").encode("latin-1"))
    return folder


def test_a_fix_keeps_latin_1_and_carriage_returns(french: Path):
    before = (french / "paper.tex").read_bytes()
    assert call("paper.tex", "--papers", "sources", "--fix", cwd=french).returncode == 0
    after = (french / "paper.tex").read_bytes()
    assert after != before
    assert len(after) == len(before)
    assert sum(one != other for one, other in zip(before, after, strict=True)) <= 4
    assert after.count(b"\r\n") == before.count(b"\r\n") == before.count(b"\n")
    assert "Évaluée".encode("latin-1") in after


def test_a_reason_that_the_encoding_lacks_changes_nothing(french: Path):
    before = (french / "paper.tex").read_bytes()
    done = call("paper.tex", "--papers", "sources", "--add-ignore", "→ measured", cwd=french)
    assert done.returncode == 2
    assert "cannot write '→'" in done.stderr
    assert (french / "paper.tex").read_bytes() == before
    assert call("paper.tex", "--papers", "sources", "--add-ignore", "mesuré", cwd=french).returncode == 0
    assert "] mesuré\r\n".encode("latin-1") in (french / "paper.tex").read_bytes()


@pytest.mark.skipif(shutil.which("git") is None, reason="LOUD SKIP: git is not installed, so no patch was applied")
def test_the_diff_is_a_patch_that_git_applies(french: Path):
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(french), "PYTHONPATH": str(SLIP.parents[2])}
    command = [sys.executable, "-m", "tablecheck", "paper.tex", "--papers", "sources", "--diff"]
    patch = subprocess.run(command, cwd=french, env=environment, capture_output=True, check=False, timeout=120).stdout
    subprocess.run(["git", "init", "-q"], cwd=french, env=environment, check=True, timeout=60)
    subprocess.run(["git", "apply"], cwd=french, env=environment, input=patch, check=True, timeout=60)
    by_git = (french / "paper.tex").read_bytes()
    assert call("paper.tex", "--papers", "sources", cwd=french).returncode == 0
    assert by_git.count(b"\r\n") == by_git.count(b"\n")
