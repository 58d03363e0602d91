"""The snippet for latexmk, with latexmk itself."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.installed import Installed
from tests.integrations.manuscripts import ROOT, example

SNIPPET = ROOT / "integrations" / "latexmk" / "latexmkrc"
needs_latexmk = pytest.mark.skipif(
    not (shutil.which("latexmk") and shutil.which("pdflatex")),
    reason="LOUD SKIP: latexmk and pdflatex are not installed; on Debian or Ubuntu: apt-get install latexmk",
)


@pytest.mark.slow
@needs_latexmk
def test_findings_follow_a_good_compilation_and_do_not_fail_it(tmp_path: Path, installed: Installed):
    folder = example(tmp_path / "paper", with_papers=False)
    shutil.copy2(SNIPPET, folder / "latexmkrc")
    done = subprocess.run(
        ["latexmk", "-pdf", "-interaction=nonstopmode", "paper.tex"],
        cwd=folder,
        env={**os.environ, "PATH": f"{installed.programs}:{os.environ['PATH']}"},
        capture_output=True,
        timeout=180,
        check=False,
    )
    printed = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, printed[-2000:]
    assert (folder / "paper.pdf").is_file()
    assert printed.count("\nsections/results.tex:25:76: error TC101 value-differs:") == 1
    assert "\nFound 5 errors, 2 warnings." in printed
