"""The engine with stand-ins for what lies outside the program: a library, and extractors that misbehave."""

import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tablecheck.latex.manuscript import read_files
from tablecheck.linter.engine import Engine
from tablecheck.linter.reading import Reader
from tablecheck.linter.settings import Settings, chosen_rules, shown
from tablecheck.model.citation import Reference
from tablecheck.model.document import Extraction, SourceDocument
from tablecheck.model.errors import Cancelled
from tablecheck.model.finding import Severity
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.progress import silent
from tablecheck.model.report import SourceStatus
from tablecheck.sources.library import Obtained

PAPER = r"""
\begin{tabular}{lccc}
\toprule
Method & Lake & River & Delta \\
\midrule
NorthNet~\cite{north} & 47.1 & 60.3 & 55.2 \\
SouthNet~\cite{south} & 71.2 & 58.8 & 54.4 \\
Ours & 75.0 & 61.0 & 56.0 \\
\bottomrule
\end{tabular}
\bibliography{refs}
"""
BIBLIOGRAPHY = "@misc{north, title={NorthNet: Polar Features}}\n@misc{south, title={SouthNet: Deep Tides}}\n"


def page(*rows: str) -> bytes:
    """An HTML page of one table whose rows are written with pipes."""
    cells = ("".join(f"<td>{cell.strip()}</td>" for cell in row.split("|")) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>".encode()


NORTH = page("Method | Lake | River | Delta", "NorthNet | 74.1 | 60.3 | 55.2")
SOUTH = page("Method | Lake | River | Delta", "SouthNet | 71.2 | 58.8 | 54.4")


class Shelf:
    """A library of documents made by the test; what it does not have is not obtained."""

    def __init__(self, **contents: bytes) -> None:
        self._contents = contents

    def obtain(self, references: Sequence[Reference], progress=silent) -> tuple[Obtained, ...]:
        return tuple(
            Obtained(one.key, (document(one, self._contents[one.key]),), "at hand")
            if one.key in self._contents
            else Obtained(one.key, (), "nowhere to be found")
            for one in references
        )


def document(reference: Reference, content: bytes) -> SourceDocument:
    return SourceDocument(reference, "html", content, f"{hash(content):x}", f"{reference.key}.html")


def paper(text: str = PAPER) -> Manuscript:
    return read_files({"paper.tex": text, "refs.bib": BIBLIOGRAPHY}, "paper.tex")


def test_the_coverage_counts_every_number_that_claims_a_source():
    report = Engine(Shelf(north=NORTH)).check(paper())
    coverage = report.coverage
    assert (coverage.tables, coverage.numbers) == (1, 9)
    assert (coverage.checked, coverage.agree, coverage.differ, coverage.unchecked) == (3, 2, 1, 3)
    north, south = coverage.sources
    assert (north.key, north.status, north.checked) == ("north", SourceStatus.READ, 3)
    assert (south.key, south.status, south.reason) == ("south", SourceStatus.NOT_OBTAINED, "nowhere to be found")


def test_findings_of_all_severities_are_in_the_report_in_the_order_of_the_text():
    report = Engine(Shelf(north=NORTH, south=SOUTH.replace(b"54.4", b"54"))).check(paper())
    assert [(one.rule, one.severity) for one in report.findings] == [
        ("TC102", Severity.ERROR),
        ("TC107", Severity.INFO),
    ]
    assert [one.rule for one in shown(report.findings, Settings())] == ["TC102"]


def test_a_document_without_tables_is_unreadable_and_says_so():
    report = Engine(Shelf(north=b"<p>No table here.</p>", south=SOUTH)).check(paper())
    north, south = report.coverage.sources
    assert north.status is SourceStatus.UNREADABLE
    assert "no table" in north.reason
    assert south.checked == 3


def test_a_key_that_the_bibliography_lacks_is_not_obtained():
    report = Engine(Shelf(north=NORTH)).check(paper(PAPER.replace("{south}", "{southe}")))
    source = report.coverage.sources[1]
    assert (source.key, source.status) == ("southe", SourceStatus.NOT_OBTAINED)
    assert "no entry" in source.reason


def test_a_table_that_cites_nothing_claims_nothing():
    report = Engine(Shelf(north=NORTH)).check(paper(PAPER.replace(r"~\cite{north}", "").replace(r"~\cite{south}", "")))
    assert not report.findings
    assert report.coverage.sources == ()
    assert report.coverage.unchecked == 0


def test_rules_are_chosen_by_code_family_and_name():
    assert {rule.code[:3] for rule in chosen_rules(Settings(select=("TC2",)))} == {"TC2"}
    assert [rule.name for rule in chosen_rules(Settings(select=("swapped-columns",)))] == ["swapped-columns"]
    assert "TC303" not in {rule.code for rule in chosen_rules(Settings(ignore=("row-differs",)))}
    report = Engine(Shelf(north=NORTH), Settings(select=("TC2",))).check(paper())
    assert not report.findings
    assert report.coverage.differ == 1


def test_a_run_stops_where_progress_says_so():
    def stop(stage: str, done: int, total: int) -> None:
        if stage == "extract":
            raise Cancelled

    with pytest.raises(Cancelled):
        Engine(Shelf(north=NORTH)).check(paper(), stop)


def read(extract, seconds: float = 5.0) -> Reader:
    return Reader(extract, lambda kind: "1", seconds)


NORTH_DOCUMENT = document(Reference("north"), NORTH)


def test_a_document_is_read_once_however_often_it_is_asked_for():
    asked = []

    def extract(one: SourceDocument) -> Extraction:
        asked.append(one)
        return Extraction(())

    reader = read(extract)
    reader.read(NORTH_DOCUMENT)
    reader.read(replace(NORTH_DOCUMENT, found_at="elsewhere"))
    assert len(asked) == 1


def test_an_extractor_that_breaks_loses_its_own_document_only(caplog: pytest.LogCaptureFixture):
    def extract(one: SourceDocument) -> Extraction:
        raise RuntimeError("a bug")

    extraction = read(extract).read(NORTH_DOCUMENT)
    assert extraction.tables == ()
    assert "RuntimeError" in extraction.problems[0].message
    assert "reading north.html failed" in caplog.text


def test_an_extractor_that_hangs_is_given_up():
    def extract(one: SourceDocument) -> Extraction:
        time.sleep(2)
        return Extraction(())

    started = time.monotonic()
    extraction = read(extract, seconds=0.1).read(NORTH_DOCUMENT)
    assert time.monotonic() - started < 1
    assert "longer than 0.1 seconds" in extraction.problems[0].message


def test_a_run_can_be_stopped_while_an_extractor_works():
    def extract(one: SourceDocument) -> Extraction:
        time.sleep(2)
        return Extraction(())

    def stop(stage: str, done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        read(extract).read(NORTH_DOCUMENT, stop)
