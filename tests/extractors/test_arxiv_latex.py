"""Tables of LaTeX sources: which file is the paper, and what its tables are called."""

import gzip
import io
import json
import tarfile

import pytest

from tablecheck.extractors.arxiv_latex import extract, find_main
from tablecheck.extractors.registry import kind_of
from tablecheck.model.headers import column_path

_ROWS = "A & B \\\\ \\midrule x & 1.0 \\\\"
_TABULAR = f"\\begin{{tabular}}{{lc}} {_ROWS} \\end{{tabular}}"


def _document(body: str) -> str:
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


def _float(caption: str, body: str = _TABULAR) -> str:
    return f"\\begin{{table}}\\caption{{{caption}}}\\label{{t}}\n{body}\n\\end{{table}}\n"


def _archive(files: dict[str, str]) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return written.getvalue()


def test_the_tables_of_an_archive_are_read_over_its_includes():
    files = {"main.tex": _document("\\input{tab/one}"), "tab/one.tex": _float("One."), "old.tex": _float("Old.")}
    extraction = extract(_archive(files))
    assert [(table.label, table.caption, table.read_by) for table in extraction.tables] == [
        ("Table 1", "One.", "latex")
    ]
    table = extraction.tables[0]
    assert (table.at(1, 0).text, table.at(1, 1).number.text, column_path(table, 1)) == ("x", "1.0", ("B",))


@pytest.mark.parametrize("pack", [str.encode, lambda text: gzip.compress(text.encode())])
def test_one_file_is_read_plain_and_compressed(pack):
    content = pack(_document(_float("One.")))
    assert kind_of(content) == "latex"
    assert [table.label for table in extract(content).tables] == ["Table 1"]


def test_the_main_file_is_the_complete_document_that_no_other_includes():
    part = _document("long " * 500)
    assert find_main({"a.tex": _document("\\subfile{b}"), "b.tex": part}) == "a.tex"
    assert find_main({"sec/a.tex": _document("\\subfile{part/b}"), "sec/part/b.tex": part}) == "sec/a.tex"


def test_a_document_that_is_commented_out_is_none():
    assert find_main({"a.tex": "%\\documentclass{article}\\begin{document}", "b.tex": _document("x")}) == "b.tex"


@pytest.mark.parametrize("other", ["supplement.tex", "response.tex", "old/main.tex", "longer.tex"])
def test_the_usual_name_at_the_top_is_the_main_file(other):
    assert find_main({other: _document("long " * 500), "main.tex": _document("x")}) == "main.tex"


@pytest.mark.parametrize(
    "note",
    [
        {"00README.XXX": "a.tex toplevelfile\nb.tex ignore\n"},
        {"00README.json": json.dumps({"sources": [{"filename": "a.tex", "usage": "toplevel"}]})},
    ],
)
def test_what_arxiv_notes_about_the_top_level_counts_first(note):
    assert find_main({"main.tex": _document("long " * 500), "a.tex": _document("x"), **note}) == "a.tex"


@pytest.mark.parametrize("note", ["", "{", "[]", '{"sources": 3}', '{"sources": [{}]}', "[" * 100_000])
def test_a_damaged_note_is_passed_over(note):
    assert find_main({"a.tex": _document("x"), "00README.json": note}) == "a.tex"


def test_a_folder_of_tables_without_a_document_is_read_file_by_file():
    extraction = extract(_archive({"a.tex": _float("One."), "b.tex": _float("Two."), "x.bib": ""}))
    assert [(table.label, table.caption) for table in extraction.tables] == [("", "One."), ("", "Two.")]


def test_tables_are_numbered_by_their_captions():
    body = _float("One.") + _TABULAR + _float("Two.", f"{_TABULAR}\n{_TABULAR}")
    body += f"\\begin{{figure}}{_TABULAR}\\caption{{Picture.}}\\end{{figure}}" + _float("Three.")
    labels = [table.label for table in extract(_document(body).encode()).tables]
    assert labels == ["Table 1", "", "Table 2", "Table 2", "", "Table 3"]


def test_panels_share_the_number_of_their_float():
    panels = "".join(f"\\begin{{subtable}}{{1cm}}{_TABULAR}\\caption{{{name}}}\\end{{subtable}}" for name in "ab")
    body = f"\\begin{{table}}{panels}\\caption{{Both.}}\\end{{table}}" + _float("Last.")
    assert [table.label for table in extract(_document(body).encode()).tables] == ["Table 1", "Table 1", "Table 2"]


def test_two_captions_of_one_float_count_twice():
    body = f"\\begin{{table}}\\caption{{One.}}{_TABULAR}\\caption{{Two.}}{_TABULAR}\\end{{table}}"
    assert [table.label for table in extract(_document(body).encode()).tables] == ["Table 1", "Table 2"]


@pytest.mark.parametrize("content", [b"", b"plain words", gzip.compress(b"%PDF-1.5"), _archive({"a.txt": "x"})])
def test_what_holds_no_table_says_so(content):
    extraction = extract(content)
    assert not extraction.tables
    assert extraction.problems


def test_includes_outside_the_archive_are_not_read(tmp_path):
    (tmp_path / "secret.tex").write_text(_float("Secret."))
    extraction = extract(_document(f"\\input{{{tmp_path}/secret}}\\input{{../../etc/passwd}}{_float('One.')}").encode())
    assert [table.caption for table in extraction.tables] == ["One."]


def test_an_unfinished_table_keeps_its_rows_and_the_next_table():
    damaged = "\\begin{table}\\caption{One.}\\begin{tabular}{lc} A & B \\\\ x & 1.0 \\\\ \\end{table}"
    extraction = extract(_document(damaged + _float("Two.")).encode())
    assert [table.caption for table in extraction.tables] == ["One.", "Two."]
    assert extraction.tables[0].at(1, 1).text == "1.0"


def test_a_picture_among_the_tables_is_no_doubt_about_the_others():
    table = r"\begin{table}\caption{A}\begin{tabular}{lc}A & 1.5 \\ B & 2.5 \\\end{tabular}\end{table}"
    picture = r"\begin{table}\caption{B}\includegraphics{b}\end{table}"
    text = rf"\documentclass{{article}}\begin{{document}}{table}{picture}\end{{document}}"
    extraction = extract(text.encode())
    assert len(extraction.tables) == 1
    assert extraction.problems == ()
