"""The author's marks: how far each reaches, and what is said of those that are unused, changed or wrong."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.latex.manuscript import read_files
from tablecheck.linter.comments.marks import Name, Word, marks_in
from tablecheck.linter.engine import Engine
from tablecheck.linter.settings import Settings
from tablecheck.model.finding import Acceptance, Severity
from tablecheck.model.report import Report
from tests.linter.test_engine import BIBLIOGRAPHY, Shelf, page

NORTH = page(
    "Method | Lake | River | Delta | Fjord",
    "NorthNet | 74.1 | 60.3 | 55.2 | 48.9",
    "NorthNet-L | 75.2 | 61.4 | 56.3 | 49.1",
)
PAPER = r"""\begin{table}
%T
\begin{tabular}{lcccc}
\toprule
Method & Lake & River & Delta & Fjord \\
\midrule %A
%B
NorthNet~\cite{north} & 47.1 & 60.3 & 55.2 & 48.9 \\ %C
%D
NorthNet-L~\cite{north} & 95.2 &
  61.4 & 56.3 & 49.1 \\ %E
\bottomrule
\end{tabular}
%F
\end{table}
\bibliography{refs}
"""
FIRST, SECOND = ("TC102", "47.1"), ("TC101", "95.2")


def check(text: str, settings: Settings | None = None, **papers: bytes) -> Report:
    files = {"paper.tex": text, "refs.bib": BIBLIOGRAPHY}
    return Engine(Shelf(**(papers or {"north": NORTH})), settings).check(read_files(files, "paper.tex"))


def marked(**marks: str) -> str:
    """The paper with marks at the places of their letters, and nothing at the others."""
    text = PAPER
    for letter in "TABCDEF":
        mark = f"% tablecheck: {marks[letter]}" if letter in marks else ""
        text = text.replace(f"%{letter}\n", f"{mark}\n")
    return text


def live(report: Report) -> list[tuple[str, str]]:
    return [(one.rule, one.text) for one in report.findings if not one.rule.startswith("TC9")]


def about(report: Report) -> list[tuple[str, str]]:
    return [
        (one.rule, one.message.partition(": ")[2].split("`: ")[-1])
        for one in report.findings
        if one.rule.startswith("TC9")
    ]


def test_the_paper_has_two_slips_and_no_marks():
    report = check(marked())
    assert live(report) == [FIRST, SECOND]
    assert report.accepted == ()


@pytest.mark.parametrize(
    ("marks", "left"),
    [
        ({"C": "ignore[TC102] our own run"}, [SECOND]),
        ({"C": "ignore our own run"}, [SECOND]),
        ({"C": "ignore[transposed-digits]"}, [SECOND]),
        ({"C": "ignore[TC1, TC2]"}, [SECOND]),
        ({"C": "ignore[TC102=47.1]"}, [SECOND]),
        ({"E": "ignore[TC101]"}, [FIRST, SECOND]),  # the number is on the line before
        ({"B": "ignore-next-row[TC102]"}, [SECOND]),
        ({"D": "ignore-next-row"}, [FIRST]),
        ({"T": "ignore-next-row[ALL]"}, [FIRST, SECOND]),  # the next row is the header
        ({"B": "disable[TC1]", "D": "enable[TC1]"}, [SECOND]),
        ({"B": "disable[TC1]", "D": "enable"}, [SECOND]),
        ({"B": "disable[TC1]"}, []),
        ({"B": "disable[TC101, TC102]", "D": "enable[TC101]"}, [SECOND]),
        ({"T": "ignore-table[TC1]"}, []),
        ({"F": "ignore-table[TC101, TC102]"}, []),
        ({"F": "ignore-file[TC102]"}, [SECOND]),
    ],
)
def test_a_mark_reaches_as_far_as_its_word_says(marks, left):
    report = check(marked(**marks))
    assert live(report) == left
    assert len(report.accepted) == 2 - len(left)
    assert all(one.suppression.by is Acceptance.COMMENT for one in report.accepted)


def test_the_reason_is_kept():
    (accepted,) = check(marked(C="ignore[TC102]  measured again, with 8 seeds ")).accepted
    assert accepted.suppression.reason == "measured again, with 8 seeds"


def test_a_mark_may_stand_behind_another_comment_and_behind_another_mark():
    text = marked(C="ignore[TC2] one % tablecheck: ignore[TC102] two").replace(
        "\\\\ % table", "\\\\ % old words %table"
    )
    first, second = marks_in("paper.tex", text)
    assert (first.names, first.reason) == ((Name("TC2"),), "one")
    assert (second.word, second.reason) == (Word.IGNORE, "two")
    assert live(check(text)) == [SECOND]


@pytest.mark.parametrize(
    "text", ["5\\% tablecheck: ignore", "tablecheck: ignore", "% see tablecheck: ignore", "%tablechecks: ignore"]
)
def test_other_text_is_no_mark(text: str):
    assert not list(marks_in("paper.tex", text))


@pytest.mark.parametrize(
    ("marks", "says"),
    [
        ({"C": "ignore[TC999]"}, "no rule is called TC999"),
        ({"C": "ignroe[TC102]"}, "there is no ignroe; did you mean ignore?"),
        ({"C": ""}, "there is no word here; there are ignore"),
        ({"B": "disable because"}, "disable must say which rules, as in disable[TC101]"),
        ({"B": "ignore-table"}, "ignore-table must say which rules"),
        ({"B": "ignore-file"}, "ignore-file must say which rules"),
        ({"B": "ignore[TC102]"}, "it stands alone on its line; write ignore-next-row"),
        ({"B": "enable[TC102]"}, "no disable of these rules stands before it"),
        ({"F": "ignore-next-row[TC102]"}, "no row of a table follows it"),
    ],
)
def test_a_mark_that_cannot_be_obeyed_is_a_warning_and_accepts_nothing(marks, says):
    report = check(marked(**marks))
    assert live(report) == [FIRST, SECOND]
    (finding,) = [one for one in report.findings if one.rule == "TC902"]
    assert says in finding.message
    assert finding.severity is Severity.WARNING
    assert finding.text.startswith("tablecheck:")


def test_a_mark_for_a_table_outside_of_tables_is_wrong():
    assert about(check("% tablecheck: ignore-table[TC101]\n" + marked()))[0][0] == "TC902"


@pytest.mark.parametrize(
    "marks",
    [{"A": "ignore[TC102]"}, {"D": "ignore-file[TC201]"}, {"B": "disable[TC303]"}, {"C": "ignore[TC102, TC105]"}],
)
def test_a_mark_that_nothing_needs_is_told_quietly(marks):
    report = check(marked(**marks))
    (finding,) = [one for one in report.findings if one.rule.startswith("TC9")]
    assert (finding.rule, finding.severity) == ("TC901", Severity.INFO)


def test_a_mark_is_not_called_unused_where_nothing_could_be_compared():
    assert about(check(marked(C="ignore[TC102]"), south=NORTH)) == []
    broken = check(marked(C="ignore-file[TC201]"), Settings(), north=b"<p>no table</p>")
    assert about(broken) == []


def test_a_mark_is_not_called_unused_where_its_rule_takes_no_part():
    assert about(check(marked(C="ignore[TC102]"), Settings(select=("TC2", "TC9")))) == []
    assert about(check(marked(C="ignore[TC102]"), Settings(ignore=("TC102",)))) == []


@pytest.mark.parametrize("mark", ["ignore[TC102=48.2]", "ignore[TC105]", "ignore[TC201, TC105=47.1]"])
def test_a_mark_whose_finding_has_changed_is_told_and_the_finding_too(mark: str):
    report = check(marked(C=mark))
    assert live(report) == [FIRST, SECOND]
    (finding,) = [one for one in report.findings if one.rule.startswith("TC9")]
    assert (finding.rule, finding.severity) == ("TC903", Severity.WARNING)
    assert "what is found here is TC102 at 47.1" in finding.message


def test_findings_about_marks_can_be_left_out_like_others():
    assert about(check(marked(C="ignore[TC999]"), Settings(ignore=("TC9",)))) == []


def test_marks_in_the_bibliography_are_only_text():
    files = {"paper.tex": marked(), "refs.bib": "% tablecheck: ignroe\n" + BIBLIOGRAPHY}
    assert not [
        one for one in Engine(Shelf(north=NORTH)).check(read_files(files, "paper.tex")).findings if one.rule > "TC9"
    ]


def test_a_row_in_a_file_of_its_own_can_be_marked_there():
    row = "NorthNet~\\cite{north} & 47.1 & 60.3 & 55.2 & 48.9 \\\\"
    files = {
        "paper.tex": marked().replace(row, "\\input{row}"),
        "row.tex": f"% tablecheck: ignore-next-row[TC102] so\n{row}\n",
        "refs.bib": BIBLIOGRAPHY,
    }
    report = Engine(Shelf(north=NORTH)).check(read_files(files, "paper.tex"))
    assert live(report) == [SECOND]


_WORDS = (
    r"% \\ tablecheck: ignore -next-row -table -file disable enable [ ] , = TC101 TC2 ALL é 47.1 \% & { } \\end{table}"
)
_PIECES = st.sampled_from([*_WORDS.split(), r"\begin{table}", " ", "\n%", "\r\n%", "\0"])


@settings(max_examples=100, deadline=None)
@given(st.lists(_PIECES, max_size=40), st.sampled_from("TABCDEF"))
def test_whatever_stands_in_comments_the_check_ends_and_no_finding_is_lost(pieces: list[str], letter: str):
    text = PAPER.replace(f"%{letter}\n", f"% tablecheck: {''.join(pieces)}\n")
    report = check(text)
    numbers = [one for one in (*report.findings, *report.accepted) if one.rule in {"TC101", "TC102"}]
    assert len(numbers) == 2 or report.coverage.differ != 2


@pytest.mark.parametrize(
    "hostile", ["%" * 200_000, "\\" * 200_000, "% tablecheck:" + " " * 200_000, "% tablecheck: " * 20_000]
)
def test_long_lines_of_signs_cost_little(hostile: str):
    started = time.process_time()
    list(marks_in("paper.tex", hostile + "x"))
    assert time.process_time() - started < 2
