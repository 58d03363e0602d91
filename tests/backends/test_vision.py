"""Models that see pages: what they say becomes tables where the page prints it, and nowhere else."""

import json
from collections import Counter
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.backends.vision import chat, mathpix
from tablecheck.backends.vision.boxes import read_box, way_of
from tablecheck.backends.vision.pages import Page, numbers_in, pages_of
from tablecheck.backends.vision.seen import checked
from tablecheck.backends.vision.settings import spent_by
from tablecheck.model.place import PagePlace
from tests.backends.model_server import BROKEN, TOO_MANY, Says
from tests.cli.command import environment, run
from tests.evaluation.pages import ROWS, draw_tables

HTML = "<table>" + "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in ROWS) + "</table>"


@pytest.fixture
def paper(tmp_path: Path) -> bytes:
    """One page of 400 by 300 points, its table at 60, 80, 330, 152."""
    draw_tables(tmp_path / "paper.pdf", ROWS)
    return (tmp_path / "paper.pdf").read_bytes()


@pytest.fixture
def seeing(server, tmp_path, monkeypatch):
    """A vision model behind the server, and a cache of its own."""
    for name, value in {
        "OPENAI_BASE_URL": server.base_url,
        "OPENAI_API_KEY": "",
        "TABLECHECK_VISION_MODEL": "gpt-4.1",
        "TABLECHECK_CACHE": str(tmp_path / "cache"),
    }.items():
        monkeypatch.setenv(name, value)
    return server


def tables(html: str = HTML, box: object = (0.15, 0.267, 0.825, 0.507), caption: str = "Table 1: Results.") -> str:
    return json.dumps({"tables": [{"box": list(box), "caption": caption, "html": html}]})


def texts(table) -> list[list[str]]:
    return [[table.at(row, column).text for column in range(table.column_count)] for row in range(table.row_count)]


def test_a_page_goes_out_as_a_picture_and_comes_back_as_a_table_at_its_place(seeing, paper):
    seeing.behaviour = lambda asked: Says(tables())
    extraction = chat.extract(paper)
    (table,) = extraction.tables
    assert not extraction.problems
    assert texts(table) == [list(row) for row in ROWS]
    assert (table.label, table.caption, table.read_by, table.confidence) == ("Table 1", "Results.", "vision", 1.0)
    assert table.place == PagePlace(0, pytest.approx(60), pytest.approx(80.1), pytest.approx(330), pytest.approx(152.1))
    assert table.at(1, 1).number.text == "853"
    assert table.at(0, 0).is_header
    words, picture = seeing.log[0].body["messages"][0]["content"]
    assert "digit by digit" in words["text"]
    assert picture["image_url"]["url"].startswith("data:image/png;base64,iVBOR")


def test_a_number_that_the_page_does_not_print_is_dropped_and_counted(seeing, paper):
    seeing.behaviour = lambda asked: Says(tables(HTML.replace("853", "858").replace("762", "76.2")))
    extraction = chat.extract(paper)
    assert texts(extraction.tables[0])[1:] == [["NorthNet", "", "770"], ["SouthNet", "841", ""]]
    assert not extraction.tables[0].at(1, 1).numbers
    assert extraction.tables[0].confidence == 0.5
    (problem,) = extraction.problems
    assert problem.message.startswith("page 1: 2 cells read by vision hold numbers that the page does not print")


def test_a_number_that_is_given_more_often_than_it_is_printed_is_dropped_wherever_it_stands(seeing, paper):
    seeing.behaviour = lambda asked: Says(tables(HTML.replace("762", "853")))
    extraction = chat.extract(paper)
    assert texts(extraction.tables[0])[1:] == [["NorthNet", "", "770"], ["SouthNet", "841", ""]]
    assert "2 cells" in extraction.problems[0].message


def test_an_invented_table_is_left_out(seeing, paper):
    seeing.behaviour = lambda asked: Says(tables("<table><tr><td>Deep</td><td>99.9</td></tr></table>"))
    extraction = chat.extract(paper)
    assert extraction.tables == ()
    assert any("none of the numbers is printed there" in problem.message for problem in extraction.problems)


@pytest.mark.parametrize(
    "reply",
    [
        f"Here is what I see.\n```json\n{tables()}\n```",
        tables(box=[150, 267, 825, 507]),
        tables(box=[15.0, 26.7, 82.5, 50.7]),
        json.dumps([{"bbox_2d": [0.15, 0.267, 0.825, 0.507], "html": HTML, "caption": "Table 1: Results."}]),
        f"```html\n{HTML}\n```",
    ],
)
def test_replies_are_read_tolerantly(seeing, paper, reply):
    seeing.behaviour = lambda asked: Says(reply)
    (table,) = chat.extract(paper).tables
    assert texts(table)[1] == ["NorthNet", "853", "770"]
    assert table.place.page == 0


