import json

from hypothesis import given, settings

from tablecheck.reporters.gitlab import render_gitlab
from tests.reporters.exhibits import RICH
from tests.reporters.hostile import reports


def test_an_issue_has_the_fields_that_gitlab_asks_for():
    issue = json.loads(render_gitlab(RICH))[0]
    assert issue["check_name"] == "value-differs"
    assert issue["severity"] == "major"
    assert issue["location"] == {"path": "thesis/paper.tex", "lines": {"begin": 3, "end": 3}}


@settings(max_examples=60, deadline=None)
@given(reports())
def test_no_two_issues_share_a_fingerprint(report):
    issues = json.loads(render_gitlab(report))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)
    assert {issue["severity"] for issue in issues} <= {"info", "minor", "major", "critical", "blocker"}
    assert all(issue["location"]["lines"]["begin"] >= 1 and issue["description"] for issue in issues)
