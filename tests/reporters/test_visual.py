"""The pictures of what was read show every page with tables, and stand on their own."""

import re
from xml.etree import ElementTree

import pymupdf
import pytest

from tablecheck.extractors.registry import extract_content
from tablecheck.model.document import Extraction
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell, Table
from tablecheck.reporters.visual import page_picture, visual_page, visual_picture
from tablecheck.reporters.visual_marks import marks_of_pages
from tests.cli.test_commands import run
from tests.evaluation.pages import ROWS, draw_tables


@pytest.fixture
def pdf(tmp_path):
    draw_tables(tmp_path / "two.pdf", ROWS, ROWS)
    return tmp_path / "two.pdf"


def _grid(turned: bool = False) -> Extraction:
    def box(row: int, column: int) -> PagePlace:
        left, top = (100 + 30 * row, 200 - 20 * column) if turned else (100 + 30 * column, 200 + 20 * row)
        return PagePlace(0, left, top, left + 10, top + 8)

    cells = tuple(
        Cell(row, column, f"<{row}&{column}>", is_header=row == 0, place=box(row, column))
        for row in range(3)
        for column in range(2)
    )
    return Extraction((Table(cells, place=PagePlace(0, 95, 170, 200, 260), read_by="hand", confidence=0.5),))


def _lines(extraction: Extraction, kind: str) -> list[tuple[float, ...]]:
    return [mark.box for mark in marks_of_pages(extraction)[0] if mark.kind == kind]


def test_lines_stand_in_the_middle_between_rows_and_columns():
    assert _lines(_grid(), "row") == [(95, 214, 200, 214), (95, 234, 200, 234)]
    assert _lines(_grid(), "column") == [(120, 170, 120, 260)]


def test_rows_of_a_turned_table_follow_each_other_from_left_to_right():
    assert _lines(_grid(turned=True), "row") == [(120, 170, 120, 260), (150, 170, 150, 260)]
    assert _lines(_grid(turned=True), "column") == [(95, 194, 200, 194)]


def test_a_line_is_broken_where_a_cell_spans_both_sides():
    plain = _grid().tables[0]
    cells = [cell for cell in plain.cells if cell.row != 0]
    wide = Cell(0, 0, "wide", column_span=2, is_header=True, place=PagePlace(0, 100, 200, 140, 208))
    alone = Cell(3, 0, "x", place=PagePlace(0, 100, 250, 110, 258))
    extraction = Extraction((Table((wide, *cells, alone), place=plain.place),))
    assert _lines(extraction, "column") == [(120, 214, 120, 260)]
    assert len(_lines(extraction, "row")) == 3


def test_the_page_shows_each_page_with_tables_and_asks_nobody(pdf):
    content = pdf.read_bytes()
    html = visual_page(content, extract_content(content, "pdf"), "a<b>.pdf")
    assert html.count("<section") == html.count("data:image/png;base64,") == 2
    assert not re.search(r"(src|href)=\"(?!data:)|url\(|<script", html)
    assert "a&lt;b&gt;.pdf" in html
    drawings = [ElementTree.fromstring(one) for one in re.findall(r"<svg.*?</svg>", html, re.S)]
    cells = [box for box in drawings[0].iter("rect") if box.get("class") in {"cell", "header"}]
    assert [box.find("title").text for box in cells][-1] == "row 2, column 2: 762"
    assert len(list(drawings[0].iter("line"))) == 4


def test_markup_in_cells_stays_text(pdf):
    html = visual_page(pdf.read_bytes(), _grid(), "x")
    assert "&lt;0&amp;0&gt;" in html
    assert "<0&0>" not in html


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_the_picture_has_the_frame_where_the_table_is_also_on_turned_pages(pdf, turn):
    with pymupdf.open(pdf) as document:
        for page in document:
            page.set_rotation(turn)
        content = document.tobytes()
    frame = PagePlace(0, 100.0, 80.0, 180.0, 150.0)
    table = Table((Cell(0, 0, "x"),), place=frame)
    picture = pymupdf.Pixmap(visual_picture(content, Extraction((table,))))
    red, green, blue = picture.pixel(200, 230)  # on the left edge, at 144 dots an inch
    assert red > 150
    assert max(green, blue) < 120


@pytest.mark.parametrize(("width", "height", "turn"), [(400, 600, 0), (400, 600, 90), (3000, 2500, 0)])
def test_a_page_says_how_large_it_is_however_fine_it_is_drawn(width, height, turn):
    with pymupdf.open() as document:
        document.new_page(width=width, height=height).set_rotation(turn)
        drawn = page_picture(document.tobytes(), 0, [])
    assert (round(drawn.width), round(drawn.height)) == ((height, width) if turn else (width, height))


def test_pages_stand_under_each_other(pdf):
    content = pdf.read_bytes()
    picture = pymupdf.Pixmap(visual_picture(content, extract_content(content, "pdf")))
    assert (picture.width, picture.height) == (800, 1212)


@pytest.mark.parametrize("extraction", [Extraction(()), Extraction((Table((Cell(0, 0, "x"),)),))])
def test_what_stands_on_no_page_cannot_be_drawn(pdf, extraction):
    for draw in (visual_picture, lambda *given: visual_page(*given, "x")):
        with pytest.raises(UsageError, match="nothing to draw"):
            draw(pdf.read_bytes(), extraction)


def test_a_damaged_document_is_told():
    with pytest.raises(UsageError, match="could not be drawn"):
        visual_picture(b"%PDF-1.7", _grid())


def test_the_command_draws_into_the_file_it_is_given(pdf, tmp_path):
    for name in ("out.html", "out.png"):
        done = run("extract", pdf, "--extractor", "pdf", "--visual", tmp_path / name)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert "drew 2 tables" in done.stderr
        assert (tmp_path / name).stat().st_size > 2000


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--visual", "out.gif"], "ends in .html or .png"),
        (["--visual", "nowhere/out.png"], "cannot be written"),
        (["--extractor", "magic"], "there is no extractor 'magic'"),
    ],
)
def test_what_cannot_be_drawn_says_why(pdf, tmp_path, arguments, says):
    done = run("extract", pdf, *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr


def test_a_page_of_html_cannot_be_drawn(tmp_path):
    (tmp_path / "a.html").write_text("<table><tr><td>A<td>B<tr><td>x<td>1.0</table>")
    done = run("extract", tmp_path / "a.html", "--visual", tmp_path / "out.png")
    assert done.returncode == 2
    assert "needs a PDF" in done.stderr
