"""Labels of groups of rows: beside them, above them, and what only looks like them."""

import pytest

from tests.extractors.pdf_drawing import Drawing
from tests.extractors.test_pdf_labels import between_rules, grid_of

BOATS = ("Gull", "Tern", "Pike", "Carp", "Coot", "Swan", "Crane", "Stork")


def of_boats(count: int, step: float = 12) -> Drawing:
    drawing = between_rules(100, 116, 120 + step * count)
    drawing.row(112, {60: "Boat", 140: "Port", 270: "Speed"})
    return drawing


def test_a_column_of_names_without_the_last_is_not_one_label():
    drawing = of_boats(8)
    for index, boat in enumerate(BOATS):
        port = {140: f"{boat}'s port"} if index < 7 else {}
        drawing.row(127 + 12 * index, {60: boat, 270: f"1{index}.5", **port})
    assert [row[1] for row in grid_of(drawing)[1:]] == [*(f"{boat}'s port" for boat in BOATS[:7]), ""]


def test_names_between_two_headings_are_not_one_label():
    drawing = of_boats(7)
    for index in range(7):
        y = 127 + 12 * index
        if index in {0, 6}:
            drawing.text(60, y, "Boats of the north" if not index else "Boats of the south")
        else:
            drawing.row(y, {60: BOATS[index], 140: f"[{index}, {index}]", 270: f"1{index}.5"})
    drawing.row(127 + 12 * 7, {60: "Swan", 140: "[7, 7]", 270: "17.5"})
    assert [row[1] for row in grid_of(drawing)[2:7]] == [f"[{index}, {index}]" for index in range(1, 6)]


def test_ticks_are_of_one_row_each():
    drawing = between_rules(100, 116, 240)
    drawing.row(112, {60: "Boat", 140: "Keel", 190: "Oars", 270: "Speed"})
    for index in range(9):
        y, kind = 127 + 12 * index, index % 3
        marks = {} if not kind else {140 + 50 * (kind - 1): "+"}
        drawing.row(y, {270: f"1{index}.5", **marks, **({60: BOATS[index // 3]} if not kind else {})})
    grid = grid_of(drawing)
    assert [row[1] for row in grid[1:]] == ["", "+", ""] * 3
    assert [row[2] for row in grid[1:]] == ["", "", "+"] * 3
    assert [row[0] for row in grid[1:]] == ["Gull", "", "", "Tern", "", "", "Pike", "", ""]


def test_a_label_between_rows_of_others_is_stretched_to_be_in_their_middle():
    drawing = of_boats(6)
    for index in range(6):
        label = {60: BOATS[index]} if index < 3 or index == 4 else {}
        drawing.row(127 + 12 * index, {**label, 140: f"Port {index}", 270: f"1{index}.5"})
    assert [row[0] for row in grid_of(drawing)[1:]] == ["Gull", "Tern", "Pike", "Coot", '"', '"']


def test_where_one_label_stands_alone_for_certain_the_others_do():
    drawing = of_boats(8)
    names = ("Boats", "Gull", "Tern of the lake", "Fast boats", "Pike", "Carp of the sea", "Slow boats", "Coot")
    for index, name in enumerate(names):
        values = {} if name.endswith("oats") else {190: f"2{index}", 270: f"1{index}.5"}
        drawing.row(127 + 12 * index, {60: name, **values})
    assert [row[0] for row in grid_of(drawing)[1:]] == list(names)


def test_a_label_above_rows_without_one_does_not_go_on_with_the_row_before():
    drawing = of_boats(8)
    for index in range(8):
        y = 127 + 12 * index
        if index in {2, 5}:
            drawing.text(60, y, "In waters of old")
        elif index in {3, 6}:
            drawing.row(y, {140: "Lake", 270: "Sea"})
        else:
            drawing.row(y, {60: f"{BOATS[index]} and crew", 140: f"0.{index}1", 270: f"1{index}.5"})
    assert [row[0] for row in grid_of(drawing)[1:5]] == ["Gull and crew", "Tern and crew", "In waters of old", ""]


def test_an_entry_of_a_row_without_label_stays_in_its_column():
    drawing = of_boats(6)
    for index in range(6):
        y = 127 + 12 * index
        if index < 4:
            drawing.row(y, {60: BOATS[index], 140: f"Port of {BOATS[index]}", 270: f"1{index}.5"})
        else:
            drawing.text(140, y, f"Lake {index}")
    grid = grid_of(drawing)
    assert [row[1] for row in grid[1:]] == [*(f"Port of {boat}" for boat in BOATS[:4]), "Lake 4", "Lake 5"]
    assert not any('"' in row for row in grid)


@pytest.mark.parametrize(("x", "spans"), [(140, False), (196, True)])
def test_a_word_amid_the_rows_spans_the_columns_of_a_rule_it_is_centred_over(x, spans):
    drawing = of_boats(5, step=16)
    for index in range(5):
        y = 130 + 16 * index
        if index == 2:
            drawing.text(x, y, "Both")
            drawing.rule(136, 300, y + 4)
        else:
            drawing.row(y, {60: BOATS[index], 140: f"Port {index}", 270: f"1{index}.5"})
    row = grid_of(drawing)[3]
    assert (row[2] == '"') is spans


def test_rows_of_values_above_the_first_rule_are_no_heading_of_several_lines():
    drawing = between_rules(100, 164, 204)
    for y, label, lake, sea in (
        (112, "", "Lake", "Sea"),
        (124, "Boat", "two masts", "one mast"),
        (136, "Keel", "deep", "flat"),
        (148, "Draught", "0.5", "0.3"),
        (160, "Beam", "2.5", "2.3"),
        (176, "Sails", "4.5", "3.3"),
        (188, "Oars", "1.5", "1.3"),
    ):
        drawing.row(y, {60: label, 150: lake, 250: sea} if label else {150: lake, 250: sea})
    assert [row[0] for row in grid_of(drawing)] == ["", "Boat", "Keel", "Draught", "Beam", "Sails", "Oars"]
