"""Tables of pages as people write them."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.extractors.html import extract, read_html_table
from tablecheck.extractors.html_captions import split_caption
from tests.extractors.html_reading import ROWS, cell, header_rows, only, texts

# Pages written by hand.


def test_a_first_row_of_heads_above_a_single_row_of_results_is_the_header():
    table = only("<table><tr><th></th><th>Lake</th></tr><tr><td>NorthNet</td><td>74.1</td></tr></table>")
    assert texts(table) == [["", "Lake"], ["NorthNet", "74.1"]]
    assert header_rows(table) == [0]
    assert table.at(1, 1).number.text == "74.1"


def test_labels_of_rows_written_as_heads_are_no_headers():
    table = only("<table><tr><th>Model</th><td>EM</td></tr><tr><th>North</th><td>32.31</td></tr></table>")
    assert header_rows(table) == [0]


def test_the_caption_element_is_the_caption_and_gives_the_label():
    table = only(f"<table><caption>Table 2. Differences.</caption>{ROWS}</table>")
    assert (table.label, table.caption) == ("Table 2", "Differences.")


def test_a_paragraph_above_that_begins_like_a_caption_is_the_caption():
    rows = "<tr><th>A</th><th>B</th></tr><tr><td>x</td><td>1</td></tr>"
    page = f"<p>Table 1: First.</p><table>{rows}</table><p>Table 2: Second.</p><table>{rows}</table>"
    assert [table.caption for table in extract(f"<html>{page}</html>".encode()).tables] == ["First.", "Second."]


def test_tables_that_only_lay_out_others_give_way_to_them():
    inner = "<table><tr><td>A</td><td>B</td></tr><tr><td>long</td><td>3.0</td></tr></table>"
    table = only(f"<table><tr><td>{inner}</td><td>x</td></tr><tr><td>y</td><td>z</td></tr></table>")
    assert texts(table) == [["A", "B"], ["long", "3.0"]]


def test_a_cell_of_stacked_lines_is_one_cell():
    stack = "<table><tr><td>B</td></tr><tr><td>(%)</td></tr></table>"
    table = only(f"<table><tr><th>A</th><th>{stack}</th></tr><tr><td>x</td><td>3.0</td></tr></table>")
    assert texts(table) == [["A", "B (%)"], ["x", "3.0"]]


@pytest.mark.parametrize("hide", ['style="display: none"', "hidden", 'style="visibility:hidden"'])
def test_what_a_browser_hides_is_not_read(hide):
    assert cell(f"8<span {hide}>9</span>5.3") == "85.3"
    assert not extract(f"<html><table {hide}><tr><td>A</td><td>B</td></tr></table></html>".encode()).tables


def test_menus_and_rows_of_one_column_are_no_tables():
    rows = "".join(f"<tr><td>{text}</td></tr>" for text in ("Home", "News", "About us", "Contact"))
    assert not extract(f"<html><table>{rows}</table></html>".encode()).tables


# Spans.


def test_spans_fill_their_places_and_are_clipped_to_the_table():
    table = only(
        "<table><tr><th rowspan=9>A</th><th colspan=50>B</th></tr><tr><td>1.0</td><td>2.0</td></tr>"
        "<tr><td>3.0</td><td>4.0</td></tr></table>"
    )
    assert texts(table) == [["A", "B", "B"], ["A", "1.0", "2.0"], ["A", "3.0", "4.0"]]


def test_a_cell_that_would_cover_another_stops_before_it():
    table = only("<table><tr><td>a</td><td rowspan=2>b</td></tr><tr><td colspan=2>c</td><td>d</td></tr></table>")
    assert texts(table) == [["a", "b", None], ["c", "b", "d"]]


def test_a_span_upwards_takes_the_empty_cells_above_it():
    rows = "<tr><td></td><td>1.0</td></tr><tr><td rowspan=-2>x</td><td>2.0</td></tr>"
    table = only(f"<table><tr><th>A</th><th>B</th></tr>{rows}</table>")
    assert texts(table) == [["A", "B"], ["x", "1.0"], ["x", "2.0"]]


def test_a_span_upwards_stops_at_a_text():
    table = only(f"<table>{ROWS}<tr><td rowspan=-3>y</td><td>2.0</td></tr></table>")
    assert texts(table) == [["A", "B"], ["x", "1.0"], ["y", "2.0"]]


def test_empty_rows_at_the_end_are_left_out():
    table = only(f"<table>{ROWS}<tr><td></td><td></td></tr></table>")
    assert (table.row_count, len(table.cells)) == (2, 4)


def test_a_table_too_large_for_a_paper_is_a_problem_and_costs_no_memory():
    wide = "<tr>" + "<td colspan=1000>x</td>" * 300 + "</tr>"
    page = f"<html><table>{wide}</table><table>{ROWS}</table></html>"
    extraction = extract(page.encode())
    assert texts(extraction.tables[0]) == [["A", "B"], ["x", "1.0"]]
    assert "left out" in extraction.problems[0].message


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.tuples(st.integers(-1, 4), st.integers(-1, 4)), max_size=5), max_size=5))
def test_any_spans_give_a_grid(rows):
    body = "".join(
        "<tr>" + "".join(f'<td rowspan="{down}" colspan="{right}">x</td>' for down, right in row) + "</tr>"
        for row in rows
    )
    table = read_html_table(f"<table>{body}</table>")
    assert len(table.cells) == sum(len(row) for row in rows)


# Damage.


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe", b"<html>", b"plain words", b"<!DOCTYPE html><html><body></body></html>"]
)
def test_a_page_without_tables_says_so(content):
    extraction = extract(content)
    assert not extraction.tables
    assert extraction.problems


def test_a_page_cut_off_keeps_what_came_before():
    page = f"<html><table>{ROWS}</table><table><tr><td>A</td><td>B</td></tr><tr><td>y</td><td>2."
    assert [texts(table)[1] for table in extract(page.encode()).tables] == [["x", "1.0"], ["y", "2."]]


def test_a_page_nested_without_end_is_a_problem_not_a_crash():
    page = f"<html><table>{ROWS}</table>" + "<div>" * 100_000 + f"<table>{ROWS}</table>"
    extraction = extract(page.encode())
    assert len(extraction.tables) == 1
    assert "deeply" in extraction.problems[0].message


def test_a_thousand_tables_of_one_float_are_read_in_seconds():
    part = f"<figcaption>Table 1: x.</figcaption><table>{ROWS}</table>"
    page = f'<html><figure class="ltx_table">{part * 3000}</figure></html>'
    started = time.process_time()
    assert len(extract(page.encode()).tables) == 3000
    assert time.process_time() - started < 20


def test_entities_are_not_expanded_from_files():
    page = b'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><table><tr><td>A</td><td>B</td></tr>'
    table = extract(page + b"<tr><td>&x;</td><td>1.0</td></tr></table>").tables[0]
    assert "root" not in table.at(1, 0).text


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_the_encoding_is_seen_in_the_bytes(encoding):
    page = "<html><table><tr><td>A</td><td>B</td></tr><tr><td>x</td><td>1.0±0.1</td></tr></table></html>"
    assert extract(page.encode(encoding)).tables[0].at(1, 1).text == "1.0±0.1"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400), st.binary(max_size=12))
def test_damaged_bytes_never_raise(position, noise):
    page = f'<html><figure class="ltx_table"><figcaption>Table 1: x</figcaption><table>{ROWS}</table></figure></html>'
    content = page.encode()
    extract(content[:position] + noise + content[position + len(noise) :])


# Captions.


@pytest.mark.parametrize(
    ("caption", "label", "rest"),
    [
        ("Table 2: Results on Lake.", "Table 2", "Results on Lake."),
        ("TABLE III: Results.", "TABLE III", "Results."),
        ("TABLE IV Results", "TABLE IV", "Results"),
        ("Tab. 3. Results", "Tab. 3", "Results"),
        ("Table A.1: Results", "Table A.1", "Results"),
        ("Table S4 | Results", "Table S4", "Results"),
        ("Tableau 33 – Résultats", "Tableau 33", "Résultats"),
        ("Table 5", "Table 5", ""),
        ("Table 2 shows that", "", "Table 2 shows that"),
        ("Tables are dull", "", "Tables are dull"),
        ("Results.", "", "Results."),
    ],
)
def test_a_caption_is_split_after_its_label(caption, label, rest):
    assert split_caption(caption) == (label, rest)
