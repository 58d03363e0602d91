"""The pieces of the HTML report: markup, drawn tables, pictures of pages."""

import base64
import re
from dataclasses import replace

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as reader

from tablecheck.model.finding import Exhibit
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell, Table
from tablecheck.reporters.html_report import render_html
from tablecheck.reporters.html_report.drawn import CITED, drawn_table, rows_around
from tablecheck.reporters.html_report.markup import Html, element
from tablecheck.reporters.html_report.ours import locate
from tablecheck.reporters.html_report.picture import cut_out_pictures
from tests.extractors.pdf_drawing import Drawing
from tests.model.strategies import tables
from tests.pipes import pipes
from tests.reporters.exhibits import RICH, example_report
from tests.reporters.hostile import reports, texts

_OUTSIDE = re.compile(r"(?:src|href|action|poster|data)=[\"'](?!data:|#)|url\((?!data:)|@import|<script|\son\w+=", re.I)


@given(texts, texts)
def test_no_text_becomes_markup(inside: str, attribute: str):
    (written,) = reader.fragments_fromstring(element("p", inside, title=attribute))
    assert len(written) == 0
    assert set(written.attrib) == {"title"}


def test_markup_stays_markup_and_attributes_that_are_false_are_left_out():
    assert element("p", Html("<b>x</b>"), hidden=False, class_=None, tabindex=0) == '<p tabindex="0"><b>x</b></p>'


@settings(max_examples=25, deadline=None)
@given(reports())
def test_nothing_in_the_file_leads_outside(report):
    written = re.sub(r">[^<]*<", "><", re.sub(r"<style>.*?</style>", "", render_html(report), flags=re.S))
    assert not _OUTSIDE.search(written)


def test_the_style_asks_for_nothing():
    assert not _OUTSIDE.search(re.search(r"<style>(.*?)</style>", render_html(RICH), re.S)[1])


@settings(max_examples=300, deadline=None)
@given(tables(), st.data())
def test_every_place_of_a_drawn_table_shows_its_cell(table: Table, data: st.DataObject):
    rows = sorted(data.draw(st.sets(st.sampled_from(range(table.row_count)), min_size=1))) if table.row_count else []
    drawn = shown_grid(str(drawn_table(table, rows, {}, "some of it")))
    cells = [[table.at(row, column) for column in range(table.column_count)] for row in rows]
    assert drawn == [[cell.text if cell else "" for cell in line] for line in cells]


def shown_grid(drawn: str) -> list[list[str]]:
    """What a browser shows at each place of a table; lines of dots are left out."""
    grid: dict[tuple[int, int], str] = {}
    lines = []
    for row, line in enumerate(reader.fromstring(drawn).iter("tr")):
        column = 0
        for cell in line:
            while (row, column) in grid:
                column += 1
            for down in range(int(cell.get("rowspan", 1))):
                for right in range(int(cell.get("colspan", 1))):
                    assert (row + down, column + right) not in grid, "two cells in one place"
                    grid[row + down, column + right] = cell.text_content()
        if line.get("class") != "gap":
            lines.append(row)
    width = max((column for _, column in grid), default=-1) + 1
    return [[grid[row, column] for column in range(width)] for row in lines]


def test_a_cell_that_spans_rows_left_out_spans_those_that_are_shown():
    cells = [Cell(0, 0, "Method", is_header=True), Cell(0, 1, "Acc", is_header=True), Cell(1, 0, "Fjord", row_span=4)]
    table = Table((*cells, *(Cell(row, 1, f"{row}.5") for row in range(1, 5))))
    drawn = drawn_table(table, [0, 2, 3], {(3, 1): CITED}, "some rows")
    assert 'rowspan="2">Fjord</th>' in drawn
    assert drawn.count("rows left out") == 1
    assert f'<td class="marked"><mark>3.5<span class="unseen"> ({CITED})</span></mark></td>' in drawn


def test_of_a_large_table_the_header_and_the_surroundings_are_drawn():
    large = pipes("Method | Acc\n" + "".join(f"N{row} | {row}.5\n" for row in range(1, 90)))
    assert rows_around(large, [50]) == [0, *range(44, 57)]
    assert rows_around(pipes("Method | Acc\nN | 1.5\n"), [1]) == [0, 1]


def test_the_row_of_the_manuscript_is_found_by_the_place_of_its_number():
    report = example_report()
    table, cell = locate(report.manuscript, report.findings[0].place)
    assert (table.label, cell.text) == ("tab:main", "62.4")


