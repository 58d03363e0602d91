"""Manuscripts of several files: what is included, what is missing, what is cited."""

import pytest

from tablecheck.latex.manuscript import read_files, read_manuscript
from tests.latex.grids import shown, tabular

ROWS = "A & 1.5 \\\\\nB & 2.5 \\\\\n"
TABLE = tabular("lc", ROWS)
INCLUDES = {
    "input": {"main.tex": r"\input{sec/a}", "sec/a.tex": TABLE},
    "input without braces": {"main.tex": "\\input sec/a \n", "sec/a.tex": TABLE},
    "input with its suffix": {"main.tex": r"\input{sec/a.tex}", "sec/a.tex": TABLE},
    "include": {"main.tex": r"\include{a}", "a.tex": TABLE},
    "relative to the main file from an included one": {
        "main.tex": r"\input{sec/a}", "sec/a.tex": r"\input{sec/b}", "sec/b.tex": TABLE
    },
    "relative to the including file": {"main.tex": r"\input{sec/a}", "sec/a.tex": r"\input{b}", "sec/b.tex": TABLE},
    "a quoted name with spaces": {"main.tex": r'\input{"sec/our results"}', "sec/our results.tex": TABLE},
    "import": {"main.tex": r"\import{sec/}{a}", "sec/a.tex": r"\input{b}", "sec/b.tex": TABLE},
    "subimport": {"main.tex": r"\input{sec/a}", "sec/a.tex": r"\subimport{tab/}{b}", "sec/tab/b.tex": TABLE},
    "subfile": {
        "main.tex": r"\begin{document}\subfile{sec/a}\end{document}",
        "sec/a.tex": r"\documentclass[../main.tex]{subfiles}\begin{document}" + TABLE + r"\end{document}",
    },
    "rows": {"main.tex": "\\begin{tabular}{lc}\\input{rows}\\end{tabular}", "rows.tex": ROWS},
    "upwards": {"main.tex": r"\input{sec/a}", "sec/a.tex": r"\input{../tab/b}", "tab/b.tex": TABLE},
    "from a main file in a folder": {
        "paper/main.tex": r"\input{sec/a}", "paper/sec/a.tex": r"\input{tab/b}", "paper/tab/b.tex": TABLE
    },
    "a macro that names the file": {"main.tex": r"\newcommand{\sec}{sec}\input{sec/a}", "sec/a.tex": TABLE},
}  # fmt: skip


@pytest.mark.parametrize("name", INCLUDES)
def test_included_files_are_read(name):
    files = INCLUDES[name]
    manuscript = read_files(files, next(iter(files)))
    (table,) = manuscript.tables
    assert shown(table) == [["A", "1.5"], ["B", "2.5"]]
    assert manuscript.problems == ()
    number = table.at(1, 1).number
    assert number is not None
    text = manuscript.texts[number.place.path]
    assert text[number.place.span.start : number.place.span.end] == "2.5"
    assert number.place.path == max(files, key=lambda path: "2.5" in files[path])


@pytest.mark.parametrize(
    "name", ["input", "import", "subimport", "subfile", "upwards", "relative to the including file"]
)
def test_files_on_disk_are_found_as_those_in_memory(name, tmp_path):
    for path, text in INCLUDES[name].items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    manuscript = read_manuscript(tmp_path / "main.tex")
    assert [shown(table) for table in manuscript.tables] == [[["A", "1.5"], ["B", "2.5"]]]
    assert set(manuscript.texts) == set(INCLUDES[name])


def test_a_missing_file_is_a_problem_and_nothing_else_is_lost():
    manuscript = read_files({"main.tex": f"x\n\\input{{gone}}\n{TABLE}"}, "main.tex")
    (problem,) = manuscript.problems
    assert "'gone' cannot be found" in problem.message
    assert (problem.path, problem.line) == ("main.tex", 2)
    assert len(manuscript.tables) == 1


def test_a_missing_main_file_is_a_problem(tmp_path):
    manuscript = read_manuscript(tmp_path / "gone.tex")
    assert manuscript.tables == ()
    assert "gone.tex cannot be found" in manuscript.problems[0].message


def test_files_that_include_each_other_end():
    files = {"main.tex": f"\\input{{a}}{TABLE}", "a.tex": r"\input{b}", "b.tex": r"\input{a}\input{main}"}
    manuscript = read_files(files, "main.tex")
    assert len(manuscript.tables) == 1
    assert ["includes itself" in problem.message for problem in manuscript.problems] == [True, True]


def test_files_that_include_each_other_exponentially_end():
    files = {f"f{i}.tex": f"\\input{{f{i + 1}}}\\input{{f{i + 1}}}" for i in range(40)} | {"f40.tex": "x"}
    manuscript = read_files({"main.tex": TABLE + "\\input{f0}", **files}, "main.tex")
    assert len(manuscript.tables) == 1
    assert "unfold without end" in manuscript.problems[0].message


