"""Headings on several lines, and the lines inside cells."""

import pytest

from tablecheck.extractors.cascade.heading import headed, joined_heading
from tablecheck.extractors.cascade.pages import found_by_geometry
from tablecheck.extractors.cascade.wrapping import printed_lines, wrapped_look
from tablecheck.extractors.pdf_geometry.opening import opened
from tablecheck.extractors.pdf_geometry.structure import Structure
from tablecheck.extractors.pdf_geometry.tables import views_of
from tests.extractors.pdf_drawing import Drawing

LEFT = (60, 180, 260, 340)


def drawn(*heading, leading=12, bottom=150, rules=()):
    """A table of four columns whose heading is given line by line; ``None`` leaves a place empty."""
    drawing = Drawing()
    drawing.text(60, 80, "Table 3: Results.")
    first = bottom - 6 - leading * (len(heading) - 1)
    for y in (first - 14, bottom, bottom + 66, *rules):
        drawing.rule(50, 420, y)
    for number, cells in enumerate(heading):
        drawing.row(first + number * leading, {x: text for x, text in zip(LEFT, cells, strict=True) if text})
    for number, name in enumerate(("NorthNet", "SouthNet", "Ours")):
        values = {x: f"{80 + number}.{column}" for column, x in enumerate(LEFT[1:], 1)}
        drawing.row(bottom + 16 + 20 * number, {60: name, **values})
    return drawing


def read(drawing):
    with opened(drawing.content()) as document:
        (view,), _ = views_of(document)
    ((found,),) = found_by_geometry([view])
    return found.structure, found.region, view.sheet


def top_row(structure: Structure):
    return [cell.text for cell in structure.cells if cell.row == 0]


WRAPPED = (
    (None, "Percentage", None, "Weighted"),
    (None, "of students", "Average", "response"),
    ("Method", "who took it", "amount", "rate of it"),
)


def test_lines_as_close_as_text_that_end_where_no_room_was_left_are_one_row():
    structure, region, sheet = read(drawn(*WRAPPED))
    joined = headed(structure, region, sheet)
    assert structure.row_count == 6
    assert joined.row_count == 4
    assert top_row(joined) == [
        "Method",
        "Percentage of students who took it",
        "Average amount",
        "Weighted response rate of it",
    ]
    assert joined.head_rows == 1


def test_the_body_below_a_joined_heading_stays_as_it_was():
    structure, region, sheet = read(drawn(*WRAPPED))
    joined = headed(structure, region, sheet)
    body = [(c.row - 3, c.first, c.text) for c in structure.cells if c.row >= 3]
    assert [(c.row - 1, c.first, c.text) for c in joined.cells if c.row >= 1] == body


def test_lines_as_far_apart_as_rows_stay_rows():
    structure, region, sheet = read(drawn(*WRAPPED, leading=20))
    assert headed(structure, region, sheet) is structure


def test_a_heading_of_one_line_has_nothing_to_join():
    structure, region, sheet = read(drawn(("Method", "Lake", "Fjord", "Sea")))
    assert joined_heading(structure, region, sheet) is None


def test_a_banner_and_what_it_heads_are_two_levels():
    drawing = drawn((None, None, None, None), ("Method", "Lake", "Fjord", "Sea"))
    drawing.text(190, 132, "Accuracy in clear and in troubled waters")
    structure, region, sheet = read(drawing)
    joined = joined_heading(structure, region, sheet)
    assert joined is None or joined.structure.row_count == structure.row_count


@pytest.mark.parametrize(("word", "share"), [("b", 1.0), ("bbbbbb", 0.0)])
def test_lines_that_had_room_above_are_told_from_those_that_had_none(word, share):
    structure, _, _ = read(drawn(("Method", "A", "Amount", "Sea"), (None, word, None, None)))
    assert f"A {word}" in top_row(structure)
    assert wrapped_look(structure)["lines that had room above"] == share


def test_words_are_put_into_lines_from_the_top():
    structure, region, sheet = read(drawn(*WRAPPED))
    (cell,) = [c for c in headed(structure, region, sheet).cells if c.text.startswith("Percentage")]
    assert [len(line) for line in printed_lines(cell.words)] == [1, 2, 3]


def test_a_banner_and_its_unit_below_it_have_the_room_of_the_columns_they_head():
    drawing = drawn(*[(None, None, None, None)] * 2, ("Method", "Lake", "Fjord", "Sea"))
    for y, x, text in ((120, 228, "Accuracy in waters"), (132, 250, "tonnage")):
        drawing.text(x, y, text)
    structure, region, sheet = read(drawing)
    assert "Accuracy in waters" in top_row(structure)
    assert "Accuracy in waters" in top_row(headed(structure, region, sheet))
