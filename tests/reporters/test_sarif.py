import json
import os
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings

from tablecheck.linter.rule_names import ALL_RULES
from tablecheck.reporters.sarif import render_sarif
from tests.reporters.checkers import SARIF_VALIDATOR, needs_sarif_validator
from tests.reporters.exhibits import RICH, example_report
from tests.reporters.hostile import reports
from tests.reporters.reports import EMPTY, PLACE


def run_of(report) -> dict:
    (run,) = json.loads(render_sarif(report))["runs"]
    return run


@needs_sarif_validator
@pytest.mark.parametrize("report", [RICH, EMPTY, example_report()], ids=["full", "empty", "example"])
def test_microsofts_validator_has_nothing_to_say(report, tmp_path: Path):
    log = tmp_path / "report.sarif"
    log.write_text(render_sarif(report), "utf-8")
    done = subprocess.run(
        [SARIF_VALIDATOR, "validate", log, "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning"],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
        check=False,
    )
    said = [line for line in done.stdout.splitlines() if ": error" in line or ": warning" in line]
    assert said == []
    assert done.returncode == 0, done.stdout


@needs_sarif_validator
def test_the_validator_does_see_a_fault(tmp_path: Path):
    log = tmp_path / "report.sarif"
    log.write_text(render_sarif(RICH).replace('"startLine": 3', '"startLine": "3"'), "utf-8")
    done = subprocess.run(
        [SARIF_VALIDATOR, "validate", log],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
        check=False,
    )
    assert ": error" in done.stdout


def test_every_rule_is_described_by_its_page():
    rules = run_of(EMPTY)["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [rule.code for rule in ALL_RULES]
    assert all("## When it stays silent" in rule["help"]["markdown"] for rule in rules)
    assert all(rule["fullDescription"]["text"] != rule["shortDescription"]["text"] for rule in rules)


def test_a_result_points_to_its_rule_its_place_and_the_cited_cell():
    run = run_of(RICH)
    result = run["results"][0]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "TC101"
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"]["uri"] == "thesis/paper.tex"
    region = physical["region"]
    text = RICH.manuscript.texts[PLACE.path].split("\n")[region["startLine"] - 1]
    assert text[region["startColumn"] - 1 : region["endColumn"] - 1] == "66.3"
    assert run["columnKind"] == "unicodeCodePoints"
    cited = result["relatedLocations"][0]
    assert cited["id"] == 1
    assert cited["physicalLocation"]["artifactLocation"]["uri"] == "papers/2301.00001v2.html"


def test_an_accepted_finding_carries_its_reason_and_another_an_empty_list():
    first, second, _ = run_of(RICH)["results"]
    assert first["suppressions"] == []
    assert second["suppressions"] == [{"kind": "inSource", "justification": "our own run"}]


@settings(max_examples=40, deadline=None)
@given(reports())
def test_github_can_tell_all_results_apart(report):
    results = run_of(report)["results"]
    hashes = Counter(result["partialFingerprints"]["primaryLocationLineHash"] for result in results)
    assert not results or max(hashes.values()) == 1
