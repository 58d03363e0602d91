"""Every case is a small manuscript modelled on a real report; its README says what is right and why it is hard."""

import pytest

from tablecheck.model.finding import Finding, Safety
from tablecheck.model.report import SourceStatus
from tests.stories.cases import Story, run


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, [finding.message for finding in findings]
    return findings[0]


def fix_of(finding: Finding) -> str:
    return only([*finding.fixes]).edits[0].new_text


@pytest.mark.parametrize("case", ["01", "02", "03", "05"])
def test_nothing_is_said_where_no_source_is_at_hand_and_the_report_says_that_nothing_was_checked(case: str):
    story = run(case)
    assert not story.report.findings
    assert story.report.coverage.checked == 0
    assert story.report.coverage.unchecked > 0
    assert {source.status for source in story.report.coverage.sources} == {SourceStatus.NOT_OBTAINED}


def test_a_slip_in_an_included_file_is_reported_there():
    story = run("04", main="main.tex")
    expected = story.expected["diagnostics"][0]
    finding = only(list(story.report.findings))
    assert finding in story.of_kind(expected["kind"])
    assert finding.severity.label == expected["severity"]
    assert finding.place.path == expected["file"]
    assert story.line_of(finding) == expected["line"]
    assert story.text_at(finding) == "0.08"
    assert fix_of(finding) == expected["fix"]


def test_raised_marks_in_a_pdf_are_no_digits():
    story = run("07", papers=".")
    expected = story.expected["diagnostics"][0]
    finding = only(list(story.report.findings))
    assert (finding.row, finding.column) == (expected["row"], expected["col"])
    assert (finding.text, finding.source.text) == (expected["cited"], expected["source"])
    assert finding.severity.label == expected["severity"]
    assert finding.source.page == 1
    assert not any(mark in finding.message for mark in story.expected["must_not_report"])
    assert (story.report.coverage.agree, story.report.coverage.differ) == (5, 1)


def test_exchanged_columns_and_exchanged_rows_are_one_finding_each():
    story = run("09")
    columns, rows = story.expected["diagnostics"]
    assert len(story.report.findings) <= story.expected["max_total"]
    finding = only(story.of_kind("swap-columns"))
    assert finding.row == columns["row"]
    assert all(name in finding.message for name in columns["cols"])
    assert sorted(edit.new_text for edit in only([*finding.fixes]).edits) == ["3.97", "4.41"]
    finding = only(story.of_kind("swap-rows"))
    assert all(name in finding.message for name in [*rows["rows"], *rows["cols"]])
    assert len(only([*finding.fixes]).edits) == 6


def test_a_wrong_first_digit_is_an_error_though_the_uncertainty_agrees():
    story = run("10")
    *digits, padded = story.expected["diagnostics"]
    for expected in digits:
        finding = only([one for one in story.of_kind("digit") if one.text == expected["cited"]])
        assert finding.severity.label == expected["severity"]
        assert finding.source.text.startswith(expected["source"])
        assert fix_of(finding) == expected["fix"]
        assert only([*finding.fixes]).safety is Safety.SAFE
    finding = only(story.of_kind("extra-precision"))
    assert (finding.text, finding.severity.label) == (padded["cited"], padded["severity"])
    assert len(story.report.findings) == 3


def test_a_faithful_copy_of_an_inconsistent_source_is_not_the_authors_slip():
    story = run("11")
    slip, inconsistent = story.expected["diagnostics"]
    finding = only(story.errors_and_warnings)
    assert finding in story.of_kind("digit")
    assert (finding.row, finding.column) == (slip["row"], slip["col"])
    assert (finding.text, finding.source.text) == (str(slip["cited"]), str(slip["source"]))
    assert finding.severity.label == slip["severity"]
    finding = only(story.of_kind("source-inconsistent"))
    assert (finding.row, finding.severity.label) == (inconsistent["row"], inconsistent["severity"])
    assert "97.9" in finding.message
    assert not {finding.row for finding in story.report.findings} & set(story.expected["none_for"])


def test_a_value_of_an_older_version_is_a_warning_and_a_pinned_version_is_right():
    story = run("12")
    expected = story.expected["diagnostics"][0]
    finding = only(list(story.report.findings))
    assert finding in story.of_kind(expected["kind"])
    assert (finding.row, finding.column) == (expected["row"], expected["col"])
    assert finding.severity.label == expected["severity"]
    for word in (expected["matches"], expected["latest"], str(expected["latest_value"])):
        assert word in finding.message
    assert only([*finding.fixes]).safety is Safety.UNSAFE


def test_rows_run_again_are_counted_and_an_unmarked_one_is_one_note():
    story = run("14")
    expected = story.expected["diagnostics"][0]
    finding = only(list(story.report.findings))
    assert finding in story.of_kind(expected["kind"])
    assert (finding.row, finding.severity.label) == (expected["row"], expected["severity"])
    assert story.report.coverage.rerun == 3 * len(story.expected["rerun_rows"])


def test_other_units_are_harmless_and_lost_points_are_not():
    story = run("16")
    for expected in story.expected["diagnostics"]:
        finding = only(story.of_kind(expected["kind"]))
        assert finding.column == expected["col"]
        assert (finding.text, finding.severity.label) == (expected["cited"], expected["severity"])
        assert fix_of(finding) == expected["suggest"]
    assert len(story.errors_and_warnings) == len(story.expected["diagnostics"])
    assert story.report.coverage.agree == len(story.expected["matches_by"])


def test_a_finding_keeps_its_fingerprint_when_rows_columns_and_markup_are_added():
    before, after = run("19", main="before.tex"), run("19", main="after.tex")
    expected = before.expected
    assert len(before.report.findings) == expected["before"]
    assert len(after.report.findings) == expected["after_without_baseline"]
    known = {finding.fingerprint for finding in before.report.findings}
    fresh = only([finding for finding in after.report.findings if finding.fingerprint not in known])
    assert (fresh.row, fresh.column) == (expected["new"]["row"], expected["new"]["col"])
    assert (fresh.text, fresh.source.text) == (str(expected["new"]["cited"]), str(expected["new"]["source"]))


def test_every_number_that_claims_a_source_is_either_checked_or_counted_as_unchecked():
    story: Story = run("14")
    coverage = story.report.coverage
    assert coverage.checked + coverage.unchecked == coverage.numbers == 9
