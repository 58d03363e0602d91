"""Tables that go on on the next page."""

import pymupdf

from tablecheck.extractors.continued import joined_over_pages
from tablecheck.extractors.pdf_geometry import extract
from tablecheck.extractors.registry import extract as extract_document
from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.table import Table
from tests.extractors.pdf_drawing import Drawing

HEADING = {60: "Boat", 130: "Speed", 200: "Range"}


def draw_part(caption: str, boats: dict[str, str], heading: dict[float, str] = HEADING, notice: str = "") -> Drawing:
    drawing = Drawing()
    drawing.text(60, 90, caption)
    drawing.row(110, heading)
    for index, (boat, speed) in enumerate(boats.items()):
        drawing.row(126 + 12 * index, {60: boat, 130: speed, 200: f"8{index}.1"})
    bottom = 126 + 12 * len(boats) - 8
    for at in (100, 114, bottom):
        drawing.rule(56, 240, at)
    if notice:
        drawing.text(120, bottom + 10, notice)
        drawing.rule(56, 240, bottom + 14)
    return drawing


def document_of(*pages: Drawing) -> bytes:
    document = pymupdf.open()
    for page in pages:
        document.insert_pdf(page.document)
    return bytes(document.tobytes())


def read(*pages: Drawing) -> list[Table]:
    return list(joined_over_pages(extract(document_of(*pages)).tables))


FIRST = {"Gull": "11.2", "Tern": "12.9", "Pike": "4.1"}
SECOND = {"Carp": "3.3", "Teal": "9.8"}
THIRD = {"Coot": "5.5", "Rail": "6.6"}


def test_a_table_that_goes_on_on_two_more_pages_is_one():
    continued = "Table 3 (continued): Boats."
    (table,) = read(
        draw_part("Table 3: Boats.", FIRST), draw_part(continued, SECOND), draw_part("Table 3: cont'd", THIRD)
    )
    assert [table.at(row, 0).text for row in range(table.row_count)] == ["Boat", *FIRST, *SECOND, *THIRD]
    assert (table.label, table.caption) == ("Table 3", "Boats")
    assert [cell.text for cell in table.cells if cell.is_header] == ["Boat", "Speed", "Range"]
    assert table.place.page == 0


def test_each_cell_keeps_the_page_it_stands_on():
    (table,) = read(draw_part("Table 3: Boats.", FIRST), draw_part("Table 3 (continued).", SECOND))
    assert [table.at(row, 1).place.page for row in range(table.row_count)] == [0, 0, 0, 0, 1, 1]


def test_a_part_without_a_caption_under_the_same_heading_is_joined():
    (table,) = read(draw_part("Table 3: Boats.", FIRST), draw_part("", SECOND))
    assert table.row_count == 6


def test_a_row_that_says_only_that_the_table_goes_on_is_left_out():
    (table,) = read(draw_part("Table 3: Boats.", FIRST, notice="Continued on next page"), draw_part("", SECOND))
    assert [table.at(row, 0).text for row in range(table.row_count)] == ["Boat", *FIRST, *SECOND]


def test_a_table_with_a_caption_of_its_own_is_another_one():
    tables = read(draw_part("Table 3: Boats.", FIRST), draw_part("Table 4: More boats.", SECOND))
    assert [table.label for table in tables] == ["Table 3", "Table 4"]


def test_a_table_with_another_heading_is_another_one():
    other = draw_part("", SECOND, heading={60: "Boat", 130: "Crew", 200: "Range"})
    assert len(read(draw_part("Table 3: Boats.", FIRST), other)) == 2


def test_a_table_two_pages_later_is_another_one():
    empty = Drawing()
    empty.text(60, 90, "No table here.")
    assert len(read(draw_part("Table 3: Boats.", FIRST), empty, draw_part("", SECOND))) == 2


def test_the_tables_of_a_cited_paper_are_joined():
    content = document_of(draw_part("Table 3: Boats.", FIRST), draw_part("Table 3 (continued).", SECOND))
    document = SourceDocument(Reference("boats"), "pdf", content, "0" * 64, "boats.pdf")
    assert [table.row_count for table in extract_document(document, "pdf").tables] == [6]
