"""Frames around text: a column of centred entries is a table, all else is none."""

import pymupdf
import pytest

from tablecheck.extractors.pdf_geometry import extract
from tests.extractors.pdf_drawing import Drawing

ENTRIES = ("Wind and water", "Sails, keel and rudder", "Course", "Speed over ground")
PROSE = (
    "The boats went out in the morning of the first day and",
    "nevertheless came back in the evening of the second,",
    "notwithstanding the storm that had risen on the third,",
    "as was to be feared.",
)
AXIS = 300.0


def framed(entries=ENTRIES, axis=AXIS, leading=14.0) -> Drawing:
    drawing = Drawing()
    for index, entry in enumerate(entries):
        width = pymupdf.get_text_length(entry, fontname="helv", fontsize=10)
        drawing.text(axis - width / 2, 120 + leading * index, entry)
    bottom = 126 + leading * (len(entries) - 1)
    for y in (106, bottom):
        drawing.rule(160, 440, y, 0.4)
    for x in (160, 440):
        drawing.bar(x, 106, bottom)
    drawing.text(200, bottom + 20, "Figure 2: How a boat is steered.")
    drawing.text(56, 700, "This is said of each table.")  # pages without the word and without rules are not looked at
    return drawing


def read(drawing: Drawing) -> list[list[str]]:
    return [[cell.text for cell in table.cells] for table in extract(drawing.content()).tables]


def test_centred_entries_in_a_frame_are_a_column():
    assert read(framed()) == [list(ENTRIES)]


@pytest.mark.parametrize(
    "drawing",
    [
        framed(ENTRIES[:3]),
        framed(axis=250),
        framed(PROSE),
        framed(("Gull", "Tern", "Pike", "Coot")),
    ],
    ids=["the label of a box", "text at one side", "lines that were full", "a legend"],
)
def test_other_text_in_a_frame_is_none(drawing):
    assert read(drawing) == []


def test_a_box_that_an_arrow_comes_from_is_none():
    drawing = framed()
    drawing.bar(300, 168, 190)
    assert read(drawing) == []


def test_a_frame_that_curves_are_drawn_in_is_none():
    drawing = framed()
    drawing.page.draw_circle((300, 140), 8)
    assert read(drawing) == []
