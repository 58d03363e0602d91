"""What the machine refuses: the command says so, and never ends as if it had found something."""

import subprocess
import sys
from pathlib import Path

import pytest

from tablecheck.cli.exits import Exit
from tablecheck.cli.main import _Commands
from tests.cli.command import ROOT, environment, run

TEXT = r"""\begin{tabular}{lccc}
Method & Lake & River & Average \\
North & 80.1 & 70.3 & 75.2 \\
South & 81.3 & 72.1 & 76.7 \\
West & 79.0 & 69.5 & 74.2 \\
“Ours” & 85.0 & 76.2 & 86.0 \\
\end{tabular}
"""
FULL = Path("/dev/full")


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "paper.tex"
    path.write_text(TEXT, "utf-8")
    return path


def test_a_terminal_that_knows_few_letters_gets_what_it_can_show(paper: Path):
    done = run(paper, cwd=paper.parent, env=environment(paper.parent / "cache", PYTHONIOENCODING="ascii"))
    assert (done.returncode, done.stderr) == (Exit.FINDINGS, "")
    assert "?Ours? & 85.0" in done.stdout
    assert "Found 1 warning" in done.stdout


@pytest.mark.skipif(not FULL.exists(), reason="LOUD SKIP: no device that is always full here")
@pytest.mark.parametrize("arguments", [["{paper}"], ["{paper}", "--format", "json"], ["explain"]])
def test_a_full_disk_is_no_finding(paper: Path, arguments: list[str]):
    command = [sys.executable, "-m", "tablecheck", *(word.format(paper=paper) for word in arguments)]
    with FULL.open("w") as stream:
        done = subprocess.run(command, cwd=paper.parent, stdout=stream, stderr=subprocess.PIPE, text=True,
                              env=environment(paper.parent / "cache"), timeout=60, check=False)  # fmt: skip
    assert done.returncode == Exit.COULD_NOT_RUN
    assert done.stderr == "tablecheck: cannot write to stdout: No space left on device\n"


def test_what_failed_elsewhere_is_not_blamed_on_stdout(paper: Path):
    script = (
        "from tablecheck.cli import explain, main\n"
        "def fail(**_): raise OSError(5, 'Input/output error')\n"
        "explain.explain.callback = fail\n"
        "main(['explain'])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=paper.parent, capture_output=True, text=True,
                          env=environment(paper.parent / "cache"), timeout=60, check=False)  # fmt: skip
    assert "OSError: [Errno 5] Input/output error" in done.stderr
    assert "stdout" not in done.stderr.splitlines()[-1]


def test_a_folder_that_is_gone_is_said_to_be(paper: Path):
    script = "import os, shutil, sys; shutil.rmtree(os.getcwd()); from tablecheck.cli import main; main(['paper.tex'])"
    done = subprocess.run([sys.executable, "-c", script], cwd=paper.parent, capture_output=True, text=True,
                          env=environment(ROOT / "nowhere"), timeout=60, check=False)  # fmt: skip
    assert done.returncode == Exit.COULD_NOT_RUN
    assert done.stderr == "tablecheck: the current folder is gone; change to another one\n"


def test_a_closed_stdin_is_misuse(paper: Path):
    script = "import sys; sys.stdin = None; from tablecheck.cli import main; main(['--stdin-filename', 'paper.tex'])"
    done = subprocess.run([sys.executable, "-c", script], cwd=paper.parent, capture_output=True, text=True,
                          env=environment(paper.parent / "cache"), timeout=60, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (
        Exit.COULD_NOT_RUN, "tablecheck: --stdin-filename: stdin is closed; give the text of the file there\n"
    )  # fmt: skip


def test_an_interruption_before_a_command_runs_is_one_all_the_same():
    def stop() -> None:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ending:
        _Commands(name="tablecheck", callback=stop, invoke_without_command=True).main(["--"])
    assert ending.value.code == Exit.STOPPED
