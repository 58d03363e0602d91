"""The GitHub Action: its shell steps run here as they do on a runner, with the folders and variables of one."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import yaml

from tests.installed import Installed
from tests.integrations.manuscripts import ROOT, example, mend
from tests.reporters.checkers import SARIF_VALIDATOR, needs_sarif_validator

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
GH = """#!/usr/bin/env bash
# Stands in for GitHub: keeps comments as files, and what it was asked.
printf '%s\\n' "$*" >> "$FAKE_GITHUB/asked"
if [[ -e $FAKE_GITHUB/forbids ]]; then echo "HTTP 403" >&2; exit 1; fi
for part; do case $part in body=@*) cp "${part#body=@}" "$FAKE_GITHUB/comment" ;; esac; done
if [[ $* == *--paginate* && -e $FAKE_GITHUB/comment ]]; then echo 42; fi
"""


class Runner:
    """A job on a runner: a checked-out manuscript, and the files through which steps speak to GitHub."""

    def __init__(self, folder: Path, installed: Installed) -> None:
        self.workspace = example(folder / "paper")
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        (self.temporary / "tablecheck-env").symlink_to(installed.environment)
        self.github = folder / "github"
        self.github.mkdir()
        for name in ("output", "summary"):
            (self.github / name).touch()
        gh = self.github / "bin" / "gh"
        gh.parent.mkdir()
        gh.write_text(GH, "utf-8")
        gh.chmod(0o755)

    def run(self, name: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run the step of that name; the action's own defaults where an input is not given."""
        step = next(step for step in STEPS if step["name"] == name)
        values = {key: str(one.get("default", "")) for key, one in ACTION["inputs"].items()}
        values |= {key.replace("_", "-"): value for key, value in inputs.items()}
        environment = {key: self._filled(text, values) for key, text in step.get("env", {}).items()}
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.workspace,
            env={
                "PATH": f"{self.github}/bin:{os.environ['PATH']}",
                "HOME": str(self.temporary),
                "GITHUB_ACTION_PATH": str(ROOT),
                "GITHUB_OUTPUT": str(self.github / "output"),
                "GITHUB_STEP_SUMMARY": str(self.github / "summary"),
                "GITHUB_REPOSITORY": "author/paper",
                "RUNNER_TEMP": str(self.temporary),
                "FAKE_GITHUB": str(self.github),
                "TABLECHECK_CACHE": str(self.temporary / "cache"),
                "TABLECHECK_SERVICES_AT": os.environ.get("TABLECHECK_SERVICES_AT", "http://127.0.0.1:9"),
                **environment,
            },
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    @property
    def outputs(self) -> dict[str, str]:
        """What the check has told later steps."""
        lines = (self.github / "output").read_text("utf-8").splitlines()
        return dict(line.split("=", 1) for line in lines)

    def read(self, name: str) -> str:
        return (self.github / name).read_text("utf-8")

    def _filled(self, text: str, inputs: dict[str, str]) -> str:
        known = {f"inputs.{key}": value for key, value in inputs.items()}
        known |= {f"steps.check.outputs.{key}": value for key, value in self.outputs.items()}
        known |= {"github.token": "secret", "github.event.pull_request.number": "7"}
        return re.sub(r"\$\{\{ (\S+) \}\}", lambda match: known[match[1]], text)


@dataclass(frozen=True, slots=True)
class Checked:
    runner: Runner
    done: subprocess.CompletedProcess[str]


@pytest.fixture
def runner(tmp_path: Path, installed: Installed) -> Runner:
    return Runner(tmp_path, installed)


@pytest.fixture(scope="module")
def example_checked(tmp_path_factory: pytest.TempPathFactory, installed: Installed) -> Checked:
    """The example with its seven slips, after the step that checks; the steps after it leave it as it is."""
    runner = Runner(tmp_path_factory.mktemp("job"), installed)
    return Checked(runner, runner.run("Check", paper="paper.tex"))


@pytest.fixture
def checked(example_checked: Checked) -> Runner:
    """The same, before anybody commented."""
    for name in ("comment", "asked", "forbids"):
        (example_checked.runner.github / name).unlink(missing_ok=True)
    return example_checked.runner


def test_no_input_stands_in_the_text_of_a_script():
    assert not [step["name"] for step in STEPS if "${{" in step.get("run", "")]


def test_the_page_lists_the_inputs_with_their_defaults():
    page = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    for name, one in ACTION["inputs"].items():
        default = f'`"{one["default"]}"`' if one.get("default") else ""
        assert re.search(rf"^\| `{name}` \| {re.escape(default)} ?\|", page, re.M), name


