from dataclasses import replace
from xml.etree.ElementTree import fromstring

from hypothesis import given, settings

from tablecheck.model.report import TableCoverage
from tablecheck.reporters.junit import render_junit
from tests.reporters.exhibits import RICH
from tests.reporters.hostile import reports


def cases(report) -> dict[str, str]:
    """What each test came to, by name."""
    suite = fromstring(render_junit(report).encode())
    outcomes = ("failure", "skipped")
    return {
        case.get("name"): next((name for name in outcomes if case.find(name) is not None), "passed")
        for case in suite.iter("testcase")
    }


def test_a_table_without_findings_passes_only_where_something_was_compared():
    tables = (TableCoverage("good", 4, 4, 4), TableCoverage("blind", 4, unchecked=4), TableCoverage("own", 4))
    report = replace(RICH, findings=(), coverage=replace(RICH.coverage, by_table=tables))
    assert cases(report) == {
        "good: 4 of 4 cited numbers compared": "passed",
        "blind: 0 of 4 cited numbers compared": "skipped",
        "could not check [lost]": "skipped",
        "could not look": "skipped",
    }


def test_a_table_with_a_failure_has_no_passed_test_beside_it():
    assert not any(name.startswith("Table 1") for name in cases(RICH))


@settings(max_examples=60, deadline=None)
@given(reports())
def test_the_xml_is_well_formed_and_its_counts_add_up(report):
    suites = fromstring(render_junit(report).encode())
    suite = suites.find("testsuite")
    assert int(suite.get("tests")) == len(list(suite.iter("testcase")))
    assert int(suite.get("failures")) == len(list(suite.iter("failure")))
    assert int(suite.get("skipped")) == len(list(suite.iter("skipped")))
