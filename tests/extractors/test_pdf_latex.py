"""PDFs that LaTeX made, each beside its source in ``pdf/``."""

from functools import cache
from pathlib import Path

import pytest

from tablecheck.extractors.pdf_geometry import extract
from tablecheck.model.headers import column_path, row_path
from tablecheck.model.table import Table

FOLDER = Path(__file__).parent / "pdf"


@cache
def tables_of(name: str) -> dict[str, Table]:
    """The tables of a document by the first words of their captions."""
    extraction = extract((FOLDER / f"{name}.pdf").read_bytes())
    assert not extraction.problems
    return {table.caption: table for table in extraction.tables}


def rows_of(table: Table) -> list[list[str]]:
    """The grid as text; places filled from above or from the left read ``"``."""
    return [
        [
            "" if cell is None else cell.text if (cell.row, cell.column) == (row, column) else '"'
            for column, cell in enumerate(cells)
        ]
        for row, cells in enumerate(table.grid)
    ]


def test_banners_span_the_columns_under_them_and_labels_the_rows_beside_them():
    table = tables_of("banners")["Banners over columns"]
    assert rows_of(table)[:4] == [
        ["", "", "North Lake", '"', "South Lake", '"'],
        ["Family", "Boat", "Speed", "Range", "Speed", "Range"],
        ["Sail", "Gull", "11.2", "80.1", "10.4", "77.0"],
        ['"', "Tern", "12.9¹", "83.5", "11.8", "79.6"],
    ]
    assert column_path(table, 5) == ("South Lake", "Range")
    assert row_path(table, 3) == ("Sail", "Tern")
    assert table.label == "Table 1"


def test_a_table_with_rules_on_all_sides_takes_the_caption_below_it():
    table = tables_of("banners")["Rules on all sides, caption below"]
    assert rows_of(table) == [["Boat", "Crew", "Cost"], ["Gull", "2", "3.5 × 10⁴"], ["Tern", "3", "4.1 × 10⁴"]]
    cost = table.at(1, 2)
    assert cost is not None
    assert cost.number is not None
    assert cost.number.value == 35000


def test_headings_across_the_body_head_the_rows_below_them():
    table = tables_of("banners")["Deviations and headings of sections"]
    assert rows_of(table)[1] == ["With wind", '"', '"']
    assert [row_path(table, row) for row in (2, 5)] == [("With wind", "Gull"), ("Without wind", "Gull")]


def test_numbers_aligned_at_their_points_keep_their_uncertainty():
    table = tables_of("banners")["Deviations and headings of sections"]
    cell = table.at(3, 1)
    assert cell is not None
    assert cell.text == "9.75(12)"
    assert str(cell.numbers[0].uncertainty) == "0.12"


def test_tables_side_by_side_are_two_and_share_the_caption_of_their_float():
    tables = tables_of("turned")
    ages = tables["Two tables side by side (a) Ages."]
    weights = tables["Two tables side by side (b) Weights."]
    assert [row[0] for row in rows_of(ages)] == ["Boat", "Gull", "Tern", "Pike"]
    assert [row[1] for row in rows_of(weights)] == ["Weight", "410", "388", "95"]


def test_a_table_turned_by_a_quarter_is_read_upright_and_placed_on_its_page():
    table = tables_of("turned")["A table turned by a quarter"]
    assert rows_of(table)[1] == ["Gull", "1.01", "1.02", "1.03", "1.04", "1.05"]
    assert table.place is not None
    assert table.place.y1 - table.place.y0 > table.place.x1 - table.place.x0
    cell = table.at(3, 5)
    assert cell is not None
    assert cell.place is not None
    assert table.place.x0 <= cell.place.x0 < cell.place.x1 <= table.place.x1
    assert table.place.y0 <= cell.place.y0 < cell.place.y1 <= table.place.y1


def test_wrapped_cells_are_one_row():
    table = tables_of("narrow")["Wrapped cells"]
    assert [row[0] for row in rows_of(table)] == ["Boat", "Gull", "Tern", "Pike"]
    assert rows_of(table)[1][1] == "Sails well before the wind and badly against it, as all boats of its age do"


def test_columns_a_word_space_apart_are_columns_and_words_of_a_label_are_not():
    table = tables_of("narrow")["Narrow columns"]
    assert rows_of(table)[2] == ["Gull Net 101", "38.7", "57.9", "41.6", "21.0", "42.3", "51.4"]
    assert rows_of(table)[0] == ["Model name", "AP", "AP₅₀", "AP₇₅", "AP₁₀", "AP₉₀²⁵", "AP₃₀"]


@pytest.mark.parametrize("name", ["banners", "turned", "narrow"])
def test_headers_are_the_rows_above_the_first_inner_rule(name: str):
    for table in tables_of(name).values():
        flagged = [all(cell.is_header for cell in table.row_cells(row)) for row in range(table.row_count)]
        assert flagged == sorted(flagged, reverse=True)
        assert flagged[0]
        assert not flagged[-1]


@pytest.mark.parametrize("name", ["banners", "turned", "narrow"])
def test_confidence_is_a_share_and_high_for_clean_tables(name: str):
    assert all(0.8 < table.confidence < 1 for table in tables_of(name).values())


def test_signs_of_mathematics_are_written_as_in_manuscripts():
    table = tables_of("signs")["Angles and roots"]
    assert rows_of(table)[1:] == [
        ["Gull", "−0.45°", "18.7°", "2√3"],
        ["Tern*", "−0.27°", "18.0°", "√12.5"],
        ["Pike", "0.04°", "2.4°", "−√2"],
    ]
    cell = table.at(1, 1)
    assert cell is not None
    assert cell.number is not None
    assert str(cell.number.value) == "-0.45"


def test_typewriter_spaced_after_a_colon_stays_one_cell_and_labels_that_begin_alike_are_two():
    table = tables_of("signs")["Settings of two runs"]
    assert rows_of(table)[2:5] == [
        ["Boat list (north)", "a0da8fa28835", "a0da8fa28835 (the same)"],
        ["Boat list (south)", "", "b6111339b6dd"],
        ["Options", "wind: false, sails: 512, keel: 0.0", '"'],
    ]


def test_a_framed_column_is_a_table_even_in_a_figure():
    table = tables_of("signs")["How a boat is steered"]
    assert table.label == "Figure 1"
    entries = ["Wind and water", "↓", "Sails, keel and rudder of the boat", "↓", "Course and speed"]
    assert rows_of(table) == [[entry] for entry in entries]