def test_nothing_outside_is_read(tmp_path):
    (tmp_path / "secret.key").write_text("secret", "utf-8")
    (tmp_path / "secret").write_text("secret", "utf-8")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "main.tex").write_text(
        f"\\input{{{tmp_path}/secret.key}}\\input{{../secret.key}}\\input{{../secret}}", "utf-8"
    )
    manuscript = read_manuscript(folder / "main.tex")
    assert set(manuscript.texts) == {"main.tex"}
    assert len(manuscript.problems) == 3


def test_unsaved_texts_replace_those_on_disk(tmp_path):
    (tmp_path / "tab").mkdir()
    (tmp_path / "main.tex").write_text(r"\begin{tabular}{lc}\input{tab/rows}\end{tabular}", "utf-8")
    (tmp_path / "tab" / "rows.tex").write_text(r"A & 1.5 \\", "utf-8")
    manuscript = read_manuscript(tmp_path / "main.tex", {"tab/rows.tex": r"A & 9.5 \\"})
    assert shown(manuscript.tables[0]) == [["A", "9.5"]]
    assert manuscript.texts["tab/rows.tex"] == r"A & 9.5 \\"


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_old_encodings_are_read(encoding, tmp_path):
    (tmp_path / "main.tex").write_bytes(tabular("lc", "Müller & 1.5 \\\\").encode(encoding))
    manuscript = read_manuscript(tmp_path / "main.tex")
    assert shown(manuscript.tables[0]) == [["Müller", "1.5"]]


def test_windows_line_ends_keep_their_offsets(tmp_path):
    (tmp_path / "main.tex").write_bytes(
        b"\\begin{tabular}{lc}\r\nA & 1.5 \\\\ % x\r\nB & 2.%\r\n5 \\\\\r\n\\end{tabular}\r\n"
    )
    manuscript = read_manuscript(tmp_path / "main.tex")
    assert shown(manuscript.tables[0]) == [["A", "1.5"], ["B", "2.5"]]
    number = manuscript.tables[0].at(1, 1).number
    text = manuscript.texts["main.tex"]
    assert text[number.place.span.start : number.place.span.end] == "2.%\r\n5"


def test_the_preamble_prints_nothing_but_defines():
    text = (
        "\\documentclass{article}\\newcommand{\\x}{1.5}\\title{\\begin{tabular}{c}T & 9 \\\\\\end{tabular}}"
        "\\begin{document}" + tabular("lc", r"A & \x \\") + "\\end{document}" + TABLE
    )
    manuscript = read_files({"main.tex": text}, "main.tex")
    assert [shown(table) for table in manuscript.tables] == [[["A", "1.5"]]]


def test_definitions_in_a_package_beside_the_manuscript_count():
    files = {
        "main.tex": "\\documentclass{article}\\usepackage{ours,booktabs}\\begin{document}"
        + tabular("lY", r"\net & \best{1.5} \\") + "\\end{document}",
        "ours.sty": "\\ProvidesPackage{ours}\n\\newcommand{\\net}{MyNet}\n\\newcommand{\\best}[1]{\\textbf{#1}}\n"
        "\\newcolumntype{Y}{>{\\bfseries}c}\n\\def\\internal@x{y}\n",
    }  # fmt: skip
    manuscript = read_files(files, "main.tex")
    assert shown(manuscript.tables[0]) == [["MyNet", "1.5"]]


CITES = {
    r"\cite{a}": ["a"], r"\citep[see][p.~3]{a, b}": ["a", "b"], r"\citet*{a}": ["a"], r"\Citet{a}": ["a"],
    r"\citealp{a}": ["a"], r"\citeauthor{a}": ["a"], r"\citeyearpar{a}": ["a"], r"\parencite[12]{a}": ["a"],
    r"\textcite{a}": ["a"], r"\autocite{a}": ["a"], r"\footcite{a}": ["a"], r"\supercite{a}": ["a"],
    r"\smartcite{a}": ["a"], r"\fullcite{a}": ["a"], r"\cites[1]{a}[2]{b}": ["a", "b"],
    r"\parencites(see)(){a}{b}": ["a", "b"], r"\textcites{a}{b}{c}": ["a", "b", "c"], r"\volcite{2}[3]{a}": ["a"],
    r"\onlinecite{a}": ["a"], r"\citen{a}": ["a"], r"\shortcite{a}": ["a"], r"\citeA{a}": ["a"],
    r"\cite<see>[3]{a}": ["a"], r"\cite {a,%" + "\n  b}": ["a", "b"], r"\citenum{a}": ["a"], r"\bibentry{a}": ["a"],
    r"\citeposs{a}": ["a"], r"\citetext{see \citealp{a}; \citealp{b}}": ["a", "b"], r"\citetitle{a}": ["a"],
    r"\cite{some_key:2020-x.y+z}": ["some_key:2020-x.y+z"], r"\newcommand{\c}[1]{\cite{#1}}\c{a}": ["a"],
    r"\nocite{a}": [], r"\cite{": [], r"\cite": [], r"\setcitestyle{square}": [], r"\ref{a}": [],
}  # fmt: skip


