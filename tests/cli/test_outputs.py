"""Several formats in one run, and what is said where a file cannot be written."""

import json
from pathlib import Path

import pytest

from tablecheck.cli.outputs import FORMAT_NAMES, Output, outputs, seen_from_here
from tablecheck.model.errors import UsageError
from tests.cli.test_commands import RERUN, ROOT, run

ARGUMENTS = (RERUN / "paper.tex", "--papers", RERUN / "sources")


def test_one_run_writes_several_formats(tmp_path: Path):
    files = [(name, tmp_path / f"report.{name}") for name in FORMAT_NAMES]
    others = [part for name, file in files for part in ("--output", f"{name}={file}")]
    done = run(*ARGUMENTS, "--format", "concise", *others)
    assert done.returncode == 0, done.stderr
    assert "of 9 cited numbers against" in done.stdout
    assert all(file.stat().st_size > 0 for _, file in files)
    assert json.loads((tmp_path / "report.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert (tmp_path / "report.concise").read_text("utf-8") == done.stdout


def test_a_file_for_the_main_format_leaves_stdout_empty(tmp_path: Path):
    done = run(*ARGUMENTS, "--format", "json", "--output-file", tmp_path / "report.json")
    assert done.stdout == ""
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["schema_version"] == 1


def test_formats_for_ci_name_files_from_where_the_run_was_started(tmp_path: Path):
    name = (RERUN / "paper.tex").relative_to(ROOT).as_posix()
    assert f"title=tablecheck {name}::" in run(*ARGUMENTS, "--format", "github").stdout
    assert "title=tablecheck paper.tex::" in run("paper.tex", "--format", "github", cwd=RERUN).stdout
    assert (
        f"title=tablecheck {RERUN.as_posix()}/paper.tex::" in run(*ARGUMENTS, "--format", "github", cwd=tmp_path).stdout
    )


def test_a_file_that_cannot_be_written_is_said_before_anything_is_read(tmp_path: Path):
    done = run(*ARGUMENTS, "--output", f"html={tmp_path}/no/report.html")
    assert done.returncode == 2
    assert done.stdout == ""
    assert f"there is no folder {tmp_path}/no to write report.html into; make it first" in done.stderr


def test_formats_for_programs_are_utf8_whatever_the_terminal_speaks():
    environment = {"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = run(*ARGUMENTS, "--format", "json", **environment)
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


@pytest.mark.parametrize("option", ["sarif", "sarif=", "=x", "pdf=x.pdf", "html"])
def test_an_output_needs_a_known_format_and_a_file(option: str):
    with pytest.raises(UsageError, match="write FORMAT=FILE with one of the formats text, concise"):
        outputs("text", None, [option])


def test_two_reports_never_go_into_one_file(tmp_path: Path):
    with pytest.raises(UsageError, match="two reports would be written to"):
        outputs("text", tmp_path / "a", [f"json={tmp_path}/x/../a"])
    with pytest.raises(UsageError, match="is a folder"):
        outputs("text", tmp_path, [])


def test_equals_signs_in_a_file_name_belong_to_the_name(tmp_path: Path):
    file = tmp_path / "a=b.html"
    assert outputs("text", None, [f"html={file}"]) == (Output("text"), Output("html", file))


def test_a_folder_is_named_relative_to_the_current_one_or_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "thesis" / "tex").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "thesis")
    assert seen_from_here(Path()) == ""
    assert seen_from_here(Path("tex")) == "tex"
    assert seen_from_here(tmp_path) == tmp_path.resolve().as_posix()