def test_wide_tables_stand_one_below_the_other_to_stay_readable():
    columns = " | ".join(f"{number}.5" for number in range(1, 10))
    wide = pipes(f"Method | {' | '.join('ABCDEFGHI')}\nNorth | {columns}\n")
    first = RICH.findings[0]
    exhibit = Exhibit(first.source.exhibit.document, wide, (wide.at(1, 3),))
    broad = replace(first, source=replace(first.source, exhibit=exhibit))
    assert 'class="sides"' in render_html(replace(RICH, findings=(first,)))
    assert 'class="sides wide"' in render_html(replace(RICH, findings=(broad,)))


@pytest.fixture(scope="module")
def finding():
    """A finding that cites a cell of a page drawn by hand."""
    drawing = Drawing()
    drawing.rule(100, 300, 90)
    drawing.row(110, {100: "Method", 200: "Acc"})
    drawing.row(130, {100: "Fjord", 200: "71.4"})
    drawing.rule(100, 300, 140)
    cell = Cell(1, 1, "71.4", place=PagePlace(0, 200, 121, 222, 133))
    table = Table(
        (Cell(0, 0, "Method"), Cell(0, 1, "Acc"), Cell(1, 0, "Fjord"), cell), place=PagePlace(0, 100, 88, 300, 142)
    )
    first = RICH.findings[0]
    document = replace(first.source.exhibit.document, kind="pdf", content=drawing.content(), sha256="cd" * 32)
    return replace(first, source=replace(first.source, kind="pdf", exhibit=Exhibit(document, table, (cell,))))


def with_content(finding, content: bytes):
    exhibit = finding.source.exhibit
    exhibit = Exhibit(replace(exhibit.document, content=content), exhibit.table, exhibit.cells)
    return replace(finding, source=replace(finding.source, exhibit=exhibit))


def test_the_picture_shows_the_table_and_a_red_frame_around_the_cell(finding):
    picture = cut_out_pictures([finding])[0]
    pixels = pymupdf.Pixmap(base64.b64decode(picture.png))
    assert (pixels.width, pixels.height) == (432, 116)  # 216 by 58 points at 144 dots an inch
    assert (picture.width, picture.height) == (288, 77)

    def is_red(x: float, y: float) -> bool:
        red, green, blue = pixels.pixel(round((x - 92) * 2), round((y - 86) * 2))
        return red > 150 and green < 90 and blue < 90

    assert is_red(198, 127)
    assert is_red(224, 127)
    assert is_red(211, 121)
    assert not is_red(150, 127)


def test_a_table_of_a_turned_page_is_cut_out_where_it_shows(finding):
    with pymupdf.open(stream=finding.source.exhibit.document.content) as document:
        document[0].set_rotation(90)
        turned = document.tobytes()
        matrix = document[0].rotation_matrix
    exhibit = with_content(finding, turned).source.exhibit

    def turn(place: PagePlace) -> PagePlace:
        return PagePlace(0, *(pymupdf.Rect(place.bbox) * matrix))

    cell = replace(exhibit.cells[0], place=turn(exhibit.cells[0].place))
    table = replace(exhibit.table, place=turn(exhibit.table.place))
    source = replace(finding.source, exhibit=Exhibit(exhibit.document, table, (cell,)))
    picture = cut_out_pictures([replace(finding, source=source)])[0]
    pixels = pymupdf.Pixmap(base64.b64decode(picture.png))
    samples = memoryview(pixels.samples)
    red = sum(samples[i] > 150 and samples[i + 1] < 90 and samples[i + 2] < 90 for i in range(0, len(samples), 3))
    assert red > 200
    assert pixels.height > pixels.width


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 nonsense", b"%PDF-1.7\n" + b"\xff" * 5000])
def test_a_damaged_document_costs_its_picture_and_nothing_else(finding, content: bytes):
    damaged = with_content(finding, content)
    assert cut_out_pictures([damaged]) == {}
    written = render_html(replace(RICH, findings=(damaged,)))
    assert "<img" not in written
    assert f'<mark>71.4<span class="unseen"> ({CITED})' in written


def test_a_page_that_takes_too_long_is_given_up(finding):
    assert cut_out_pictures([finding], patience=0.01) == {}


def test_a_place_off_the_page_gives_a_picture_or_none(finding):
    exhibit = finding.source.exhibit
    wild = []
    for page, left, top in [(0, -500, 0), (0, 1e6, 1e6), (9, 10, 10), (0, 0, 5000), (0, float("nan"), 1)]:
        cell = replace(exhibit.cells[0], place=PagePlace(page, left, top, left + 20, top + 10))
        source = replace(finding.source, exhibit=Exhibit(exhibit.document, exhibit.table, (cell,)))
        wild.append(replace(finding, source=source))
    pictures = cut_out_pictures([*wild, finding])
    assert 5 in pictures
    assert sum(len(picture.png) for picture in pictures.values()) < 2_000_000