@pytest.mark.parametrize("command", CITES)
def test_every_citing_command_names_its_keys(command):
    outside = read_files({"main.tex": f"Text {command} more."}, "main.tex")
    assert [key for citation in outside.citations for key in citation.keys] == CITES[command]
    inside = read_files({"main.tex": tabular("lc", f"A {command} & 1.5 \\\\")}, "main.tex")
    assert [key for citation in inside.tables[0].at(0, 0).citations for key in citation.keys] == CITES[command]
    assert inside.citations == ()
    assert inside.tables[0].at(0, 1).text == "1.5"


def test_a_citation_knows_where_it_stands():
    text = "Words.\n" + tabular("lc", "A \\citep[see][]{a,b} & 1.5 \\\\") + "and \\cite{c}."
    manuscript = read_files({"main.tex": text}, "main.tex")
    (inside,) = manuscript.tables[0].at(0, 0).citations
    (outside,) = manuscript.citations
    assert text[inside.place.span.start : inside.place.span.end] == "\\citep[see][]{a,b}"
    assert text[outside.place.span.start : outside.place.span.end] == "\\cite{c}"
    assert (inside.command, outside.command) == ("citep", "cite")


def test_the_bibliography_is_read_with_the_manuscript(tmp_path):
    (tmp_path / "main.tex").write_text("\\cite{a}\\bibliography{refs, more}", "utf-8")
    (tmp_path / "refs.bib").write_text("@misc{a, title={One}, year={2101}}", "utf-8")
    (tmp_path / "more.bib").write_text("@misc{b, title={Two}}", "utf-8")
    manuscript = read_manuscript(tmp_path / "main.tex")
    assert {key: reference.title for key, reference in manuscript.references.items()} == {"a": "One", "b": "Two"}
    assert set(manuscript.texts) == {"main.tex", "refs.bib", "more.bib"}


def test_a_missing_bibliography_is_a_problem():
    manuscript = read_files({"main.tex": "\\addbibresource{gone.bib}"}, "main.tex")
    assert "gone.bib cannot be found" in manuscript.problems[0].message


def test_a_part_takes_the_definitions_of_the_manuscript_it_names_as_its_root():
    files = {
        "main.tex": "\\documentclass{article}\\newcommand{\\x}{1.5}\\begin{document}" + TABLE + "\\end{document}",
        "sec/a.tex": "% !TEX root = ../main.tex\n" + tabular("lc", "A & \\x \\\\"),
    }
    manuscript = read_files(files, "sec/a.tex")
    assert [shown(table) for table in manuscript.tables] == [[["A", "1.5"]]]


UNREAD = {
    "a picture": (
        "\\begin{table}\\caption{Numbers from \\cite{a}}\\resizebox{5cm}{!}{\\includegraphics{tab.png}}\\end{table}",
        "this table is a picture; its numbers were not looked at",
    ),
    "a csv file": (
        "\n\\begin{table}\\caption{A}\n\\csvautobooktabular{results.csv}\\end{table}",
        "\\csvautobooktabular prints a table out of data; its numbers were not looked at",
    ),
    "pgfplots": (
        "\\newcommand{\\show}[1]{\\pgfplotstabletypeset[col sep=comma]{#1}}\n\n\\show{results.csv}",
        "\\pgfplotstabletypeset prints a table out of data; its numbers were not looked at",
    ),
}


@pytest.mark.parametrize("name", UNREAD)
def test_a_table_that_cannot_be_seen_is_said_to_be_there(name):
    text, message = UNREAD[name]
    (problem,) = read_files({"main.tex": text}, "main.tex").problems
    assert problem.message == message
    assert problem.line == {"a picture": 1, "a csv file": 3, "pgfplots": 3}[name]


def test_pictures_beside_a_table_and_figures_are_no_unread_tables():
    text = "\\begin{table}\\caption{A}\\includegraphics{icon}" + TABLE + "\\end{table}\\begin{figure}\\caption{B}"
    manuscript = read_files({"main.tex": text + "\\includegraphics{plot}\\end{figure}"}, "main.tex")
    assert manuscript.problems == ()


def test_a_file_that_is_too_large_is_not_said_to_be_missing_too(tmp_path, monkeypatch):
    monkeypatch.setattr("tablecheck.latex.files._LARGEST_FILE", 10)
    (tmp_path / "main.tex").write_text("\\begin{tabular}{c}1.5\\end{tabular}", "utf-8")
    (problem,) = read_manuscript(tmp_path / "main.tex").problems
    assert problem.message == "main.tex is larger than 10 bytes; not read"
