"""What can be done about a finding, as edits of the manuscript."""

from collections.abc import Sequence
from dataclasses import replace

from tablecheck.latex.manuscript import read_files
from tablecheck.linter.engine import Engine
from tablecheck.linter.fixes import edited
from tablecheck.lsp.actions import Action, actions_for
from tablecheck.model.citation import Reference
from tablecheck.model.progress import silent
from tablecheck.model.report import Report
from tablecheck.sources.library import Obtained
from tests.linter.test_engine import BIBLIOGRAPHY, document, page

HEAD = "Method | Lake | River | Delta | Fjord"
PAPER = r"""
\begin{tabular}{lcccc}
\toprule
Method & Lake & River & Delta & Fjord \\
\midrule
NorthNet~\cite{north} & 71.2 & 60.3 & 55.2 & 48.9 \\ % as printed
NorthNet-L~\cite{north} & 72.8 & 61.4 & 56.3 & 49.1 \\
\bottomrule
\end{tabular}
\bibliography{refs}
"""


class Versions:
    """A library that has one paper in versions, the newest last."""

    def __init__(self, *contents: bytes) -> None:
        self._contents = contents

    def obtain(self, references: Sequence[Reference], progress=silent) -> tuple[Obtained, ...]:
        return tuple(
            Obtained(
                one.key,
                tuple(
                    replace(document(one, content), version=number)
                    for number, content in enumerate(self._contents, start=1)
                ),
                "at hand",
            )
            for one in references
        )


def report_on(text: str, *contents: bytes) -> Report:
    return Engine(Versions(*contents)).check(read_files({"paper.tex": text, "refs.bib": BIBLIOGRAPHY}, "paper.tex"))


def actions(report: Report, rule: str) -> dict[str, Action]:
    """What can be done about the first finding of a rule, by title."""
    finding = next(one for one in report.findings if one.rule == rule)
    return {one.title: one for one in actions_for(finding, report)}


def line_after(report: Report, action: Action, beginning: str) -> str:
    """A line of the manuscript once an action was taken."""
    text = edited(report.manuscript.texts, action.edits)["paper.tex"]
    return next(line for line in text.splitlines() if line.startswith(beginning))


def test_the_version_that_prints_the_numbers_can_be_pinned():
    old = page(HEAD, "NorthNet | 71.2 | 60.3 | 55.2 | 48.9", "NorthNet-L | 72.8 | 61.4 | 56.3 | 49.1")
    new = page(HEAD, "NorthNet | 73.9 | 60.3 | 55.2 | 48.9", "NorthNet-L | 72.8 | 61.4 | 56.3 | 49.1")
    report = report_on(PAPER, old, new)
    action = actions(report, "TC301")["Pin the row to version 1 of the paper"]
    assert line_after(report, action, "NorthNet~").endswith("% as printed % tablecheck: version=v1")
    text = edited(report.manuscript.texts, action.edits)["paper.tex"]
    assert not [one.rule for one in report_on(text, old, new).findings]


def test_two_columns_can_be_exchanged():
    theirs = page(HEAD, "NorthNet | 60.3 | 71.2 | 55.2 | 48.9", "NorthNet-L | 61.4 | 72.8 | 56.3 | 49.1")
    report = report_on(PAPER, theirs)
    found = actions(report, "TC201")
    exchange = next(action for title, action in found.items() if title.startswith("Exchange the numbers"))
    assert line_after(report, exchange, "NorthNet-L").startswith(r"NorthNet-L~\cite{north} & 61.4 & 72.8 &")
    text = edited(report.manuscript.texts, exchange.edits)["paper.tex"]
    assert not report_on(text, theirs).findings


def test_the_likeliest_action_comes_first_and_only_what_is_safe_is_preferred():
    theirs = page(HEAD, "NorthNet | 71.2 | 60.3 | 65.2 | 48.9", "NorthNet-L | 72.8 | 61.4 | 56.3 | 49.1")
    found = list(actions(report_on(PAPER, theirs), "TC101").values())
    assert found[0].title.startswith("Replace 55.2 by 65.2")
    assert [one.is_preferred for one in found] == [True, False, False]
    assert [one.asks_why for one in found] == [False, True, True]
