"""The GitLab template: its script runs here with the variables that GitLab would set."""

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from lxml import etree

from tests.installed import Installed
from tests.integrations.manuscripts import ROOT, example, mend

TEMPLATE = (ROOT / "integrations" / "gitlab" / "tablecheck.gitlab-ci.yml").read_text("utf-8")


def job(**inputs: str) -> dict[str, Any]:
    """The job that GitLab makes of the template and its inputs."""
    header, body = TEMPLATE.split("\n---\n")
    spec = yaml.safe_load(header)["spec"]["inputs"]
    assert set(inputs) <= set(spec)
    values = {name: inputs.get(name, one["default"]) for name, one in spec.items()}
    made = yaml.safe_load(body)["tablecheck"]
    filled = {
        name: re.sub(r"\$\[\[ inputs\.(\w+) \]\]", lambda match: values[match[1]], text)
        for name, text in made["variables"].items()
    }
    return made | {"variables": filled}


def run(made: dict[str, Any], folder: Path, installed: Installed) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **made["variables"], "PATH": f"{installed.programs}:/usr/bin:/bin"}
    script = "\n".join([*made["before_script"], *made["script"]])
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=folder, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip


@pytest.mark.slow
def test_findings_are_handed_to_the_merge_request_and_do_not_stop_the_pipeline(tmp_path: Path, installed: Installed):
    folder = example(tmp_path / "paper", with_papers=False)
    made = job(source=str(installed.wheel))
    done = run(made, folder, installed)
    assert done.returncode in made["allow_failure"]["exit_codes"], done.stderr
    reports = made["artifacts"]["reports"]
    quality = json.loads((folder / reports["codequality"]).read_text("utf-8"))
    assert [one["severity"] for one in quality].count("major") == 5
    assert {"path", "lines"} <= set(quality[0]["location"])
    suite = etree.parse(folder / reports["junit"]).getroot()
    assert len(suite.findall(".//failure")) == 7


@pytest.mark.slow
def test_folders_and_options_of_the_inputs_are_used(tmp_path: Path, installed: Installed):
    folder = example(tmp_path / "paper")
    (folder / "tablecheck.lock").unlink()
    mend(folder)
    (folder / "papers").rename(folder / "cited papers")
    made = job(source=str(installed.wheel), papers="cited papers", options="--select TC1,TC2 --strict")
    done = run(made, folder, installed)
    assert done.returncode == 3, done.stderr
    assert "75 of 90 cited numbers" in done.stdout


@pytest.mark.slow
def test_a_run_that_could_not_start_stops_the_pipeline(tmp_path: Path, installed: Installed):
    made = job(source=str(installed.wheel), paper="nowhere.tex")
    done = run(made, tmp_path, installed)
    assert done.returncode == 2
    assert done.returncode not in made["allow_failure"]["exit_codes"]


def test_the_page_includes_the_template_where_it_lies():
    page = (ROOT / "docs" / "integrations.md").read_text("utf-8")
    assert "/main/integrations/gitlab/tablecheck.gitlab-ci.yml\n" in page
