"""Tables set with hardly more than a word space between their columns, and close to what surrounds them."""

import pymupdf

from tests.extractors.pdf_drawing import Drawing
from tests.extractors.test_pdf_labels import between_rules, grid_of


def at_right(drawing: Drawing, y: float, cells: dict[float, str], size: float = 10) -> None:
    """Set cells that end at some x."""
    for x, text in cells.items():
        drawing.text(x - pymupdf.get_text_length(text, fontname="helv", fontsize=size), y, text, size)


def test_a_small_heading_right_under_a_caption_is_no_lowered_mark_of_it():
    drawing = Drawing()
    drawing.text(60, 100, "Table 3: Of the boats in the set that sail, in shares of all.")
    for y in (101.5, 110, 135):
        drawing.rule(56, 300, y)
    drawing.row(107.2, {60: "Boat", 120: "5%", 180: "10%", 240: "50%"}, size=7)
    for index, boat in enumerate(("Gull", "Tern")):
        drawing.row(118 + 10 * index, {60: boat, 120: f"4{index}.1", 180: f"5{index}.2", 240: f"6{index}.3"}, size=7)
    assert grid_of(drawing)[0] == ["Boat", "5%", "10%", "50%"]


def test_decimals_beside_short_labels_are_a_column_even_in_three_rows():
    drawing = between_rules(100, 116, 160)
    drawing.row(112, {60: "Boat", 102: "Lake", 142: "Sea"})
    rows = (("Gull [54]", "0.08", "1.31"), ("Pike [8]", "36.01", "5.66"), ("Terns", "39.11", "7.81"))
    for index, (boat, *values) in enumerate(rows):
        drawing.row(128 + 13 * index, {60: boat, 104.6: values[0], 144: values[1]})
    assert [row[:2] for row in grid_of(drawing)[1:]] == [[boat, first] for boat, first, _ in rows]


def test_decimals_a_word_space_from_many_different_words_are_a_column():
    drawing = between_rules(100, 116, 190)
    drawing.row(112, {60: "Boat", 250: "Sea"})
    at_right(drawing, 112, {170: "Hull", 200: "Lake"})
    for index, hull in enumerate(("Carbon", "Wood", "Steel", "Glass", "Carbon")):
        drawing.row(128 + 13 * index, {60: f"Boat {'abcde'[index]}", 250: f"{index}.66"})
        at_right(drawing, 128 + 13 * index, {170: hull, 173.3 + 19.5: f"{64 + index}.5"})
    assert [row[1:3] for row in grid_of(drawing)[1:3]] == [["Carbon", "64.5"], ["Wood", "65.5"]]


def test_a_change_in_brackets_in_one_row_makes_no_column():
    drawing = between_rules(100, 116, 200)
    at_right(drawing, 112, {180: "Lake", 260: "Sea"})
    drawing.text(60, 112, "Boat")
    for index, boat in enumerate(("Gull", "Tern", "Pike", "Carp", "Coot")):
        drawing.text(60, 128 + 14 * index, boat)
        end = "" if index < 4 else " (+1.4)"
        at_right(drawing, 128 + 14 * index, {180: f"8{index}.5", 260: f"7{index}.25{end}"})
    assert grid_of(drawing)[5] == ["Coot", "84.5", "74.25 (+1.4)"]
    assert grid_of(drawing)[1] == ["Gull", "80.5", "70.25"]


def test_three_headings_that_each_stand_over_their_column_are_no_phrase():
    drawing = between_rules(100, 116, 160)
    drawing.text(60, 112, "Boats")
    x = 130.0
    for heading, value in (("vehicle", "58.5"), ("pedestrian", "63.9"), ("cyclist", "48.6")):
        width = pymupdf.get_text_length(heading, fontname="helv", fontsize=10)
        drawing.text(x, 112, heading)
        for index in range(3):
            drawing.text(x + width / 2 - 9.7, 128 + 13 * index, value)
        x += width + 2.8
    for index, boat in enumerate(("Gull", "Tern", "Pike")):
        drawing.text(60, 128 + 13 * index, boat)
    assert grid_of(drawing)[0] == ["Boats", "vehicle", "pedestrian", "cyclist"]


def test_rows_of_values_that_stand_as_close_as_words_go_on_below_the_rule_of_a_heading():
    drawing = Drawing()
    drawing.text(60, 90, "Table 3: Results.")
    drawing.rule(56, 206, 116)
    drawing.row(112, {60: "Boat", 96: "Lake", 121: "Sea", 146: "Fjord", 178: "Coast"})
    for index, boat in enumerate(("Gulls", "Terns", "Pikes")):
        cells = {60: boat, 98: f"{index}3.98", 126: f"{index}5.35", 154: f"{index}1.83", 182: f"{index}6.43"}
        drawing.row(128 + 12 * index, cells)
    assert [row[0] for row in grid_of(drawing)] == ["Boat", "Gulls", "Terns", "Pikes"]
