"""Tables in PDFs drawn by hand: what is one, where it ends, and whose caption it has."""

import pymupdf
import pytest

from tablecheck.extractors.pdf_geometry import extract
from tablecheck.model.table import Table
from tests.extractors.pdf_drawing import Drawing

BOATS = {"Gull": ("11.2", "80.1"), "Tern": ("12.9", "83.5"), "Pike": ("4.1", "21.0")}


def draw_table(drawing: Drawing, x: float, y: float, ruled: bool = True) -> float:
    """Draw three boats and a header, 12 points a row; give where it ends."""
    drawing.row(y + 10, {x: "Boat", x + 70: "Speed", x + 140: "Range"})
    for index, (boat, values) in enumerate(BOATS.items()):
        drawing.row(y + 26 + 12 * index, {x: boat, x + 70: values[0], x + 140: values[1]})
    bottom = y + 26 + 12 * len(BOATS) - 8
    if ruled:
        for at in (y, y + 14, bottom):
            drawing.rule(x - 4, x + 176, at)
    return bottom


def draw_prose(drawing: Drawing, x: float, y: float, lines: int) -> None:
    for index in range(lines):
        drawing.text(x, y + 12 * index, "The boats went out in the morning and came back late in the")


def read(drawing: Drawing) -> list[Table]:
    return list(extract(drawing.content()).tables)


@pytest.mark.parametrize(
    ("caption", "label"),
    [
        ("Table 3: Boats.", "Table 3"),
        ("TABLE III", "TABLE III"),
        ("Tab. 3. Boats of the lake", "Tab. 3"),
        ("Tableau 33: Bateaux", "Tableau 33"),
        ("Tabelle 4: Boote", "Tabelle 4"),
        ("Tabla 2. Barcos", "Tabla 2"),
        ("Table S1: More boats", "Table S1"),
        ("Table A.2: More boats", "Table A.2"),
    ],
)
def test_captions_are_known_by_how_they_begin(caption: str, label: str):
    drawing = Drawing()
    drawing.text(60, 90, caption)
    draw_table(drawing, 60, 100)
    (table,) = read(drawing)
    assert table.label == label


def test_two_stacked_tables_with_the_caption_between_them_are_two():
    drawing = Drawing()
    drawing.text(60, 90, "Table 1: Boats of the north.")
    bottom = draw_table(drawing, 60, 100)
    drawing.text(60, bottom + 20, "Table 2: Boats of the south.")
    draw_table(drawing, 60, bottom + 30)
    assert [table.caption for table in read(drawing)] == ["Boats of the north", "Boats of the south"]
    assert [table.row_count for table in read(drawing)] == [4, 4]


def test_tables_apart_by_prose_are_two():
    drawing = Drawing()
    bottom = draw_table(drawing, 60, 100)
    for index in range(5):
        drawing.text(56, bottom + 24 + 12 * index, "All boats of the lake were counted on one day in May")
    draw_table(drawing, 60, bottom + 100)
    assert len(read(drawing)) == 2


def test_a_sentence_that_names_a_table_is_no_caption():
    drawing = Drawing()
    draw_prose(drawing, 60, 80, 3)
    drawing.text(60, 116, "Table 2 shows that the gulls are faster than all the others")
    draw_prose(drawing, 60, 128, 2)
    draw_table(drawing, 60, 170)
    (table,) = read(drawing)
    assert table.label == ""


def test_a_sentence_that_begins_after_the_number_of_a_table_is_no_caption():
    drawing = Drawing()
    drawing.text(60, 80, "The boats went out in the morning and came back late, as said in")
    drawing.text(60, 92, "Table 2. The gulls are faster than all the others of the lake are")
    draw_prose(drawing, 60, 104, 2)
    draw_table(drawing, 60, 140)
    (table,) = read(drawing)
    assert table.label == ""


def test_a_banner_spans_the_rule_under_it_wherever_it_stands():
    drawing = Drawing()
    for at in (100, 134, 172):
        drawing.rule(56, 300, at)
    drawing.rule(128, 296, 117)
    drawing.row(112, {130: "Lake"})
    drawing.row(129, {60: "Boat", 130: "Speed", 200: "Range", 270: "Crew"})
    for index, boat in enumerate(("Gull", "Tern", "Pike")):
        drawing.row(146 + 12 * index, {60: boat, 130: f"1{index}.2", 200: f"8{index}.1", 270: f"{index}.5"})
    (table,) = read(drawing)
    banner = table.at(0, 1)
    assert banner is not None
    assert (banner.text, banner.column_span) == ("Lake", 3)


def test_a_label_centred_beside_three_rows_spans_them():
    drawing = Drawing()
    for at in (100, 114, 190):
        drawing.rule(56, 300, at)
    drawing.row(110, {60: "Family", 130: "Boat", 200: "Speed"})
    for index in range(6):
        drawing.row(126 + 12 * index, {130: f"Boat{index}", 200: f"1{index}.2"})
    drawing.row(138, {60: "Sail"})
    drawing.row(174, {60: "Oar"})
    (table,) = read(drawing)
    spans = [(cell.text, cell.row, cell.row_span) for cell in table.cells if cell.column == 0]
    assert spans == [("Family", 0, 1), ("Sail", 1, 3), ("Oar", 4, 3)]


