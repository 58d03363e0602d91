"""Raised and lowered glyphs beside words and numbers in a PDF."""

import pymupdf

from tablecheck.extractors.pdf_geometry import extract
from tablecheck.model.table import Table
from tests.extractors.pdf_drawing import Drawing


def read_one(drawing: Drawing) -> Table:
    (table,) = extract(drawing.content()).tables
    return table


def marks_table() -> Drawing:
    drawing = Drawing()
    drawing.text(60, 80, "Table 3: Results.")
    for y in (90, 108, 164):
        drawing.rule(50, 400, y)
    drawing.row(102, {60: "Method", 160: "Top-1", 240: "Params", 340: "Loss"})
    drawing.row(122, {60: "NorthNet", 160: "85.3", 240: "2.5 x 10", 340: "0.25"})
    drawing.row(140, {60: "SouthNet", 160: "84.9", 240: "1.1 x 10", 340: "0.31"})
    drawing.row(158, {60: "Ours", 160: "86.0", 240: "9.0 x 10", 340: "0.19"})
    drawing.raised_after("85.3", "1")
    drawing.raised_after("84.9", "a")
    drawing.raised_after("SouthNet", "2")
    drawing.raised_after("2.5 x 10", "6")
    drawing.raised_after("1.1 x 10", "7")
    drawing.raised_after("9.0 x 10", "5")
    return drawing


def test_a_raised_digit_after_a_value_is_a_mark() -> None:
    table = read_one(marks_table())
    cell = table.grid[1][1]
    assert cell is not None
    assert cell.text == "85.3¹"
    assert cell.number is not None
    assert str(cell.number.value) == "85.3"


def test_a_raised_digit_after_a_power_base_is_an_exponent() -> None:
    table = read_one(marks_table())
    values = [table.grid[row][2].number.value for row in (1, 2, 3)]
    assert [int(value) for value in values] == [2_500_000, 11_000_000, 900_000]


def test_a_raised_mark_does_not_become_part_of_a_label() -> None:
    table = read_one(marks_table())
    assert [table.grid[row][0].text for row in (1, 2, 3)] == ["NorthNet", "SouthNet²", "Ours"]


def test_a_sheet_of_words_has_one_box_height_for_all_fonts() -> None:
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((50, 80), "Times", fontname="tiro", fontsize=10)
    page.insert_text((150, 80), "Courier", fontname="cour", fontsize=10)
    for x in range(12):
        page.insert_text((30 + 40 * x, 200), "table", fontsize=10)
    from tablecheck.extractors.pdf_geometry.tables import sheets_of

    (sheet,) = sheets_of(page, 0)
    first = [word for word in sheet.words if word.text in {"Times", "Courier"}]
    assert len({(round(word.top, 2), round(word.bottom, 2)) for word in first}) == 1
