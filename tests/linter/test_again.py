"""Whoever checks again after an edit finds what a first check of the same text finds."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.linter.config import read_config
from tablecheck.linter.session import Session, open_session
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.progress import silent
from tablecheck.model.report import Report
from tests.edits import Edit, edits

PAPER = Path(__file__).resolve().parents[1] / "editors" / "paper"
OWN = r"""
\begin{table}\caption{Accuracy by day, and its average.}
\begin{tabular}{lcccc}
\toprule
Method & Mon & Tue & Wed & Average \\
\midrule
Alder & 50.1 & 60.2 & 70.3 & 60.2 \\
Birch & 51.4 & 61.5 & 71.6 & 61.5 \\
Cedar & 52.0 & 62.0 & 72.0 & 62.0 \\
Damson & \textbf{53.0} & \textbf{63.0} & \textbf{73.0} & \textbf{66.0} \\
Elder & 50.5 & 60.5 & 73.5 & 61.5 \\
\bottomrule
\end{tabular}
\end{table}
"""
"""A table that contradicts itself, so that the rules that look at one table at a time have something to say."""

LAW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Session, Session]:
    """One that checks again and again, and one that starts anew each time."""
    folder = tmp_path_factory.mktemp("again") / "paper"
    shutil.copytree(PAPER, folder)
    main = folder / "paper.tex"
    text = main.read_text("utf-8")
    main.write_text(text.replace("\\bibliographystyle", f"{OWN}\n\\bibliographystyle"), "utf-8")
    return open_session(main, read_config(folder, {})), open_session(main, read_config(folder, {}))


def texts_after(text: str, wanted: list[Edit]) -> Iterator[str]:
    """The text after each edit."""
    before = [text]
    for edit in wanted:
        if edit.undo and len(before) > 1:
            before.pop()
        else:
            start, end = edit.span(before[-1])
            before.append(before[-1][:start] + edit.text + before[-1][end:])
        yield before[-1]


def tables(manuscript: Manuscript) -> list[object]:
    """All that is read of the tables, with the places that equality leaves out."""
    return [
        (
            [(cell, cell.place, [number.place for number in cell.numbers]) for cell in table.cells],
            (table.caption, table.label, table.notes, table.place, table.confidence, table.attributions, table.marks),
        )
        for table in manuscript.tables
    ]


def compared(report: Report) -> list[object]:
    """What was compared with what."""
    assert report.evidence is not None
    evidence = report.evidence
    return [
        [(one.match.ours.place, one.cell) for one in evidence.agreements],
        [(one.cause, one.cells, one.probability, one.suggestion) for one in evidence.disagreements],
        [(cell, cell.place, why) for _, cell, why in evidence.unchecked],
        [(match.key, match.rows, match.columns, match.cells) for match in evidence.matches],
    ]


@LAW
@given(wanted=st.lists(edits, min_size=1, max_size=12))
def test_checking_again_is_checking(sessions: tuple[Session, Session], wanted: list[Edit]):
    again, first = sessions
    text = again.main.read_text("utf-8")
    before = again.check(again.read({again.main.name: text}), silent)
    assert {finding.rule for finding in before.findings} >= {"TC101", "TC102", "TC401"}
    for now in texts_after(text, wanted):
        manuscript = again.read({again.main.name: now})
        fresh = read_manuscript(first.main, {first.main.name: now})
        assert tables(manuscript) == tables(fresh)
        assert (manuscript.marks, manuscript.problems) == (fresh.marks, fresh.problems)
        report, expected = again.check(manuscript, silent), first.check(fresh, silent)
        assert report.findings == expected.findings
        assert report.accepted == expected.accepted
        assert (report.coverage, report.problems) == (expected.coverage, expected.problems)
        assert compared(report) == compared(expected)
