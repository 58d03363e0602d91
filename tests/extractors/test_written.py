"""What crosses a process comes out as it went in, and nothing else comes out at all."""

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.extractors.html import read_html_table
from tablecheck.extractors.written import read_extraction, write_extraction
from tablecheck.model.document import Extraction
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table, with_numbers

_TEXTS = st.one_of(
    st.text(max_size=12), st.sampled_from(["85.3¹ ± 0.2", "2.5 × 10⁶", "<0.01", "~3.1M", "81.2 (+0.4)", "−1,024.5%"])
)
_PLACES = st.one_of(
    st.none(),
    st.builds(PagePlace, st.integers(0, 400), *[st.floats(-10, 900)] * 4),
    st.builds(TextPlace, st.text(max_size=5), st.integers(0, 99).map(lambda start: Span(start, start + 3))),
)


@st.composite
def _tables(draw) -> Table:
    cells = [
        with_numbers(
            Cell(row, column, draw(_TEXTS), is_header=draw(st.booleans()), emphasis=("bold",), place=draw(_PLACES))
        )
        for row in range(draw(st.integers(0, 3)))
        for column in range(2)
    ]
    return Table(tuple(cells), draw(_TEXTS), "Table 1", draw(_TEXTS), draw(_PLACES), "pdf", draw(st.floats(0, 1)))


_PROBLEMS = st.builds(Problem, st.just("extract"), st.text(), st.none() | st.text(), st.none() | st.integers(1, 9))
_EXTRACTIONS = st.builds(
    Extraction, st.lists(_tables(), max_size=2).map(tuple), st.lists(_PROBLEMS, max_size=2).map(tuple)
)


def _fields(extraction: Extraction) -> list[object]:
    return [
        (t.cells, [c.numbers for c in t.cells], t.caption, t.label, t.notes, t.place, t.read_by, t.confidence)
        for t in extraction.tables
    ]


@settings(max_examples=60, deadline=None)
@given(_EXTRACTIONS)
def test_an_extraction_comes_back_as_it_was(extraction):
    again = read_extraction(write_extraction(extraction))
    assert _fields(again) == _fields(extraction)
    assert again.problems == extraction.problems


def test_spans_and_exact_decimals_are_kept():
    table = read_html_table("<table><tr><td colspan=2>A</td></tr><tr><td>1.50</td><td>2e-3</td></tr></table>")
    again = read_extraction(write_extraction(Extraction((table,)))).tables[0]
    assert again.grid == table.grid
    assert again.at(1, 0).number.value == Decimal("1.50")
    assert again.at(1, 0).number.decimals == 2


_CELL = [0, 0, 1, 1, "x", 0, [], None, []]


def _with_cell(**changes: object) -> str:
    cell = list(_CELL)
    for place, value in changes.items():
        cell[int(place[1:])] = value
    table = {"cells": [cell], "caption": "", "label": "", "notes": "", "place": None, "read_by": "", "confidence": 1}
    return json.dumps({"form": 1, "tables": [table], "problems": []})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"form": 99, "tables": [], "problems": []}',
        '{"form": 1, "tables": [{}], "problems": []}',
        _with_cell(_0=-1),
        _with_cell(_0=99_999, _1=99_999),
        _with_cell(_4=7),
        _with_cell(_8=[["1", "one", None, None, 0, "", 0, ""]]),
    ],
)
def test_what_was_not_written_so_is_refused(text):
    with pytest.raises(ValueError, match=r"\S"):
        read_extraction(text)


def test_the_smallest_cell_is_read():
    assert read_extraction(_with_cell()).tables[0].cells == (Cell(0, 0, "x"),)
