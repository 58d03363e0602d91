"""The whole road over the example: every planted slip is found, once, and nothing else is said."""

import json
import subprocess
import sys
import time

import pytest

from tests.examples.test_planted import EXAMPLES, EXPECTED

LONGEST = 15.0  # seconds; the demo promises five, and the machines that run the tests are shared


@pytest.fixture(scope="module")
def report() -> dict:
    started = time.perf_counter()
    command = [
        "-m",
        "tablecheck",
        EXPECTED["manuscript"],
        "--papers",
        EXPECTED["papers"],
        "--no-lock",
        "--format",
        "json",
    ]
    done = subprocess.run([sys.executable, *command], cwd=EXAMPLES, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert time.perf_counter() - started < LONGEST
    return json.loads(done.stdout)


def loud(report: dict) -> list[dict]:
    return [finding for finding in report["findings"] if finding["severity"] in {"error", "warning"}]


def places_of(finding: dict) -> set[tuple[str, int, int]]:
    """The cells a finding speaks of: where it points, and what its fixes would change."""
    edits = [edit for fix in finding["fixes"] for edit in fix["edits"] if edit["path"] == finding["path"]]
    return {(finding["path"], place["start"]["line"], place["start"]["column"]) for place in [finding, *edits]}


@pytest.mark.parametrize("slip", EXPECTED["findings"], ids=lambda slip: slip["kind"])
def test_a_planted_slip_is_found_once_and_under_its_own_rule(report: dict, slip: dict) -> None:
    cells = {(slip["path"], cell["line"], cell["column"]) for cell in slip["cells"]}
    found = [finding for finding in loud(report) if places_of(finding) & cells]
    assert [(finding["rule"], finding["source"]["key"]) for finding in found] == [(slip["rule"], slip["key"])]
    start, end = found[0]["start"], found[0]["end"]
    printed = {(cell["line"], cell["column"]): cell["printed"] for cell in slip["cells"]}
    assert len(printed[start["line"], start["column"]]) == end["column"] - start["column"]


def test_nothing_else_is_said_aloud(report: dict) -> None:
    assert len(loud(report)) == len(EXPECTED["findings"])


def test_rows_that_must_stay_silent_do(report: dict) -> None:
    planted = {(slip["path"], cell["line"]) for slip in EXPECTED["findings"] for cell in slip["cells"]}
    for row in EXPECTED["silent"]:
        said = [f for f in report["findings"] if (f["path"], f["start"]["line"]) == (row["path"], row["line"])]
        assert len(said) == ((row["path"], row["line"]) in planted), row


def test_the_coverage_says_what_was_looked_at(report: dict) -> None:
    coverage = report["coverage"]
    assert {field: coverage[field] for field in EXPECTED["coverage"]} == EXPECTED["coverage"]
    statuses = {source["key"]: source["status"] for source in coverage["sources"]}
    assert {key: statuses[key] for key in EXPECTED["sources"]} == EXPECTED["sources"]


def test_a_paper_that_is_not_at_hand_is_named_with_what_to_do(report: dict) -> None:
    reasons = {source["key"]: source["reason"] for source in report["coverage"]["sources"]}
    assert "PebbleNet" in reasons["aldous2021pebblenet"] or "aldous2021pebblenet" in reasons["aldous2021pebblenet"]
