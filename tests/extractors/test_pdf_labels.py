"""Labels beside several rows or on several lines, and entries over several columns, drawn as papers print them."""

import pytest

from tablecheck.extractors.pdf_geometry import extract
from tests.extractors.pdf_drawing import Drawing


def grid_of(drawing: Drawing) -> list[list[str]]:
    """The only table as text; places filled from above or from the left read ``"``."""
    (table,) = extract(drawing.content()).tables
    return [
        [
            "" if cell is None else cell.text if (cell.row, cell.column) == (row, column) else '"'
            for column, cell in enumerate(cells)
        ]
        for row, cells in enumerate(table.grid)
    ]


def between_rules(*heights: float) -> Drawing:
    drawing = Drawing()
    for at in heights:
        drawing.rule(56, 320, at)
    return drawing


def test_standard_errors_below_estimates_share_no_label_with_those_after_them():
    drawing = between_rules(100, 116, 240)
    drawing.row(112, {130: "(1)", 200: "(2)", 270: "(3)"})
    for index, label in enumerate(("Wind", "Tide", "Crew", "Sails")):
        drawing.row(130 + 30 * index, {60: label, 125: f"-0.{index}62", 195: f"0.{index}91", 265: f"1.{index}07"})
        drawing.row(145 + 30 * index, {122: f"(0.{index}59)", 192: f"(0.{index}63)", 262: f"(0.{index}55)"})
    assert [row[0] for row in grid_of(drawing)] == ["", "Wind", "", "Tide", "", "Crew", "", "Sails", ""]


def test_a_label_on_two_lines_that_stand_between_the_rows_is_one_for_all_of_them():
    drawing = between_rules(100, 116, 174, 232)
    drawing.row(112, {60: "Boat", 150: "Part", 250: "Length"})
    for group, (first, second) in enumerate((("Gulls of", "the north"), ("Terns of", "the south"))):
        top = 128 + 58 * group
        for index, part in enumerate(("Hull", "Mast", "Boom", "Keel")):
            drawing.row(top + 13 * index, {150: part, 250: f"{index + 2}.1{group}"})
        drawing.row(top + 12, {60: first})
        drawing.row(top + 30, {60: second})
    assert [row[0] for row in grid_of(drawing)] == ["Boat", "Gulls of the north", *'"""', "Terns of the south", *'"""']


@pytest.mark.parametrize(
    ("step", "heading"),
    [
        (12, [["", "Wind speed", "Tide speed", "Crew size"]]),
        (22, [["", "Wind", "Tide", "Crew"], ["", "speed", "speed", "size"]]),
    ],
)
def test_lines_of_a_heading_stand_close_and_rows_far_apart(step, heading):
    drawing = between_rules(100, 120 + step, 184 + step)
    drawing.row(114, {130: "Wind", 200: "Tide", 270: "Crew"})
    drawing.row(114 + step, {130: "speed", 200: "speed", 270: "size"})
    for index, label in enumerate(("Gull", "Tern", "Pike")):
        drawing.row(134 + step + 22 * index, {60: label, 130: f"1{index}.2", 200: f"2{index}.1", 270: f"{index}.5"})
    assert grid_of(drawing)[: len(heading)] == heading


def test_a_label_halfway_between_rows_that_stand_far_apart_has_a_column_of_its_own():
    drawing = between_rules(100, 120, 210)
    drawing.row(114, {60: "Boat", 86: "Crew", 150: "Speed", 220: "Range"})
    for index in range(4):
        drawing.row(135 + 22 * index, {94: f"{index + 2}", 150: f"1{index}.2", 220: f"8{index}.1"})
    drawing.row(168, {60: "Gull"})
    assert [row[:2] for row in grid_of(drawing)] == [
        ["Boat", "Crew"],
        ["Gull", "2"],
        ['"', "3"],
        ['"', "4"],
        ['"', "5"],
    ]


def test_an_entry_over_the_gaps_of_columns_spans_all_that_it_is_centred_over():
    drawing = between_rules(100, 116, 181)
    drawing.row(112, {60: "Boat", 140: "North", 190: "South", 240: "East", 290: "West"})
    drawing.row(128, {60: "Depends on", 184.7: "what the wind does"})
    for index, label in enumerate(("Gull", "Tern", "Pike")):
        drawing.row(143 + 15 * index, {60: label, **{140 + 50 * c: f"{c}.{index}21" for c in range(4)}})
    assert grid_of(drawing)[1] == ["Depends on", "what the wind does", '"', '"', '"']