@pytest.mark.slow
def test_findings_are_annotated_summed_up_and_kept_for_upload(example_checked: Checked):
    runner, done = example_checked.runner, example_checked.done
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n::error ") == 5
    assert "::error file=sections/results.tex,line=25," in done.stdout
    assert runner.outputs["status"] == "1"
    assert "| error | sections/results.tex:25:76 |" in runner.read("summary").replace("\\", "")
    sarif = json.loads(Path(runner.outputs["sarif"]).read_text("utf-8"))
    assert len(sarif["runs"][0]["results"]) >= 7


@pytest.mark.slow
@needs_sarif_validator
def test_what_is_uploaded_is_valid(checked: Runner):
    command = [str(SARIF_VALIDATOR), "validate", checked.outputs["sarif"]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("fail", "code"), [("true", 1), ("false", 0)])
def test_findings_fail_the_job_at_its_end_unless_asked_not_to(checked: Runner, fail: str, code: int):
    assert checked.run("Verdict", fail_on_findings=fail).returncode == code


@pytest.mark.slow
def test_a_mended_manuscript_passes_and_strict_says_what_was_not_seen(runner: Runner):
    mend(runner.workspace)
    assert runner.run("Check", paper="paper.tex").returncode == 0
    assert runner.outputs["status"] == "0"
    assert "aldous2021pebblenet" in runner.read("summary").replace("\\", "")
    assert runner.run("Check", paper="paper.tex", strict="true").returncode == 0
    assert runner.outputs["status"] == "3"
    assert runner.run("Verdict").returncode == 3


@pytest.mark.slow
def test_a_run_that_could_not_start_fails_at_once_and_says_so(runner: Runner):
    done = runner.run("Check", paper="nowhere.tex")
    assert done.returncode == 2
    assert "::error title=tablecheck::The check could not run" in done.stdout
    assert runner.outputs == {}


@contextmanager
def listening() -> Iterator[tuple[str, list[str]]]:
    """A server in the place of all services, and what it is asked for; it knows no paper."""
    asked: list[str] = []

    class Service(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Service) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


@pytest.mark.slow
@pytest.mark.parametrize("fetch", ["false", "true"])
def test_the_network_is_asked_only_where_the_input_says_so(runner: Runner, fetch: str, monkeypatch: pytest.MonkeyPatch):
    with listening() as (address, asked):
        monkeypatch.setenv("TABLECHECK_SERVICES_AT", address)
        done = runner.run("Check", paper="paper.tex", fetch=fetch)
    assert done.returncode == 0, done.stderr
    assert bool(asked) is (fetch == "true")


@pytest.mark.slow
def test_inputs_are_words_whatever_they_hold(runner: Runner):
    evil = 'pa pers"; touch pwned; echo "$(touch pwned)'
    (runner.workspace / "papers").rename(runner.workspace / evil)
    (runner.workspace / "tablecheck.lock").unlink()
    done = runner.run("Check", paper="paper.tex", papers=f"{evil}\n", arguments="--select\nTC102\n")
    assert done.stdout.count("\n::error ") == 1, done.stderr
    assert not list(runner.workspace.rglob("pwned"))


@pytest.mark.slow
def test_the_comment_is_written_once_and_then_renewed(checked: Runner):
    assert checked.run("Comment on the pull request").returncode == 0
    assert "--method POST repos/author/paper/issues/7/comments" in checked.read("asked")
    assert checked.read("comment").startswith("<!-- tablecheck -->\n## tablecheck")
    assert checked.run("Comment on the pull request").returncode == 0
    assert "--method PATCH repos/author/paper/issues/comments/42" in checked.read("asked")


@pytest.mark.slow
def test_a_long_summary_is_cut_to_what_github_takes(checked: Runner):
    summary = Path(checked.outputs["summary"])
    short = summary.read_text("utf-8")
    summary.write_text("öne line of a long summary\n" * 4000, "utf-8")
    checked.run("Comment on the pull request")
    summary.write_text(short, "utf-8")
    assert 50_000 < len(checked.read("comment")) < 65_536
    assert "Cut off here" in checked.read("comment").splitlines()[-1]


@pytest.mark.slow
def test_a_comment_that_may_not_be_written_is_a_warning_and_no_failure(checked: Runner):
    (checked.github / "forbids").touch()
    done = checked.run("Comment on the pull request")
    assert done.returncode == 0
    assert "::warning title=tablecheck::The comment could not be written" in done.stdout


@pytest.mark.slow
def test_the_action_installs_itself(tmp_path: Path, installed: Installed):
    step = next(step for step in STEPS if step["name"] == "Install tablecheck")
    environment = {
        **os.environ,
        "GITHUB_ACTION_PATH": str(ROOT),
        "RUNNER_TEMP": str(tmp_path),
        "PATH": f"{installed.programs}:{os.environ['PATH']}",
        # What it depends on counts as installed, so that a minute is saved.
        "PYTHONPATH": str(next(installed.environment.glob("lib/python*/site-packages"))),
    }
    done = subprocess.run(
        ["bash", "-c", step["run"]], env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(r"^tablecheck \d", done.stdout, re.M)
