"""The tables of a paper's HTML, written as a manuscript, against the PDF of the same version: a faithful copy."""

import json
from pathlib import Path

import pytest

from tablecheck.extractors.html import read_html_table
from tablecheck.latex.manuscript import read_files
from tablecheck.linter.engine import Engine
from tablecheck.model.finding import Severity
from tablecheck.model.headers import header_row_count
from tablecheck.sources.library import Library
from tests.data_folder import DATA, needs_data
from tests.stories.written import as_latex, manuscript_with

pytestmark = [needs_data, pytest.mark.data, pytest.mark.slow]

PAPERS = {
    "2103.14030": "Swin transformer: Hierarchical vision transformer using shifted windows",
    "2111.09883": "Swin Transformer V2: Scaling up Capacity and Resolution",
    "2201.03545": "A convnet for the 2020s",
    "2011.10881": "Rethinking transformer-based set prediction for object detection",
}


@pytest.mark.parametrize("arxiv_id", PAPERS)
def test_a_faithful_copy_of_a_real_paper_is_never_accused(arxiv_id: str):
    engine = Engine(Library([DATA / "arxiv-pdf"], root=Path()))
    entries = json.loads((DATA / "arxiveri/dataset/source_papers" / f"{arxiv_id}.json").read_text("utf-8"))
    numbers = agree = 0
    for entry in entries["list_table_and_caption"]:
        ours = read_html_table(entry["table"], entry["caption"])
        body = range(header_row_count(ours), ours.row_count)
        files = manuscript_with(as_latex(ours, "cited", body), "cited", arxiv_id, PAPERS[arxiv_id])
        report = engine.check(read_files(files, "paper.tex"))
        assert [one.message for one in report.findings if one.severity >= Severity.WARNING] == []
        numbers += report.coverage.numbers
        agree += report.coverage.agree
    assert agree >= 0.8 * numbers