def test_the_label_around_its_values_is_not_a_part_of_the_label_above():
    drawing = between_rules(100, 116, 196)
    drawing.row(112, {60: "Method", 200: "Speed", 270: "Range"})
    drawing.row(130, {60: "without sails", 200: "10.2", 270: "80.1"})
    drawing.row(143, {60: "without the keel (2)", 200: "11.2", 270: "81.1"})
    drawing.row(156, {60: "without the keel (2) and"})
    drawing.row(162, {200: "12.2", 270: "82.1"})
    drawing.row(168, {60: "with sails (3)"})
    drawing.row(181, {60: "all together", 200: "13.2", 270: "83.1"})
    assert [row[0] for row in grid_of(drawing)][2:4] == [
        "without the keel (2)",
        "without the keel (2) and with sails (3)",
    ]


def test_lines_closer_than_boxes_are_of_one_row_wherever_they_are_broken():
    drawing = Drawing()
    for index in range(5):
        drawing.rule(56, 300, 100 + 30 * index)
    for x in (56, 150, 300):
        drawing.bar(x, 100, 220)
    drawing.row(112, {60: "Boat", 156: "Remarks"})
    for index, label in enumerate(("Gull", "Tern", "Pike")):
        drawing.row(142 + 30 * index, {60: label, 156: "Sails well before"})
        drawing.row(153 + 30 * index, {60: "and others", 156: "the wind, and badly against"})
    assert [row[0] for row in grid_of(drawing)] == ["Boat", "Gull and others", "Tern and others", "Pike and others"]


def test_a_label_on_the_line_of_a_row_is_that_rows_even_where_the_row_above_has_none():
    drawing = between_rules(100, 116, 196)
    drawing.row(112, {60: "Step", 130: "Change", 270: "Speed"})
    for y, label, change, value in (
        (128, "", "None", "6.09"),
        (138, "+A", "Lighter keel", "6.01"),
        (163, "+B", "Wider sails", "5.98"),
        (188, "+C", "Longer oars", "5.95"),
    ):
        drawing.row(y, {60: label, 130: change, 270: value} if label else {130: change, 270: value})
    assert [row[0] for row in grid_of(drawing)] == ["Step", "", "+A", "+B", "+C"]


def test_one_set_of_values_for_several_rows_fills_them_in_all_columns():
    drawing = between_rules(100, 116, 206, 296, 386)
    for x in (56, 112, 170, 215, 260, 320):
        drawing.bar(x, 100, 386)
    drawing.row(112, {60: "Boat", 120: "Crew", 180: "Wind", 225: "Tide", 270: "Speed"})
    for group, boat in enumerate(("Small", "Large", "Vast")):
        top = 129 + 90 * group
        for index, crew in enumerate(("One", "Two", "Three")):
            drawing.row(top + 27 * index, {120: crew})
            drawing.row(top + 13.5 + 27 * index, {120: "people"})
            if index:
                drawing.rule(112, 170, top - 10 + 27 * index)
        drawing.row(top + 40.5, {60: boat})
        drawing.row(top + 54, {60: "boats"})
        drawing.row(top + 47.2, {180: f"0.{group}4", 225: f"1.{group}5", 270: f"2.{group}6"})
    grid = grid_of(drawing)
    assert [row[0] for row in grid] == [
        "Boat",
        "Small boats",
        '"',
        '"',
        "Large boats",
        '"',
        '"',
        "Vast boats",
        '"',
        '"',
    ]
    assert [row[2:] for row in grid[1:4]] == [["0.04", "1.05", "2.06"], ['"'] * 3, ['"'] * 3]


def test_an_estimate_and_its_interval_are_one_cell():
    drawing = between_rules(100, 116, 200)
    drawing.row(112, {60: "Study", 150: "Trial", 240: "Survey"})
    for index, label in enumerate(("Raw", "Weighed", "Matched", "Both")):
        drawing.row(
            130 + 16 * index,
            {60: label, 130: f"0.3{index} (0.2{index} to 0.42)", 220: f"0.5{index} (0.4{index} to 0.57)"},
        )
    assert grid_of(drawing)[2] == ["Weighed", "0.31 (0.21 to 0.42)", "0.51 (0.41 to 0.57)"]
