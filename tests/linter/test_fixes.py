"""Fixes: which are applied, that the author's formatting stays, and that what they lead to is checked."""

from dataclasses import replace

import pytest

from tablecheck.latex.manuscript import read_files
from tablecheck.linter.engine import Engine
from tablecheck.linter.fixes import chosen_fixes, edited, repair
from tablecheck.model.finding import Edit, Fix, Safety, Severity
from tablecheck.model.place import Span, TextPlace
from tests.linter.test_engine import BIBLIOGRAPHY, Shelf, page
from tests.reporters.reports import FINDING

NORTH = page(
    "Method | Lake | River | Delta | Fjord",
    "NorthNet | 74.1 | 60.3 | 55.2 | 48.9",
    "NorthNet-L | 75.2 | 61.4 | 56.3 | 49.1",
)
PAPER = r"""
\begin{tabular}{lcccc}
\toprule
Method & Lake & River & Delta & Fjord \\
\midrule
NorthNet~\cite{north} & LAKE & RIVER & 55.2 & 48.9 \\
NorthNet-L~\cite{north} & 75.2 & 61.4 & 56.3 & 49.1 \\
\bottomrule
\end{tabular}
\bibliography{refs}
"""


def fixed(text: str, *, unsafe: bool = False) -> tuple[str, list[str]]:
    """Repair a paper; gives its text afterwards and the rules that still speak."""
    engine = Engine(Shelf(north=NORTH))

    def read(texts):
        return read_files({"paper.tex": text, "refs.bib": BIBLIOGRAPHY, **texts}, "paper.tex")

    done = repair(engine.check(read({})), read, engine.check, unsafe=unsafe)
    return done.texts.get("paper.tex", text), [one.rule for one in done.report.findings]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("47.1", "74.1"),
        (r"\textbf{47.1}", r"\textbf{74.1}"),
        (r"$47.1_{\pm 0.3}$", r"$74.1_{\pm 0.3}$"),
        (r"$\mathbf{47.1}$", r"$\mathbf{74.1}$"),
        (r"\num{47.1}", r"\num{74.1}"),
        (r"  47.1\rlap{$^\ast$}   ", r"  74.1\rlap{$^\ast$}   "),
        (r"\cellcolor{gray!20}47.1", r"\cellcolor{gray!20}74.1"),
        ("\\underline{\\textit{47.1}} % best\n", "\\underline{\\textit{74.1}} % best\n"),
        ("47.1%\n ", "74.1%\n "),
    ],
)
def test_only_the_number_changes_and_what_is_around_it_stays(before: str, after: str):
    text = PAPER.replace("RIVER", "60.3")
    assert fixed(text.replace("LAKE", before)) == (text.replace("LAKE", after), [])


def test_a_swap_exchanges_the_numbers_and_leaves_bold_and_colour_where_they_are():
    text, left = fixed(PAPER.replace("LAKE", r"\textbf{60.3}").replace("RIVER", r"$74.1$"))
    assert text == PAPER.replace("LAKE", r"\textbf{74.1}").replace("RIVER", "$60.3$")
    assert left == []


@pytest.mark.parametrize("written", [r"\best", "4{7}.1", r"47.\kern0pt1"])
def test_a_number_that_is_not_written_out_is_left_alone(written: str):
    text = PAPER.replace("RIVER", "60.3").replace("LAKE", written)
    if written == r"\best":
        text = r"\newcommand{\best}{47.1}" + text
    assert fixed(text, unsafe=True)[0] == text


def test_unsafe_fixes_are_applied_only_when_asked_for():
    text = PAPER.replace("LAKE", "74.2").replace("RIVER", "60.3")
    plain, left = fixed(text)
    assert (plain, left) == (text, ["TC105"])
    assert fixed(text, unsafe=True) == (text.replace("74.2", "74.1"), [])


def fix(start: int, end: int, new: str, safety: Safety = Safety.SAFE) -> Fix:
    return Fix("", safety, (Edit(TextPlace("paper.tex", Span(start, end)), new),))


def test_no_two_fixes_touch_one_place_and_a_choice_is_the_authors():
    first = replace(FINDING, fixes=(fix(2, 4, "a"),))
    touching = replace(FINDING, fixes=(fix(4, 6, "b"),))
    apart = replace(FINDING, fixes=(fix(7, 8, "c"),))
    two = replace(FINDING, fixes=(fix(10, 11, "d"), fix(10, 11, "e")))
    quiet = replace(FINDING, fixes=(fix(20, 21, "f"),), severity=Severity.INFO)
    unsafe = replace(FINDING, fixes=(fix(30, 31, "g", Safety.UNSAFE), fix(30, 31, "h")))
    found = [first, touching, apart, two, quiet, unsafe]
    assert [one.finding for one in chosen_fixes(found, Severity.WARNING, unsafe=False)] == [first, apart, unsafe]
    assert [one.finding for one in chosen_fixes(found, Severity.INFO, unsafe=True)] == [first, apart, quiet]


def test_edits_of_one_text_do_not_move_each_other():
    texts = {"a": "0123456789", "b": "x"}
    edits = [Edit(TextPlace("a", Span(*span)), new) for span, new in [((1, 2), "one"), ((8, 9), ""), ((4, 5), "four")]]
    assert edited(texts, edits) == {"a": "0one23four5679"}


def test_a_fix_that_leads_to_another_finding_is_taken_back():
    """The fix writes a number that the paper does not have; the finding stays, and so does the text."""
    engine = Engine(Shelf(north=NORTH))
    text = PAPER.replace("LAKE", "47.1").replace("RIVER", "60.3")

    def read(texts):
        return read_files({"paper.tex": text, "refs.bib": BIBLIOGRAPHY, **texts}, "paper.tex")

    report = engine.check(read({}))
    (finding,) = report.findings
    wrong = Fix("", Safety.SAFE, (Edit(finding.place, "99.9"),))
    done = repair(replace(report, findings=(replace(finding, fixes=(wrong,)),)), read, engine.check)
    assert done.texts == {}
    assert done.findings == ()


def test_a_bad_fix_does_not_keep_a_good_one_from_being_applied():
    engine = Engine(Shelf(north=NORTH))
    text = PAPER.replace("LAKE", "47.1").replace("RIVER", "60.3").replace("75.2 &", "95.2 &")

    def read(texts):
        return read_files({"paper.tex": text, "refs.bib": BIBLIOGRAPHY, **texts}, "paper.tex")

    report = engine.check(read({}))
    good, bad = report.findings
    bad = replace(bad, fixes=(Fix("", Safety.SAFE, (Edit(bad.place, "33.3"),)),))
    done = repair(replace(report, findings=(good, bad)), read, engine.check, unsafe=True)
    assert done.texts["paper.tex"].count("74.1") == 1
    assert "33.3" not in done.texts["paper.tex"]
