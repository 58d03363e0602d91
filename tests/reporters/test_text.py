import io
from dataclasses import replace

from rich.console import Console

from tablecheck.model.finding import Severity
from tablecheck.reporters.text import print_text
from tests.reporters.reports import EMPTY, REPORT


def text_of(report, width=100, floor=Severity.WARNING):
    stream = io.StringIO()
    print_text(report, Console(file=stream, width=width, highlight=False), floor)
    return stream.getvalue()


def test_a_finding_shows_its_line_the_carets_and_the_cited_cell():
    assert text_of(REPORT) == (
        "paper.tex:3:33  error TC101 value-differs\n"
        "  Prints 66.3 where the cited paper prints 76.3.\n"
        "     3 | NorthNet~\\cite{north} & \\textbf{66.3} \\\\\n"
        "       |                                 ^^^^\n"
        "  cited: [north] v2 “NorthNet: Polar Features”, Table 3, page 5: NorthNet / BLEU prints 76.3±0.1\n"
        "  fix: print 76.3\n"
        "  confidence 97%\n"
        "\n"
        "Found 1 error, 1 note (1 below warning not shown; --all shows them).\n"
        "Checked 4 of 6 cited numbers against 1 paper: 3 agree, 1 differ; 1 marked as the authors' own re-run; "
        "3 other numbers in 1 table cite no paper.\n"
        "  could not check [lost]: no file is named lost; put the PDF into papers/\n"
        "  could not look: paper.tex:3: the file tab/x.tex is missing\n"
    )


def test_notes_are_shown_when_asked_for():
    assert "TC303 row-differs" in text_of(REPORT, floor=Severity.NOTE)


def test_a_long_line_is_cut_around_the_number():
    lines = text_of(REPORT, width=36).splitlines()
    quoted, carets = lines[2], lines[3]
    assert "66.3" in quoted
    assert quoted[carets.index("^") : carets.index("^") + 4] == "66.3"


def test_a_run_that_checked_nothing_does_not_look_clean():
    assert "because no number was checked" in text_of(EMPTY)


def test_a_paper_that_was_read_and_fits_nowhere_says_so():
    idle = replace(REPORT.coverage.sources[0], key="idle", checked=0, reason="found papers/idle.pdf by its name")
    report = replace(REPORT, coverage=replace(REPORT.coverage, sources=(idle,)))
    assert (
        "nothing compared with [idle]: none of its tables fits the numbers that cite it "
        "(found papers/idle.pdf by its name)"
    ) in text_of(report, width=200)
