"""Tables that stand one below the other and are equally wide: where one ends and the next begins."""

from tablecheck.extractors.pdf_geometry import extract
from tests.extractors.pdf_drawing import Drawing

ROWS = (("Gull", "11.2", "80.1"), ("Tern", "12.9", "83.5"), ("Pike", "4.1", "21.0"))


def draw_table(drawing: Drawing, y: float, x0: float = 56, x1: float = 300, boxed: bool = False) -> float:
    """Draw a heading and three rows between rules; give where the table ends."""
    columns = [x0 + 4, (2 * x0 + x1) / 3, (x0 + 2 * x1) / 3]
    drawing.row(y + 10, dict(zip(columns, ("Boat", "Speed", "Range"), strict=True)))
    for index, row in enumerate(ROWS):
        drawing.row(y + 25 + 12 * index, dict(zip(columns, row, strict=True)))
    for at in (y, y + 14, y + 54):
        drawing.rule(x0, x1, at)
    if boxed:
        for x in (x0, columns[1] - 4, columns[2] - 4, x1):
            drawing.page.draw_line((x, y), (x, y + 54))
    return y + 54


def boats_read(drawing: Drawing) -> list[int]:
    return [table.row_count for table in extract(drawing.content()).tables]


def test_two_lines_of_text_part_two_tables_of_the_same_width():
    drawing = Drawing()
    bottom = draw_table(drawing, 80)
    drawing.text(66, bottom + 24, "The boats went out in the morning and came back. Late.")
    drawing.text(56, bottom + 36, "In the evening they were counted again by hand.")
    draw_table(drawing, bottom + 56)
    assert boats_read(drawing) == [4, 4]


def test_a_table_with_a_narrower_one_between_it_and_the_next_is_not_joined_with_that():
    drawing = Drawing()
    bottom = draw_table(drawing, 80)
    bottom = draw_table(drawing, bottom + 22, 100, 256)
    draw_table(drawing, bottom + 22)
    assert boats_read(drawing) == [4, 4, 4]


def test_a_table_of_rules_alone_is_whole_beside_boxed_ones_of_its_width():
    drawing = Drawing()
    bottom = draw_table(drawing, 80, boxed=True)
    bottom = draw_table(drawing, bottom + 40)
    draw_table(drawing, bottom + 40, boxed=True)
    assert boats_read(drawing) == [4, 4, 4]


def test_white_between_two_tables_of_one_width_parts_them_where_the_second_lacks_its_first_rule():
    drawing = Drawing()
    bottom = draw_table(drawing, 80)
    drawing.row(bottom + 60, {60: "Boat", 140: "Crew"})
    for index, (boat, *_) in enumerate(ROWS):
        drawing.row(bottom + 75 + 12 * index, {60: boat, 140: str(index + 2)})
    for at in (bottom + 64, bottom + 104):
        drawing.rule(56, 300, at)
    assert boats_read(drawing) == [4, 4]
