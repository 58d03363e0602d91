"""Completions, the manual page, the doctor, and how little it costs to start."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablecheck.cli.man import man_page
from tests.cli.inside import call
from tests.cli.test_commands import ROOT, SLIP

MAN = ROOT / "docs" / "man" / "tablecheck.1"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_completions_and_can_read_them(shell: str):
    script = call("completions", shell, cwd=ROOT).stdout
    assert "_TABLECHECK_COMPLETE" in script
    if program := shutil.which(shell):
        checked = subprocess.run([program, "-n"], input=script.encode(), capture_output=True, check=False, timeout=30)
        assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    ("words", "position", "offers"),
    [
        ("tablecheck ex", 1, {"plain,extract", "plain,explain", "file,ex"}),
        ("tablecheck paper.tex --stat", 2, {"plain,--statistics"}),
        ("tablecheck check --format sa", 3, {"plain,sarif"}),
        ("tablecheck config sh", 2, {"plain,show"}),
    ],
)
def test_what_is_typed_is_completed(words: str, position: int, offers: set[str]):
    done = subprocess.run(
        [sys.executable, "-c", "from tablecheck.cli import main; main(prog_name='tablecheck')"],
        cwd=ROOT,
        env={
            "COMP_WORDS": words,
            "COMP_CWORD": str(position),
            "_TABLECHECK_COMPLETE": "bash_complete",
            "PATH": "/usr/bin",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert set(done.stdout.split()) == offers, done.stderr


def test_the_manual_page_is_the_one_of_the_commands_today(request: pytest.FixtureRequest):
    if request.config.getoption("--rewrite-expected"):
        MAN.write_text(man_page(), encoding="utf-8")
    assert MAN.read_text("utf-8") == man_page()


def test_the_manual_page_has_every_option_and_no_slip_of_its_language():
    page = man_page()
    for option in ("fix", "add\\-ignore", "write\\-baseline", "stdin\\-filename", "exit\\-zero"):
        assert f"\\-\\-{option}" in page
    if groff := shutil.which("groff"):
        done = subprocess.run(
            [groff, "-man", "-ww", "-z", "-Tutf8"], input=page.encode(), capture_output=True, check=False
        )
        assert b"warning" not in done.stderr, done.stderr


def test_the_doctor_says_what_is_there_and_asks_nobody(tmp_path: Path):
    shutil.copytree(SLIP, tmp_path / "slip")
    done = call("doctor", cwd=tmp_path / "slip")
    assert done.returncode == 0, done.stdout
    assert "main file: paper.tex" in done.stdout
    assert "services:" not in done.stdout
    (tmp_path / "slip" / "tablecheck.toml").write_text("papres = []", "utf-8")
    done = call("doctor", cwd=tmp_path / "slip")
    assert done.returncode == 1
    assert "!!  configuration: tablecheck.toml: there is no key papres; did you mean papers?" in done.stdout


def test_the_doctor_says_which_services_cannot_be_reached(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TABLECHECK_SERVICES_AT", "http://127.0.0.1:9")  # nobody listens there
    done = call("doctor", "--online", cwd=ROOT)
    assert done.returncode == 1
    assert "cannot be reached (ConnectionError)" in done.stdout


def test_starting_loads_nothing_that_only_a_check_needs():
    code = (
        "import sys\nfrom tablecheck.cli import main\n"
        "try: main(['--version'])\nexcept SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'lxml', 'pymupdf', 'rich', 'requests', 'tablecheck.rules', 'tablecheck.model'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
