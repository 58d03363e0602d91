"""Comments that say where the numbers of a row come from."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.latex.manuscript import read_files
from tablecheck.model.manuscript import Manuscript

BEFORE = "\\begin{tabular}{lcc}\nMethod & Lake & River \\\\\n"
AFTER = "\\end{tabular}\n"


def read(*lines: str, **files: str) -> Manuscript:
    text = BEFORE + "".join(f"{line}\n" for line in lines) + AFTER
    return read_files({"paper.tex": text, **files}, "paper.tex")


def test_a_mark_at_the_end_of_a_row_speaks_of_that_row():
    paper = read("A & 1.0 & 2.0 \\\\", 'B & 3.0 & 4.0 \\\\ % tablecheck: source=he2016 table=4 row="ResNet-152"')
    (mark,) = paper.marks
    assert (mark.source, mark.table, mark.row, mark.rows) == ("he2016", "4", "ResNet-152", (2,))
    assert paper.tables[0].marks == (mark,)


def test_a_mark_on_the_line_before_speaks_of_the_next_row():
    (mark,) = read("A & 1.0 & 2.0 \\\\", "% tablecheck: version=v1", "B & 3.0 & 4.0 \\\\").marks
    assert (mark.version, mark.rows) == (1, (2,))


def test_a_mark_before_the_header_speaks_of_all_rows():
    text = "% tablecheck: rerun\n" + BEFORE + "A & 1.0 & 2.0 \\\\\nB & 3.0 & 4.0 \\\\\n" + AFTER
    (mark,) = read_files({"paper.tex": text}, "paper.tex").marks
    assert mark.rows == (1, 2)


def test_the_place_of_a_mark_is_its_text_in_the_file():
    paper = read("A & 1.0 & 2.0 \\\\ %% tablecheck: rerun by us, seed 3  ")
    (mark,) = paper.marks
    span = mark.place.span
    assert paper.texts["paper.tex"][span.start : span.end] == "tablecheck: rerun by us, seed 3"
    assert mark.rerun
    assert not mark.wrong


def test_a_source_that_is_marked_comes_before_the_one_that_is_cited():
    paper = read("A~\\cite{west} & 1.0 & 2.0 \\\\ % tablecheck: source=north", "B~\\cite{west} & 3.0 & 4.0 \\\\")
    table = paper.tables[0]
    keys = [table.claimed_keys(cell) for cell in table.number_cells()]
    assert keys == [("north",), ("north",), ("west",), ("west",)]


def test_marks_in_included_files_are_read():
    rows = "A & 1.0 & 2.0 \\\\\nB & 3.0 & 4.0 \\\\ % tablecheck: rerun\n"
    paper = read_files({"paper.tex": BEFORE + "\\input{rows}\n" + AFTER, "rows.tex": rows}, "paper.tex")
    (mark,) = paper.marks
    assert (mark.place.path, mark.rows) == ("rows.tex", (2,))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("tabel=4", "did you mean table?"),
        ("source=", "says nothing"),
        ("version=final", "write version=v1"),
        ("source=north please", "there is no please"),
        ("rerun table=4", "does not come from a table"),
    ],
)
def test_a_mark_that_cannot_be_read_says_why(words, why):
    (mark,) = read(f"A & 1.0 & 2.0 \\\\ % tablecheck: {words}").marks
    assert why in mark.wrong


def test_a_mark_without_a_row_says_so():
    (mark,) = read_files({"paper.tex": "Text. % tablecheck: rerun\n"}, "paper.tex").marks
    assert "no row" in mark.wrong


@pytest.mark.parametrize(
    "comment", ["% tablecheck: ignore[TC101] checked", "% see tablecheck", "100\\% tablecheck: rerun"]
)
def test_other_comments_are_no_marks(comment):
    assert read(f"A & 1.0 & 2.0 \\\\ {comment}").marks == ()


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="ab1=\"', %[]\\{}&vsourcetablerowversionrerun", max_size=60))
def test_no_mark_breaks_the_reader(words):
    paper = read(f"A & 1.0 & 2.0 \\\\ % tablecheck: {words}", "B & 3.0 & 4.0 \\\\")
    assert [cell.text for cell in paper.tables[0].number_cells()] == ["1.0", "2.0", "3.0", "4.0"]