def test_a_table_without_rules_is_found_beside_its_caption():
    drawing = Drawing()
    drawing.text(60, 90, "Table 5: Boats without rules.")
    draw_table(drawing, 60, 100, ruled=False)
    (table,) = read(drawing)
    assert (table.row_count, table.column_count) == (4, 3)


def test_prose_between_two_rules_is_no_table():
    drawing = Drawing()
    drawing.rule(56, 360, 100)
    draw_prose(drawing, 60, 114, 6)
    drawing.rule(56, 360, 190)
    assert read(drawing) == []


def test_a_chart_with_a_frame_and_ticks_is_no_table():
    drawing = Drawing()
    drawing.page.draw_rect((100, 100, 300, 200))
    for index in range(5):
        drawing.text(80, 110 + 20 * index, f"0.{index}")
        drawing.text(110 + 40 * index, 212, f"{index}0")
        drawing.page.draw_line((110 + 30 * index, 190), (130 + 30 * index, 120 + 10 * index))
    drawing.text(250, 120, "Ours")
    drawing.text(120, 240, "Figure 1: Speed over time.")
    assert read(drawing) == []


def test_an_algorithm_between_rules_is_no_table():
    drawing = Drawing()
    drawing.rule(56, 300, 100)
    drawing.text(60, 112, "Algorithm 1: Counting boats")
    drawing.rule(56, 300, 116)
    for index in range(4):
        drawing.row(130 + 12 * index, {60: f"{index}:", 100: "count the boats", 240: "of lake"})
    drawing.rule(56, 300, 180)
    assert read(drawing) == []


def test_pseudocode_between_rules_is_no_table():
    drawing = Drawing()
    for at in (100, 116, 180):
        drawing.rule(56, 300, at)
    drawing.row(112, {60: "Require: boats", 160: "a lake", 240: "a day"})
    for index in range(4):
        drawing.row(130 + 12 * index, {60: f"{index}:", 160: "count them", 240: "of lake"})
    assert read(drawing) == []


def test_a_caption_belongs_to_the_nearest_table_only():
    drawing = Drawing()
    bottom = draw_table(drawing, 60, 100)
    drawing.text(60, bottom + 16, "Table 4: Boats.")
    draw_table(drawing, 60, bottom + 45)
    tables = sorted(read(drawing), key=lambda table: table.place.y0)
    assert [table.label for table in tables] == ["Table 4", ""]


def test_cells_know_their_place_and_boldness():
    drawing = Drawing()
    drawing.text(60, 90, "Table 1: Boats.")
    draw_table(drawing, 60, 100)
    (table,) = read(drawing)
    cell = table.at(2, 1)
    assert cell is not None
    assert cell.text == "12.9"
    assert cell.place.x0 == pytest.approx(130, abs=0.5)
    assert cell.place.y0 < 138 < cell.place.y1
    assert cell.emphasis == ()


def test_bold_entries_are_marked():
    drawing = Drawing()
    for at in (100, 114, 152):
        drawing.rule(56, 236, at)
    drawing.row(110, {60: "Boat", 130: "Speed"})
    drawing.row(126, {60: "Gull", 130: "11.2"})
    drawing.text(60, 138, "Tern")
    drawing.text(130, 138, "12.9", font="hebo")
    drawing.row(150, {60: "Pike", 130: "4.1"})
    drawing.text(60, 90, "Table 1: Boats.")
    (table,) = read(drawing)
    assert [cell.text for cell in table.cells if "bold" in cell.emphasis] == ["12.9"]


def test_a_turned_page_is_placed_as_it_is_shown():
    drawing = Drawing()
    drawing.text(60, 90, "Table 1: Boats.")
    draw_table(drawing, 60, 100)
    drawing.page.set_rotation(90)
    (table,) = read(drawing)
    assert table.place.y0 == pytest.approx(56, abs=1)
    assert table.place.x1 == pytest.approx(792 - 100, abs=1)


def problem_of(content: bytes) -> str:
    extraction = extract(content)
    assert extraction.tables == ()
    (problem,) = extraction.problems
    assert problem.stage == "extract"
    return problem.message


def test_an_encrypted_pdf_says_so():
    document = pymupdf.open()
    document.new_page().insert_text((60, 60), "secret")
    content = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", user_pw="u")
    assert "encrypted" in problem_of(content)


def test_a_page_without_text_says_so():
    document = pymupdf.open()
    document.new_page()
    assert "no text" in problem_of(document.tobytes())


def test_a_page_that_is_a_picture_says_so():
    document = pymupdf.open()
    page = document.new_page()
    picture = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, 40, 40))
    picture.clear_with(200)
    page.insert_image((50, 50, 400, 400), pixmap=picture)
    assert "pictures" in problem_of(document.tobytes())


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7\n", b"no pdf at all", b"%PDF-1.4\n%%EOF\n"])
def test_bytes_that_are_no_pdf_say_so(content: bytes):
    assert problem_of(content)


def test_a_truncated_pdf_never_raises():
    drawing = Drawing()
    draw_table(drawing, 60, 100)
    content = drawing.content()
    for share in (0.2, 0.5, 0.8, 0.95):
        extract(content[: int(share * len(content))])