def test_failures_of_single_pages_are_problems_and_cost_no_other_page(seeing, tmp_path):
    draw_tables(tmp_path / "four.pdf", *[(*ROWS, (name, "1", "2")) for name in ("A", "B", "C", "D")])
    replies = [Says("I see no evil."), Says(refusal="No."), Says(tables(), finish="length")]
    seeing.next_says = replies  # whichever page comes first
    seeing.behaviour = lambda asked: Says(status=400)
    extraction = chat.extract((tmp_path / "four.pdf").read_bytes())
    assert len(extraction.tables) == 1
    told = " ".join(problem.message for problem in extraction.problems)
    for words in ("reply holds no tables", "cut off", "status 400"):
        assert words in told


def test_a_page_is_paid_for_once_and_what_it_took_is_written_down(seeing, paper, monkeypatch):
    monkeypatch.setenv("TABLECHECK_VISION_PRICES", "1,10")
    monkeypatch.setenv("TABLECHECK_VISION_BUDGET", "1")
    seeing.behaviour = lambda asked: Says(tables(), usage=(1000, 100))
    assert chat.extract(paper) != ()
    chat.extract(paper)
    assert len(seeing.log) == 1
    spent = spent_by("vision", 0)
    assert (spent.asked, spent.kept, spent.model) == (1, 1, "gpt-4.1")
    assert spent.cost == pytest.approx(2 * 0.002)  # what the answers cost that were used


def test_a_document_stays_inside_its_budget(seeing, paper, monkeypatch):
    monkeypatch.setenv("TABLECHECK_VISION_PRICES", "1000,1000")
    monkeypatch.setenv("TABLECHECK_VISION_BUDGET", "0.5")
    extraction = chat.extract(paper)
    assert seeing.log == []
    assert "not asked: it may cost" in extraction.problems[0].message


@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [
        ("TABLECHECK_VISION_MODEL", "", "set TABLECHECK_VISION_MODEL"),
        ("TABLECHECK_VISION_BOXES", "inches", "write one of unit, gemini, pixels"),
        ("TABLECHECK_VISION_PRICES", "cheap", "write numbers"),
        ("TABLECHECK_VISION_PRICES", "1", "give both prices"),
        ("TABLECHECK_VISION_BUDGET", "1", "a budget needs a price"),
    ],
)
def test_what_is_missing_is_a_problem_that_says_what_to_do(seeing, paper, monkeypatch, variable, value, says):
    monkeypatch.setenv("TABLECHECK_VISION_MODEL", "some-model")
    monkeypatch.setenv(variable, value)
    (problem,) = chat.extract(paper).problems
    assert says in problem.message
    assert seeing.log == []


def test_damaged_bytes_are_a_problem(seeing):
    (problem,) = chat.extract(b"%PDF-1.7 and nothing else").problems
    assert "page" in problem.message or "PDF" in problem.message


PAGE = Page(2, 600.0, 800.0, b"", (1200, 1600), Counter({"85.3": 1}))


@pytest.mark.parametrize(
    ("written", "way"),
    [
        ([0.1, 0.25, 0.5, 0.5], "unit"),
        ([10, 25, 50, 50], "unit"),
        ([100, 250, 500, 500], "unit"),
        ([250, 100, 500, 500], "gemini"),
        ([120, 400, 600, 800], "pixels"),
        ([600, 800, 120, 400], "pixels"),
    ],
)
def test_boxes_of_all_conventions_mean_the_same_place(written, way):
    assert read_box(written, way, PAGE) == pytest.approx((60.0, 200.0, 300.0, 400.0))


@settings(max_examples=60)
@given(st.lists(st.floats(-1e6, 1e6), max_size=6), st.sampled_from(["unit", "gemini", "pixels"]))
def test_no_box_leaves_the_page(written, way):
    box = read_box(written, way, PAGE)
    assert box is None or (0 <= box[0] < box[2] <= PAGE.width and 0 <= box[1] < box[3] <= PAGE.height)


def test_models_are_known_by_their_names():
    names = ("gpt-4.1", "google/gemini-2.5-pro", "Qwen/Qwen2.5-VL-7B-Instruct", "qwen2.5")
    assert [way_of(name) for name in names] == ["unit", "gemini", "pixels", "unit"]


def test_numbers_are_told_by_their_digits():
    assert numbers_in("1,234.5 and .85, 76.3±0.1 (−2) of 12 3rd, 85.3¹") == [
        "1234.5", ".85", "76.3", "0.1", "2", "12", "3", "85.3",
    ]  # fmt: skip


def test_the_mark_of_a_footnote_is_no_digit_of_its_number():
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_htmlbox((50, 50, 300, 120), "Lake 85.3<sup>1</sup> and 77.0")
        content = document.tobytes()
    (page,) = pages_of(content)
    assert {"85.3", "1", "77.0"} <= set(page.printed)


def test_a_page_without_tables_says_nothing():
    assert checked(PAGE, [], "vision").problems == ()


LINE = {"type": "table", "cnt": [[125, 167], [688, 167], [688, 317], [125, 317]]}
LATEX = (
    "\\begin{tabular}{lcc}\nMethod & Lake & Fjord \\\\\nNorthNet & 853 & 770 \\\\\nSouthNet & 841 & 762\n\\end{tabular}"
)


