"""Tables that neither rules nor a caption show, and what only looks like them."""

from tablecheck.extractors.pdf_geometry import extract
from tests.extractors.pdf_drawing import Drawing

ROWS = (("Gull", "11.2", "80.1"), ("Tern", "12.9", "83.5"), ("Pike", "4.1", "21.0"))


def draw_rows(drawing: Drawing, y: float, labels: bool = True) -> None:
    drawing.row(y, {60: "Boat", 130: "Speed", 200: "Range"})
    for index, (boat, *values) in enumerate(ROWS):
        drawing.row(y + 13 + 12 * index, {60: boat if labels else f"{index}.0", 130: values[0], 200: values[1]})


def draw_prose(drawing: Drawing, y: float, lines: int = 3) -> None:
    for index in range(lines):
        drawing.text(
            56, y + 12 * index, "The boats went out in the morning. They came back in the evening, all of them"
        )


def boats_read(drawing: Drawing) -> list[int]:
    drawing.text(56, 700, "This is said of each table.")  # pages without the word and without rules are not looked at
    return [table.row_count for table in extract(drawing.content()).tables]


def test_labels_with_values_beside_them_are_a_table_without_rules_or_caption():
    drawing = Drawing()
    draw_prose(drawing, 80)
    draw_rows(drawing, 140)
    draw_prose(drawing, 210)
    assert boats_read(drawing) == [4]


def test_it_is_found_in_a_column_of_the_page():
    drawing = Drawing()
    draw_rows(drawing, 140)
    for index in range(12):
        drawing.text(330, 101 + 12.4 * index, "The boats went out in the morning and came")
    assert boats_read(drawing) == [4]


def test_values_without_labels_are_none():
    drawing = Drawing()
    draw_rows(drawing, 140, labels=False)
    assert boats_read(drawing) == []


def test_rows_of_values_above_the_caption_of_a_figure_are_none():
    drawing = Drawing()
    draw_rows(drawing, 140)
    drawing.text(60, 260, "Figure 2: Boats and lakes.")
    assert boats_read(drawing) == []


def test_words_in_columns_are_none():
    drawing = Drawing()
    for index in range(4):
        drawing.row(140 + 12 * index, {60: "gull", 130: "tern", 200: "pike"})
    assert boats_read(drawing) == []


def test_a_column_headed_algorithm_beside_a_number_is_no_algorithm():
    drawing = Drawing()
    for at in (100, 114, 152):
        drawing.rule(56, 300, at)
    drawing.row(110, {60: "Algorithm", 130: "10 boats", 200: "360 boats"})
    for index, (boat, *values) in enumerate(ROWS):
        drawing.row(126 + 12 * index, {60: boat, 130: values[0], 200: values[1]})
    assert boats_read(drawing) == [4]


def test_text_below_a_table_with_a_wide_space_after_a_full_stop_is_no_row_of_it():
    drawing = Drawing()
    for at in (100, 114, 152):
        drawing.rule(56, 300, at)
    draw_rows(drawing, 111)
    drawing.row(164, {66: "All of them were fast.", 172: "They came back late"})
    assert boats_read(drawing) == [4]
