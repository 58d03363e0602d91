"""Cells on several lines: one row or several."""

from tablecheck.extractors.pdf_geometry import extract
from tablecheck.model.table import Table
from tests.extractors.pdf_drawing import Drawing

BOATS = (("Gulls of the", "north"), ("Terns of the", "south"), ("Pikes of", "lakes"))


def read(drawing: Drawing) -> Table:
    (table,) = extract(drawing.content()).tables
    return table


def labels(table: Table) -> list[str]:
    return [cell.text for cell in table.cells if cell.column == 0]


def framed(bottom: float) -> Drawing:
    drawing = Drawing()
    for at in (100, 114, bottom):
        drawing.rule(56, 300, at)
    drawing.row(110, {60: "Boat", 180: "Speed", 240: "Range"})
    return drawing


def test_a_label_on_two_lines_beside_values_halfway_between_them_is_one_row():
    drawing = framed(200)
    for index, (first, second) in enumerate(
        (("Gulls of the", "north"), ("Terns of the", "south"), ("Pikes of", "lakes"))
    ):
        y = 126 + 26 * index
        drawing.row(y, {60: first})
        drawing.row(y + 6, {180: f"1{index}.2", 240: f"8{index}.1"})
        drawing.row(y + 12, {60: second})
    table = read(drawing)
    assert labels(table) == ["Boat", "Gulls of the north", "Terns of the south", "Pikes of lakes"]
    assert [table.at(row, 1).text for row in range(1, 4)] == ["10.2", "11.2", "12.2"]


def test_lines_closer_than_the_rows_go_on_with_the_label_above():
    drawing = framed(230)
    rows = {128: "Gull", 146: "Tern", 175: "Pike", 193: "Carp", 211: "Coot"}
    for y, boat in rows.items():
        drawing.row(y, {60: boat, 180: f"{y}.2", 240: f"{y}.1"})
    drawing.row(157, {60: "(of the south)"})
    assert labels(read(drawing)) == ["Boat", "Gull", "Tern (of the south)", "Pike", "Carp", "Coot"]


def test_a_label_that_stands_left_of_the_one_above_begins_a_group():
    drawing = framed(212)
    drawing.row(128, {60: "Boats of the north"})
    drawing.row(146, {70: "Gull", 180: "11.2", 240: "80.1"})
    drawing.row(164, {70: "Tern", 180: "12.9", 240: "83.5"})
    drawing.row(175, {60: "Boats of the south"})
    drawing.row(193, {70: "Pike", 180: "4.1", 240: "21.0"})
    drawing.row(206, {70: "Carp", 180: "3.3", 240: "17.5"})
    assert labels(read(drawing)) == ["Boat", "Boats of the north", "Gull", "Tern", "Boats of the south", "Pike", "Carp"]


def test_lines_that_fill_the_same_columns_between_two_rules_are_rows():
    drawing = Drawing()
    for at in (100, 114, 218, 232, 246):
        drawing.rule(56, 340, at)
    drawing.row(110, {60: "Kind", 120: "Sign", 200: "Meaning"})
    drawing.row(168, {60: "Lake"})
    for index, sign in enumerate("LDHSRTVW"):
        drawing.row(126 + 12 * index, {120: sign, 200: f"Number {'of boats ' * (index % 3 + 1)}"})
    drawing.row(228, {60: "Port", 120: "P", 200: "Number of ports"})
    drawing.row(242, {60: "Crew", 120: "C", 200: "Number of people"})
    table = read(drawing)
    assert [cell.text for cell in table.cells if cell.column == 1] == ["Sign", *"LDHSRTVW", "P", "C"]


def test_groups_of_digits_of_one_number_stay_together():
    drawing = framed(176)
    for index, number in enumerate(("79 935", "2 961", "1 649 692", "57 986")):
        end = 225 - 5.56 * len(number.replace(" ", "")) - 2.78 * number.count(" ")
        drawing.row(126 + 12 * index, {60: f"Boat {'abcd'[index]}", end: number, 250: str(index)})
    table = read(drawing)
    assert [table.at(row, 1).text for row in range(1, 5)] == ["79 935", "2 961", "1 649 692", "57 986"]


def test_a_line_in_brackets_goes_on_with_the_label_above_even_at_the_distance_of_rows():
    drawing = framed(180)
    for index, (boat, port) in enumerate((("Gull", "(North Lake)"), ("Tern", "(South Lake)"))):
        drawing.row(126 + 26 * index, {60: boat, 180: f"1{index}.2", 240: f"8{index}.1"})
        drawing.row(139 + 26 * index, {60: port})
    assert labels(read(drawing)) == ["Boat", "Gull (North Lake)", "Tern (South Lake)"]


def around_the_row(second: str) -> Drawing:
    """A cell of two lines in the second of three columns; label and value stand halfway between its lines."""
    drawing = Drawing()
    for at in (100, 116, 176):
        drawing.rule(56, 340, at)
    drawing.row(112, {60: "Step", 120: "Change of the boat", 290: "Speed"})
    drawing.row(128, {60: "A", 120: "Lighter keel", 290: "6.01"})
    drawing.row(140, {120: "Lighter keel and mast"})
    drawing.row(145.5, {60: "B", 290: "5.98"})
    drawing.row(151, {120: second})
    drawing.row(163, {60: "C", 120: "Longer oars", 290: "5.95"})
    return drawing


def test_a_row_between_the_two_lines_of_one_of_its_cells_is_one_row():
    table = read(around_the_row("& wider sails"))
    assert labels(table) == ["Step", "A", "B", "C"]
    assert [table.at(row, 1).text for row in (1, 2, 3)] == [
        "Lighter keel",
        "Lighter keel and mast & wider sails",
        "Longer oars",
    ]


def test_dates_around_a_shared_value_are_rows_of_their_own():
    drawing = framed(190)
    for index, station in enumerate(("Gull", "Tern", "Pike")):
        y = 126 + 24 * index
        drawing.row(y, {180: f"2022-07-2{index}"})
        drawing.row(y + 6, {60: station, 250: f"14{index}0"})
        drawing.row(y + 12, {180: f"2022-10-0{index}"})
    assert read(drawing).row_count == 7
