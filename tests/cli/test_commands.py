import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SLIP = ROOT / "tests" / "cases" / "10-digit-slip-with-pm"
RERUN = ROOT / "tests" / "cases" / "14-rerun-rows"


def run(*arguments, cwd=ROOT, **environment):
    """The real command, as a shell would start it."""
    return subprocess.run(
        [sys.executable, "-m", "tablecheck", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "COLUMNS": "100",
            "TABLECHECK_CACHE": os.environ["TABLECHECK_CACHE"],
            **environment,
        },
        timeout=120,
        check=False,
    )


def test_a_file_name_alone_means_check():
    bare = run(SLIP / "paper.tex", "--papers", SLIP / "sources")
    spelled = run("check", SLIP / "paper.tex", "--papers", SLIP / "sources")
    assert bare.stdout == spelled.stdout
    assert bare.returncode == spelled.returncode == 1


def test_options_may_stand_before_the_file_name():
    assert run("--papers", SLIP / "sources", SLIP / "paper.tex").returncode == 1


def test_notes_alone_are_no_failure():
    done = run(RERUN / "paper.tex", "--papers", RERUN / "sources")
    assert done.returncode == 0, done.stdout


def test_a_missing_paper_counts_only_when_strict():
    lenient = run(SLIP / "paper.tex", "--select", "TC202")
    strict = run(SLIP / "paper.tex", "--select", "TC202", "--strict")
    assert (lenient.returncode, strict.returncode) == (0, 3)
    assert "could not check [north2101]" in lenient.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.tex"], "there is no file nowhere.tex"),
        ([str(SLIP / "paper.tex"), "--papers", "nowhere"], "--papers nowhere: there is no such file or folder"),
        ([str(SLIP / "paper.tex"), "--select", "TC999"], "no rule is called TC999"),
        (["explain", "value-difers"], "did you mean value-differs?"),
        (["extract", "nowhere.pdf"], "cannot open nowhere.pdf"),
    ],
)
def test_misuse_says_what_is_wrong_and_exits_with_two(arguments, says):
    done = run(*arguments)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_but_the_report_is_written_where_no_terminal_is():
    done = run(SLIP / "paper.tex", "--papers", SLIP / "sources")
    assert done.stderr == ""
    assert "\x1b" not in done.stdout


def test_colour_can_be_forced_and_refused():
    forced = run(SLIP / "paper.tex", "--papers", SLIP / "sources", FORCE_COLOR="1", TERM="xterm-256color")
    refused = run(SLIP / "paper.tex", "--papers", SLIP / "sources", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm")
    assert "\x1b[" in forced.stdout
    assert "\x1b[3" not in refused.stdout


def test_every_rule_is_explained():
    listed = run("explain")
    codes = [line.split()[0] for line in listed.stdout.splitlines()]
    assert "TC101" in codes
    page = run("explain", "TC101")
    assert "value-differs" in page.stdout
    assert "When it stays silent" in page.stdout


def test_the_version_costs_no_heavy_imports():
    code = "import sys, tablecheck.cli; sys.exit(bool({'numpy', 'pymupdf', 'scipy', 'lxml'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
