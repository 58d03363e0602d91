"""The tables of the cases, read as their expected.json says."""

import json
from pathlib import Path

import pytest

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.model.headers import column_path, row_path, section_heading
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.number import parse_number
from tablecheck.model.table import Cell

CASES = Path(__file__).parents[1] / "cases"


def case(name: str) -> tuple[Manuscript, dict]:
    (folder,) = CASES.glob(f"{name}-*")
    main = folder / "main.tex"
    manuscript = read_manuscript(main if main.is_file() else folder / "paper.tex")
    return manuscript, json.loads((folder / "expected.json").read_text("utf-8"))


def agrees(cell: Cell | None, wanted: object) -> bool:
    """Whether a cell prints what an expected file says; it writes numbers as JSON does, without final zeros."""
    if wanted is None:
        return cell is None or cell.text in {"", "–", "-"}
    if cell is None:
        return wanted == ""
    number = parse_number(str(wanted))
    if number is None or cell.number is None:
        return cell.text.replace("Δ", "Delta") == wanted
    return cell.number.agrees_with(number) and cell.number.unit == number.unit


@pytest.mark.parametrize("name", ["01", "03", "04", "05"])
def test_the_rows_of_a_case_are_read(name):
    manuscript, expected = case(name)
    (table,) = manuscript.tables
    rows = expected["rows"]
    assert table.column_count == expected.get("n_cols_logical", len(rows[0]))
    first = table.row_count - len(rows)
    wrong = [
        (wanted, table.at(first + row, column))
        for row, cells in enumerate(rows)
        for column, wanted in enumerate(cells)
        if not agrees(table.at(first + row, column), wanted)
    ]
    assert wrong == []
    assert manuscript.problems == ()


def test_labels_reach_every_number_through_spans_and_sections():
    manuscript, expected = case("02")
    (table,) = manuscript.tables
    assert sum(len(cell.numbers) for cell in table.cells) == expected["n_numbers"]
    for wanted in expected["cells"]:
        (cell,) = [cell for cell in table.number_cells() if float(cell.number.value) == wanted["value"]
                   and list(row_path(table, cell.row)) == wanted["row"]]  # fmt: skip
        assert list(column_path(table, cell.column)) == wanted["col"]
        assert table.cited_keys(cell) == (wanted["cite"],)
    assert [section_heading(table, row) for row in (2, 5)] == ["Without extra data", "With extra data"]


def test_a_number_given_to_a_macro_stands_where_it_was_given():
    manuscript, expected = case("03")
    cell = manuscript.tables[0].at(1, 1)
    place = cell.number.place
    assert place.path == expected["location_of_70.1"]["file"]
    text = manuscript.texts[place.path]
    assert text[place.span.start : place.span.end] == "70.1"
    assert text[place.span.start - 5 :].startswith(expected["location_of_70.1"]["text"])
    (note,) = expected["annotations"]
    assert float(manuscript.tables[0].at(*note["cell"]).number.delta) == note["delta"]


def test_a_number_in_an_included_file_stands_there():
    manuscript, expected = case("04")
    (slip,) = expected["diagnostics"]
    (number,) = [
        cell.number for cell in manuscript.tables[0].number_cells() if float(cell.number.value) == slip["cited"]
    ]
    assert number.place.path == slip["file"]
    assert manuscript.texts[slip["file"]].count("\n", 0, number.place.span.start) + 1 == slip["line"]


def test_rows_that_are_switched_off_are_not_read():
    manuscript, _ = case("05")
    values = {float(number.value) for cell in manuscript.tables[0].cells for number in cell.numbers}
    assert values == {71.3, 5, 88.4, 2}
