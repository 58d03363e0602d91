import re
from dataclasses import replace

from hypothesis import given, settings

from tablecheck.model.finding import Severity
from tablecheck.reporters.github import MOST, render_github
from tests.reporters.exhibits import RICH
from tests.reporters.hostile import reports
from tests.reporters.reports import FINDING

_COMMAND = re.compile(r"::(error|warning|notice) [^:]*::[^\r\n]*")
_FOLD = re.compile(r"::group::[^\r\n]*|::endgroup::|- .*")


def annotations(printed: str) -> list[str]:
    """Lines that the runner takes for an annotation: it skips blanks before the colons."""
    return [line for line in printed.split("\n") if re.match(r"\s*::(error|warning|notice|debug)", line)]


def test_the_summary_comes_first_and_no_more_than_ten_annotations_are_printed():
    report = replace(RICH, findings=(FINDING,) * 40)
    printed = render_github(report)
    assert len(annotations(printed)) == MOST == 10
    assert annotations(printed)[0] == printed.split("\n")[0]
    assert "Findings in the log only: 31." in printed.split("\n")[0]
    assert printed.count("\n- thesis/paper.tex:3:33: error") == 31


def test_the_gravest_findings_are_the_ones_shown():
    quiet = replace(FINDING, severity=Severity.WARNING)
    printed = render_github(replace(RICH, findings=(quiet,) * 12 + (FINDING,)))
    assert annotations(printed)[1].startswith("::error")


def test_notes_are_in_the_log_unless_asked_for():
    note = replace(FINDING, severity=Severity.NOTE)
    report = replace(RICH, findings=(note,))
    assert len(annotations(render_github(report))) == 1
    assert annotations(render_github(report, Severity.NOTE))[1].startswith("::notice file=")


def test_colons_commas_and_percents_are_escaped_in_properties():
    report = replace(RICH, folder="a,b:c%d", findings=(FINDING,))
    assert "::error file=a%2Cb%3Ac%25d/paper.tex,line=3," in render_github(report)


def test_a_finding_over_two_lines_has_no_columns():
    place = replace(FINDING.place, span=replace(FINDING.place.span, end=FINDING.place.span.end + 8))
    line = annotations(render_github(replace(RICH, findings=(replace(FINDING, place=place),))))[1]
    assert "line=3,endLine=4,title" in line


@settings(max_examples=60, deadline=None)
@given(reports())
def test_no_text_of_a_manuscript_becomes_a_command(report):
    printed = render_github(report, Severity.NOTE)
    assert len(annotations(printed)) <= MOST
    for line in re.split(r"[\r\n]", printed.removesuffix("\n")):
        assert _COMMAND.fullmatch(line) or _FOLD.fullmatch(line), line
        assert line.startswith("::") or "##[" not in line  # the older form of a command counts anywhere in a line
