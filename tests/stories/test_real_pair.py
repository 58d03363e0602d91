"""A published table, written as a manuscript, against the real PDF of the paper it quotes."""

from pathlib import Path

import pytest

from tablecheck.evaluation.arxiveri_data import Pair, read_pairs
from tablecheck.extractors.html import read_html_table
from tablecheck.latex.manuscript import read_files
from tablecheck.linter.engine import Engine
from tablecheck.model.finding import Severity
from tablecheck.model.report import Report
from tablecheck.sources.library import Library
from tests.data_folder import DATA, needs_data
from tests.stories.written import as_latex, cell_at, manuscript_with

pytestmark = [needs_data, pytest.mark.data]

KEY = "cited"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(Library([DATA / "arxiv-pdf"], root=Path()))


def pair_of(target: str, source: str) -> Pair:
    return next(pair for pair in read_pairs(DATA / "arxiveri") if (pair.target_id, pair.source_id) == (target, source))


def files_of(pair: Pair) -> dict[str, str]:
    ours = read_html_table(pair.target.html, pair.target.caption)
    rows = {row for row, _ in pair.truth}
    return manuscript_with(as_latex(ours, KEY, rows), KEY, pair.source_id, pair.source_title)


def check(engine: Engine, files: dict[str, str]) -> Report:
    return engine.check(read_files(files, "paper.tex"))


PAIRS = [("2207.05557v1", "2102.12122"), ("2207.05557v1", "2106.13797"), ("2207.11972v1", "2102.12122")]


@pytest.mark.parametrize(("target", "source"), PAIRS)
def test_numbers_that_were_copied_agree_with_the_pdf(engine: Engine, target: str, source: str):
    pair = pair_of(target, source)
    report = check(engine, files_of(pair))
    theirs = read_html_table(pair.source_table.html, pair.source_table.caption)
    agreeing = {(one.cell.ours.row, one.cell.ours.column): one.cell.their_number for one in report.evidence.agreements}
    right = [
        place
        for place, other in pair.truth.items()
        if place in agreeing and agreeing[place].value == cell_at(theirs, *other).number.value
    ]
    assert len(right) >= 0.95 * len(pair.truth)
    accused = {(cell.ours.row, cell.ours.column) for one in report.evidence.disagreements for cell in one.cells}
    remarks = {
        (cell.ours.row, cell.ours.column)
        for one in report.evidence.disagreements
        if one.cause.is_remark
        for cell in one.cells
    }
    assert not (accused - remarks) & set(pair.truth)


def test_an_edited_digit_is_one_error_at_its_exact_place(engine: Engine):
    pair = pair_of(*PAIRS[0])
    files = files_of(pair)
    before = check(engine, files)
    table = before.manuscript.tables[0]
    row, column = sorted(pair.truth)[len(pair.truth) // 2]
    place = cell_at(table, row, column).number.place
    text = files["paper.tex"]
    printed = text[place.span.start : place.span.end]
    edited = str((int(printed[0]) + 4) % 9 + 1) + printed[1:]
    files["paper.tex"] = text[: place.span.start] + edited + text[place.span.end :]
    known = {finding.fingerprint for finding in before.findings}
    fresh = [one for one in check(engine, files).findings if one.fingerprint not in known]
    assert [(one.severity, one.place, one.text) for one in fresh] == [(Severity.ERROR, place, edited)]
    assert [edit.new_text for fix in fresh[0].fixes for edit in fix.edits] == [printed]
