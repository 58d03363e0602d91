"""Every tool that is compared with keeps the promises of an extractor."""

from importlib.util import find_spec

import pytest

from tablecheck.extractors.registry import extract_content
from tests.evaluation.pages import ROWS, draw_tables

_NEEDS = {
    "pymupdf_lines": "pymupdf",
    "pymupdf_layout": "pymupdf4llm",
    "pdfplumber": "pdfplumber",
    "camelot_lattice": "camelot",
    "camelot_network": "camelot",
    "camelot_stream": "camelot",
}
tools = pytest.mark.parametrize(
    "tool",
    [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                find_spec(package) is None,
                reason=f"LOUD SKIP: {package} is not installed; it is in tablecheck[baselines]",
            ),
        )
        for name, package in _NEEDS.items()
    ],
)
pytestmark = pytest.mark.filterwarnings("ignore")  # theirs, not ours


@tools
def test_a_ruled_table_is_read_with_its_place(tool, tmp_path):
    (box,) = draw_tables(tmp_path / "a.pdf", ROWS)
    extraction = extract_content((tmp_path / "a.pdf").read_bytes(), tool)
    assert not extraction.problems
    (table,) = extraction.tables
    assert table.read_by == tool
    texts = [[cell.text for cell in row] for row in table.grid]
    assert texts[-3:] == [list(row) for row in ROWS]
    assert table.place.page == 0
    assert table.place.bbox[1] < (box[1] + box[3]) / 2 < table.place.bbox[3]
    assert table.at(table.row_count - 2, 1).number.text == "853"
    assert not table.at(table.row_count - 1, 0).is_header


@tools
@pytest.mark.parametrize("content", [b"", b"%PDF-1.4 nothing", b"plain words"])
def test_damaged_bytes_are_a_problem(tool, content):
    extraction = extract_content(content, tool)
    assert not extraction.tables
    assert extraction.problems
