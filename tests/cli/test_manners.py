"""How the command behaves between people and other programs: what it finds, changes, prints and exits with."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.inside import Done, call
from tests.cli.test_commands import ROOT

SLIP = ROOT / "tests" / "cases" / "10-digit-slip-with-pm"
BASELINE = ROOT / "tests" / "cases" / "19-baseline-survives-edits"
INCLUDED = ROOT / "tests" / "cases" / "04-rows-from-input-file"


def run(*arguments: object, cwd: Path = ROOT, stdin: bytes | None = None) -> Done:
    return call(*arguments, cwd=cwd, stdin=stdin)


@pytest.fixture
def slip(tmp_path: Path) -> Path:
    """A copy of the case with slips, configured so that the papers are found."""
    shutil.copytree(SLIP, tmp_path / "slip")
    (tmp_path / "slip" / "tablecheck.toml").write_text('papers = ["sources"]\n', encoding="utf-8")
    return tmp_path / "slip"


def test_the_configuration_names_the_papers_from_wherever_the_run_is_started(slip: Path):
    assert run("paper.tex", cwd=slip).returncode == 1
    assert run("slip/paper.tex", cwd=slip.parent).returncode == 1
    assert run("paper.tex", "--isolated", cwd=slip).returncode == 0


def test_a_wrong_configuration_is_misuse_and_says_which_file_and_key(slip: Path):
    (slip / "tablecheck.toml").write_text('paper = ["sources"]\n', encoding="utf-8")
    done = run("paper.tex", cwd=slip)
    assert done.returncode == 2
    assert "tablecheck.toml: there is no key paper; did you mean papers?" in done.stderr


def test_what_is_chosen_can_be_shown_with_where_it_comes_from(slip: Path):
    shown = run("config", "show", cwd=slip).stdout
    assert 'papers = ["sources"]' in shown
    assert "# tablecheck.toml" in shown
    document = json.loads(run("config", "show", "--format", "json", cwd=slip).stdout)
    assert document["severity"] == {"value": "warning", "origin": "default"}
    assert json.loads(run("config", "schema").stdout)["title"] == "tablecheck"


def test_a_folder_and_a_part_mean_the_main_file(slip: Path):
    whole = run("paper.tex", "--format", "json", cwd=slip).stdout
    assert run(".", "--format", "json", cwd=slip).stdout == whole
    assert run("check", "--format", "json", cwd=slip).stdout == whole
    included = run(INCLUDED / "tab" / "rows.tex", "--papers", INCLUDED / "sources", "--format", "json")
    main = run(INCLUDED / "main.tex", "--papers", INCLUDED / "sources", "--format", "json")
    assert included.stdout == main.stdout
    assert json.loads(main.stdout)["coverage"]["checked"] > 0


def test_several_main_files_are_all_checked(slip: Path):
    shutil.copy(slip / "paper.tex", slip / "second.tex")
    (slip / "clean.tex").write_text("\\documentclass{article}\n\\begin{document}\n\\end{document}\n", "utf-8")
    done = run(".", "--format", "concise", cwd=slip)
    assert done.returncode == 1
    assert "paper.tex:" in done.stdout
    assert "second.tex:" in done.stdout
    document = json.loads(run(".", "--format", "json", cwd=slip).stdout)
    assert [one["path"] for one in document["reports"]] == ["clean.tex", "paper.tex", "second.tex"]
    assert "== second.tex" in run(".", cwd=slip).stdout
    assert len(json.loads(run(".", "--format", "sarif", cwd=slip).stdout)["runs"]) == 3
    done = run(".", "--format", "junit", "--output", "html=report.html", cwd=slip)
    assert done.stdout.count("<testsuite ") == 3
    assert {file.name for file in slip.glob("*.html")} == {
        "report-clean.html",
        "report-paper.html",
        "report-second.html",
    }
    assert run(".", "--format", "html", cwd=slip).returncode == 2
    annotations = [
        line for line in run(".", "--format", "github", "--all", cwd=slip).stdout.splitlines() if line[:2] == "::"
    ]
    assert sum(not line.startswith(("::group", "::endgroup")) for line in annotations) <= 10


def test_fix_mends_what_is_sure_and_says_so(slip: Path):
    before = (slip / "paper.tex").read_bytes()
    changes = run("paper.tex", "--diff", cwd=slip)
    assert (changes.returncode, (slip / "paper.tex").read_bytes()) == (1, before)
    assert changes.stdout.startswith("--- a/paper.tex\n+++ b/paper.tex\n@@")
    done = run("paper.tex", "--fix", cwd=slip)
    assert (done.returncode, done.stderr) == (0, "tablecheck: fixed 2 findings in paper.tex\n")
    after = (slip / "paper.tex").read_bytes()
    (slip / "paper.tex").write_bytes(before)
    (slip / "diff").write_text(changes.stdout, "utf-8")
    if patch := shutil.which("patch"):
        subprocess.run([patch, "-p1", "-s", "-i", "diff"], cwd=slip, check=True)
        assert (slip / "paper.tex").read_bytes() == after
    assert run("paper.tex", "--diff", "--isolated", cwd=slip).returncode == 0


def test_a_part_of_two_manuscripts_is_changed_once(slip: Path):
    head, table, foot = re.split(
        r"(\\begin\{tabular\}.*\\end\{tabular\})", (slip / "paper.tex").read_text("utf-8"), flags=re.S
    )
    (slip / "table.tex").write_text(table, "utf-8")
    for name in ("paper.tex", "second.tex"):
        (slip / name).write_text(f"{head}\\input{{table}}{foot}", "utf-8")
    assert run(".", "--diff", cwd=slip).stdout.count("+++ b/table.tex") == 1
    assert run(".", "--fix", cwd=slip).stderr == "tablecheck: fixed 2 findings in table.tex\n"


def test_a_fix_can_fail_the_run_for_hooks_that_must_stop(slip: Path):
    assert run("paper.tex", "--fix", "--exit-non-zero-on-fix", cwd=slip).returncode == 1
    assert run("paper.tex", "--fix", "--exit-non-zero-on-fix", cwd=slip).returncode == 0


def test_a_mark_beside_each_finding_accepts_it_with_its_reason(slip: Path):
    done = run("paper.tex", "--add-ignore", "measured again", cwd=slip)
    assert (done.returncode, done.stderr) == (0, "tablecheck: accepted 2 findings in paper.tex\n")
    text = (slip / "paper.tex").read_text("utf-8")
    assert re.search(r"\\\\ % tablecheck: ignore\[TC10\d=[\d.]+, TC10\d=[\d.]+\] measured again\n", text)
    again = run("paper.tex", cwd=slip)
    assert again.returncode == 0
    assert "; 2 accepted" in again.stdout


def test_a_file_in_the_place_of_the_reason_is_refused(slip: Path):
    before = (slip / "paper.tex").read_bytes()
    done = run("check", "--add-ignore", "paper.tex", cwd=slip)
    assert (done.returncode, (slip / "paper.tex").read_bytes()) == (2, before)
    assert "a reason is wanted" in done.stderr


def test_an_old_thesis_is_accepted_as_it_is_and_new_slips_are_told(tmp_path: Path):
    """The whole of case 19: the manuscript is edited between the two runs."""
    folder = tmp_path / "thesis"
    shutil.copytree(BASELINE, folder)
    (folder / "tablecheck.toml").write_text('papers = ["sources"]\nbaseline = "accepted.json"\nroot = ["paper.tex"]\n')
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    (folder / "before.tex").rename(folder / "paper.tex")
    assert run("paper.tex", cwd=folder).returncode == 2  # the baseline is not there yet
    first = run("paper.tex", "--papers", "sources", "--isolated", "--write-baseline", "accepted.json", cwd=folder)
    assert (first.returncode, first.stderr) == (0, "tablecheck: 1 finding accepted in accepted.json\n")
    assert "No findings; 1 accepted" in run(".", cwd=folder).stdout
    (folder / "after.tex").replace(folder / "paper.tex")
    (finding,) = json.loads(run(".", "--format", "json", cwd=folder).stdout)["findings"]
    assert expected["after_with_baseline"] == 1
    assert (finding["row"], finding["column"], finding["text"]) == ("SouthNet", "River", str(expected["new"]["cited"]))
    renewed = run(".", "--write-baseline", "accepted.json", cwd=folder)
    assert renewed.stderr == "tablecheck: 2 findings accepted in accepted.json\n"


def test_what_a_baseline_no_longer_needs_is_said(slip: Path):
    run("paper.tex", "--write-baseline", "accepted.json", cwd=slip)
    run("paper.tex", "--fix", cwd=slip)
    done = run("paper.tex", "--baseline", "accepted.json", cwd=slip)
    assert done.returncode == 0
    assert "findings of the baseline are no more; --write-baseline writes it anew" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 1),
        (["--exit-zero"], 0),
        (["--fail-on", "never"], 0),
        (["--fail-on", "note"], 1),
        (["--format", "sarif"], 0),
        (["--format", "sarif", "--fail-on", "error"], 1),
        (["--ignore", "TC1", "--fail-on", "warning"], 0),
        (["--ignore", "TC1", "--extend-select", "TC101"], 1),
        (["--ignore", "TC1", "--extend-select", "TC107", "--fail-on", "info"], 1),
        (["--isolated", "--strict"], 3),
        (["--isolated", "--strict", "--exit-zero"], 0),
    ],
)
def test_the_exit_code_is_what_the_options_ask_for(slip: Path, arguments: list[str], code: int):
    assert run("paper.tex", *arguments, cwd=slip).returncode == code


def test_statistics_count_the_findings_of_each_rule(slip: Path):
    lines = run("paper.tex", "--statistics", cwd=slip).stdout.splitlines()
    assert lines[0].split()[:3] == ["1", "TC101", "value-differs"] or lines[0].split()[1].startswith("TC10")
    assert lines[-1].startswith("Found 2 errors")


def test_quiet_says_nothing_where_all_was_looked_at_and_is_well(slip: Path):
    assert "TC10" in run("paper.tex", "-q", cwd=slip).stdout
    run("paper.tex", "--fix", "-q", cwd=slip)
    done = run("paper.tex", "-q", cwd=slip)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert "could not check" in run("paper.tex", "-q", "--isolated", cwd=slip).stdout


def test_verbose_says_what_was_read(slip: Path):
    done = run("paper.tex", "-v", cwd=slip)
    assert "paper.tex is checked, with tablecheck.toml" in done.stderr
    assert "[north2101] read:" in done.stderr


def test_a_text_from_stdin_stands_for_the_file_it_names(slip: Path):
    def piped(text: str, *arguments: str) -> Done:
        return run(*arguments, cwd=slip, stdin=text.encode())

    text = (slip / "paper.tex").read_text("utf-8")
    (slip / "paper.tex").write_text(text.replace("\\cite", "% \\cite"), "utf-8")
    assert piped(text, "--stdin-filename", "paper.tex").returncode == 1
    assert piped(text, "--stdin-filename", "paper.tex", "--diff").stdout.startswith("--- a/paper.tex")
    (slip / "paper.tex").unlink()
    assert piped(text, "--stdin-filename", "paper.tex").returncode == 1
    refused = piped(text, "--stdin-filename", "paper.tex", "--fix")
    assert refused.returncode == 2
    assert "cannot be had with --stdin-filename" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--fix", "--add-ignore", "x"], "--fix contradicts --add-ignore"),
        (["--watch", "--diff"], "--diff contradicts --watch"),
        (["--fetch", "--offline"], "--fetch contradicts --offline"),
        (["-q", "-v"], "--quiet contradicts --verbose"),
        (["--baseline", "gone.json"], "cannot read the baseline gone.json"),
        (["--config", "gone.toml"], "there is no configuration gone.toml"),
        (["--ignore", "value-difers"], "did you mean value-differs?"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_read(slip: Path, arguments: list[str], says: str):
    done = run("paper.tex", *arguments, cwd=slip)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