@pytest.fixture
def mathpix_account(server, tmp_path, monkeypatch):
    for name, value in {
        "MATHPIX_BASE_URL": server.base_url.removesuffix("/v1"),
        "MATHPIX_APP_ID": "reader",
        "MATHPIX_APP_KEY": "secret",
        "TABLECHECK_CACHE": str(tmp_path / "cache"),
    }.items():
        monkeypatch.setenv(name, value)
    return server


def lines(*lines: dict) -> Says:
    return Says(raw=json.dumps({"line_data": [{"type": "text", "text": "Abstract"}, *lines]}).encode())


@pytest.mark.parametrize("line", [{**LINE, "html": HTML}, {**LINE, "text": LATEX}])
def test_mathpix_gives_tables_by_html_or_latex(mathpix_account, paper, line):
    mathpix_account.next_says = [TOO_MANY, BROKEN, lines(line)]
    extraction = mathpix.extract(paper)
    (table,) = extraction.tables
    assert texts(table) == [list(row) for row in ROWS]
    assert table.read_by == "mathpix"
    assert table.place == PagePlace(0, *(pytest.approx(edge, abs=0.3) for edge in (60, 80, 330, 152)))
    asked = mathpix_account.log[-1]
    assert (asked.path, asked.headers["app_id"], asked.headers["app_key"]) == ("/v3/text", "reader", "secret")
    assert asked.body["include_line_data"] is True
    mathpix.extract(paper)
    assert len(mathpix_account.log) == 3


def test_mathpix_is_checked_against_the_page_too(mathpix_account, paper):
    mathpix_account.next_says = [lines({**LINE, "html": HTML.replace("853", "835")})]
    extraction = mathpix.extract(paper)
    assert texts(extraction.tables[0])[1] == ["NorthNet", "", "770"]
    assert "one cell read by mathpix holds numbers" in extraction.problems[0].message


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (Says(status=401, error={"message": "bad key secret"}), "status 401"),
        (Says(raw=b'{"error": "image too large"}'), "image too large"),
        (Says(raw=b"[]"), "did not answer with JSON"),
    ],
)
def test_what_mathpix_refuses_is_a_problem(mathpix_account, paper, said, says, monkeypatch):
    mathpix_account.behaviour = lambda asked: said
    monkeypatch.setattr(mathpix, "until_answered", lambda once, server, stop: once())
    extraction = mathpix.extract(paper)
    assert extraction.tables == ()
    assert says in extraction.problems[0].message
    assert "secret" not in extraction.problems[0].message


def test_mathpix_stays_inside_its_budget_and_wants_an_account(mathpix_account, paper, monkeypatch):
    monkeypatch.setenv("TABLECHECK_MATHPIX_BUDGET", "0.001")
    assert "a budget needs a price" in mathpix.extract(paper).problems[0].message
    monkeypatch.setenv("TABLECHECK_MATHPIX_PRICES", "0.005")
    assert "not asked" in mathpix.extract(paper).problems[0].message
    monkeypatch.setenv("MATHPIX_APP_KEY", "")
    assert "set MATHPIX_APP_ID and MATHPIX_APP_KEY" in mathpix.extract(paper).problems[0].message
    assert mathpix_account.log == []


def test_the_command_reads_a_paper_by_a_model_that_is_named(server, paper, tmp_path):
    server.behaviour = lambda asked: Says(tables())
    more = {"OPENAI_BASE_URL": server.base_url, "TABLECHECK_VISION_MODEL": "small-vl"}
    env = environment(tmp_path / "cache", **more)
    done = run("extract", tmp_path / "paper.pdf", "--extractor", "vision", "--format", "csv", env=env)
    assert done.returncode == 0, done.stderr
    assert "NorthNet,853,770" in done.stdout


def test_the_benchmark_of_extractors_says_what_a_model_cost(server, paper, tmp_path):
    (box,) = draw_tables(tmp_path / "paper.pdf", ROWS)
    cells = [
        {"row_nums": [row], "column_nums": [column], "cell_text": text}
        for row, line in enumerate(ROWS)
        for column, text in enumerate(line)
    ]
    (tmp_path / "gt.json").write_text(json.dumps({"paper": [{"page": 0, "bbox": box, "cells": cells}]}))
    server.behaviour = lambda asked: Says(tables(), usage=(2000, 100))
    more = {
        "OPENAI_BASE_URL": server.base_url,
        "TABLECHECK_VISION_MODEL": "small-vl",
        "TABLECHECK_VISION_PRICES": "1,10",
    }
    env = environment(tmp_path / "cache", **more)
    done = run("eval", "tables", "--dataset", "gtjson", "--data", tmp_path, "--extractor", "vision", env=env)
    assert done.returncode == 0, done.stderr
    assert "vision, small-vl: pages asked about now: 1, earlier: 0" in done.stderr
    assert "cost 0.0030" in done.stderr
