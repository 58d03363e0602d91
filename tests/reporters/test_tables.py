"""The tables of a document, printed for programs and for people."""

import csv
import io
import json
from dataclasses import replace

from tablecheck.extractors.html import extract
from tablecheck.model.document import Extraction
from tablecheck.model.headers import flag_headers
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table
from tablecheck.reporters.tables import RENDERERS, tables_as_csv, tables_as_html, tables_as_json, tables_as_markdown


def _table() -> Table:
    cells = (
        Cell(0, 0, "Method", row_span=2),
        Cell(0, 1, "Lake | deep", column_span=2),
        Cell(1, 1, "Acc"),
        Cell(1, 2, "F1"),
        Cell(2, 0, "North & <South>"),
        Cell(2, 1, "85.3*", place=PagePlace(1, 10, 20.004, 30, 40)),
        Cell(2, 2, "84.1, 2"),
    )
    headed = tuple(replace(cell, is_header=cell.row < 2) for cell in cells)
    return Table(
        headed, caption="Results.", label="Table 2", place=PagePlace(1, 1, 2, 3, 4), read_by="x", confidence=0.5
    )


def test_json_has_every_field_of_the_documented_shape():
    written = json.loads(tables_as_json(Extraction((_table(),), (Problem("extract", "half read"),))))
    assert list(written) == ["tables", "problems"]
    table = written["tables"][0]
    assert {key: table[key] for key in table if key != "cells"} == {
        "page": 1,
        "bbox": [1.0, 2.0, 3.0, 4.0],
        "caption": "Results.",
        "label": "Table 2",
        "read_by": "x",
        "confidence": 0.5,
    }
    assert table["cells"][1] == {
        "row": 0,
        "column": 1,
        "row_span": 1,
        "column_span": 2,
        "text": "Lake | deep",
        "is_header": True,
        "bbox": None,
    }
    assert table["cells"][5]["bbox"] == [10.0, 20.0, 30.0, 40.0]
    assert written["problems"] == [{"stage": "extract", "message": "half read", "path": None, "line": None}]


def test_a_table_without_a_page_has_null_for_page_and_box():
    written = json.loads(tables_as_json(Extraction((Table((Cell(0, 0, "a"),)),))))
    assert (written["tables"][0]["page"], written["tables"][0]["bbox"]) == (None, None)


def test_html_that_is_read_again_gives_the_same_table():
    again = extract(tables_as_html(Extraction((_table(),))).encode()).tables[0]
    assert [(c.row, c.column, c.row_span, c.column_span, c.text, c.is_header) for c in again.cells] == [
        (c.row, c.column, c.row_span, c.column_span, c.text, c.is_header) for c in _table().cells
    ]
    assert (again.label, again.caption) == ("Table 2", "Results.")


def test_csv_prints_spanning_cells_once_and_quotes_commas():
    rows = list(csv.reader(io.StringIO(tables_as_csv(Extraction((_table(), _table()))))))
    assert rows[:4] == [
        ["# Table 2: Results."],
        ["Method", "Lake | deep", ""],
        ["", "Acc", "F1"],
        ["North & <South>", "85.3*", "84.1, 2"],
    ]
    assert rows[4] == []
    assert rows[5:] == rows[:4]


def test_markdown_joins_the_header_rows_and_escapes_its_own_marks():
    assert tables_as_markdown(Extraction((_table(),))) == (
        "**Table 2: Results.**\n\n"
        "| Method | Lake \\| deep / Acc | Lake \\| deep / F1 |\n"
        "| --- | --- | --- |\n"
        "| North & <South> | 85.3\\* | 84.1, 2 |\n"
    )


def test_every_format_prints_no_tables_without_failing():
    for render in RENDERERS.values():
        assert isinstance(render(Extraction(())), str)
        assert isinstance(render(Extraction((flag_headers(Table(())),))), str)
