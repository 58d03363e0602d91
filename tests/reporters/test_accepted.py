"""What the author has accepted is counted everywhere and shown nowhere but in formats for programs."""

import json
from dataclasses import replace

import pytest

from tablecheck.model.finding import Acceptance, Severity, Suppression
from tablecheck.reporters.formats import FORMATS
from tests.reporters.reports import FINDING, REPORT

ACCEPTED = replace(
    FINDING, message="Prints 11.1 on purpose.", suppression=Suppression(Acceptance.BASELINE, "measured again")
)
WITH = replace(REPORT, accepted=(ACCEPTED,))


@pytest.mark.parametrize("name", ["text", "concise", "github", "gitlab", "junit", "markdown", "html"])
def test_formats_for_people_count_it_and_do_not_show_it(name: str):
    printed = FORMATS[name](WITH, Severity.NOTE)
    assert "; 1 accepted" in printed
    assert ACCEPTED.message not in printed
    assert " accepted" not in FORMATS[name](REPORT, Severity.NOTE)


def test_json_lists_it_apart_with_the_reason():
    document = json.loads(FORMATS["json"](WITH, Severity.NOTE))
    (accepted,) = document["accepted"]
    assert accepted["suppression"] == {"by": "baseline", "reason": "measured again"}
    assert len(document["findings"]) == len(REPORT.findings)


def test_sarif_lists_it_as_suppressed():
    results = json.loads(FORMATS["sarif"](WITH, Severity.NOTE))["runs"][0]["results"]
    assert [bool(one["suppressions"]) for one in results] == [False, False, True]
    assert results[-1]["suppressions"] == [{"kind": "external", "justification": "measured again"}]
