"""Crowded headings, and what stands beside or above rules: ``pdf/headings.pdf``, which LaTeX made, and drawings."""

from functools import cache
from pathlib import Path

import pytest

from tablecheck.extractors.pdf_geometry import extract
from tests.extractors.pdf_drawing import Drawing

PDF = Path(__file__).parent / "pdf" / "headings.pdf"


@cache
def grids() -> dict[str, list[list[str]]]:
    """The tables as text by their captions; places filled from above or from the left read ``"``."""
    return {
        table.caption: [
            [
                "" if cell is None else cell.text if (cell.row, cell.column) == (row, column) else '"'
                for column, cell in enumerate(cells)
            ]
            for row, cells in enumerate(table.grid)
        ]
        for table in extract(PDF.read_bytes()).tables
    }


def test_equations_a_word_space_apart_are_headings_of_their_columns():
    assert grids()["Equations side by side"][1] == ["", "τ_(N) = 2", "τ_(N) = ∞", "τ_(N) = 2", "τ_(N) = ∞"]


def test_what_is_lowered_comes_before_letters_raised_over_it():
    assert grids()["Equations side by side"][0][0] == "c₀ʳᵉˡ"


def test_headings_that_stand_alone_elsewhere_on_their_line_are_two():
    assert grids()["The same headings twice"][1] == ["", "Speed", "Range", "Speed", "Range"]


def test_a_heading_that_reaches_over_the_ends_of_its_rule_is_apart_from_its_neighbour():
    assert grids()["A heading wider than its rule"][0] == ["Boat", "Building", "Northern Lake", '"']


def test_words_centred_over_one_rule_are_one_heading_whatever_their_space():
    assert grids()["Headings over rules"][0][1:] == ["North Lake", '"', "Sea (20)", '"', "Bay (9)", '"']


def test_a_rule_beside_a_narrow_column_of_labels_does_not_end_its_label():
    assert [row[0] for row in grids()["Rules beside labels"]] == ["", "A", '"', '"', "B", '"', '"']


def test_a_single_rule_between_headings_and_values_makes_a_table():
    assert grids()[""][:2] == [["Crew", "Speed", "Range", "Cost"], ["1", "10.1", "70.2", "3.5"]]


def under_one_rule(rows: list[list[str]]) -> int:
    drawing = Drawing()
    drawing.text(56, 700, "This is said of each table.")  # pages without the word and with one rule are not looked at
    drawing.rule(56, 300, 104)
    drawing.row(100, {60: "Crew", 130: "Speed", 200: "Range"})
    for index, row in enumerate(rows):
        drawing.row(118 + 14 * index, dict(zip((60, 130, 200), row, strict=False)))
    return len(extract(drawing.content()).tables)


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([["1", "10.1", "70.2"], ["2", "11.2", "80.1"], ["4", "12.9", "83.5"]], 1),
        ([["1", "10.1", "70.2"], ["2", "11.2", "80.1"]], 0),
        ([["1", "10.1", "70.2"], ["2", "11.2"], ["4", "12.9", "83.5"]], 0),
        ([["1", "10.1", "slow"], ["2", "11.2", "fast"], ["4", "12.9", "fast"]], 0),
    ],
)
def test_under_a_single_rule_only_a_full_grid_of_values_is_a_table(rows, count):
    assert under_one_rule(rows) == count


def test_labels_wrapped_in_narrow_boxes_are_one_each():
    drawing = Drawing()
    for y in (100, 116, 156, 196, 236):
        drawing.rule(56, 296, y)
    for x in (56, 116, 206, 296):
        drawing.bar(x, 100, 236)
    drawing.row(112, {60: "Boat", 120: "Speed", 210: "Range"})
    for index, label in enumerate(("Gulls from the north", "Terns from the south", "Pikes from the lakes")):
        words = label.split()
        drawing.row(128 + 40 * index, {60: f"{words[0]} {words[1]}", 120: f"1{index}.2", 210: f"8{index}.1"})
        drawing.row(139 + 40 * index, {60: f"{words[2]} {words[3]}"})
    (table,) = extract(drawing.content()).tables
    assert [cell.text for cell in table.cells if cell.column == 0] == [
        "Boat",
        "Gulls from the north",
        "Terns from the south",
        "Pikes from the lakes",
    ]
