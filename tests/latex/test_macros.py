"""Macros of the author: what they expand to, and where their numbers stand in the source."""

import time

import pytest

from tablecheck.latex.manuscript import read_files
from tests.latex.grids import rows_of, tabular

TABLE = tabular("lccc", "{}")
MACROS = {
    "no arguments": (r"\newcommand{\ours}{MyNet}", r"\ours & 1 \\", [["MyNet", "1"]]),
    "an argument": (r"\newcommand{\best}[1]{\textbf{#1}}", r"A & \best{9.1} \\", [["A", "9.1"]]),
    "a name without braces": (
        r"\newcommand\best[1]{\textbf{#1}}\newcommand\na{--}", r"\na & \best{9} \\", [["–", "9"]]
    ),
    "an argument without braces": (r"\newcommand{\best}[1]{\textbf{#1}}", r"A & \best 9 \\", [["A", "9"]]),
    "an optional argument": (
        r"\newcommand{\res}[2][0.1]{#2 $\pm$ #1}", r"\res{1} & \res[0.2]{2} \\", [["1 ± 0.1", "2 ± 0.2"]]
    ),
    "several cells": (r"\newcommand{\res}[2]{#1 & $\pm$#2}", r"A & \res{1.5}{0.3} \\", [["A", "1.5", "±0.3"]]),
    "whole rows": (
        r"\newcommand{\row}[3]{#1 & #2 & #3 \\}", "\\row{A}{1}{2}\n\\row{B}{3}{4}",
        [["A", "1", "2"], ["B", "3", "4"]],
    ),
    "def": (r"\def\na{--}\def\pair#1#2{#1/#2}", r"\na & \pair{1}{2} \\", [["–", "1/2"]]),
    "def with delimiters": (r"\def\pm#1:#2;{#1 ($#2$)}", r"A & \pm 1.5:0.2; \\", [["A", "1.5 (0.2)"]]),
    "let": (r"\newcommand{\a}[1]{\textbf{#1}}\let\b=\a\let\good\checkmark", r"\b{X} & \good \\", [["X", "✓"]]),
    "DeclareMathOperator": (r"\DeclareMathOperator{\acc}{Acc}", r"$\acc$ & 1 \\", [["Acc", "1"]]),
    "xparse": (
        r"\NewDocumentCommand{\res}{s m O{0.1} o}{#2$\pm$#3\IfBooleanTF{#1}{*}{}\IfNoValueTF{#4}{}{!}}",
        r"\res{1} & \res*{2}[0.2] & \res{3}[0.3][x] \\", [["1±0.1", "2±0.2*", "3±0.3!"]],
    ),
    "xspace": (r"\newcommand{\ours}{MyNet\xspace}", r"\ours wins & \ours, 1 \\", [["MyNet wins", "MyNet, 1"]]),
    "a control word does not grow into the letters after it": (
        r"\newcommand{\a}{$\alpha$}\newcommand{\b}{\alpha}", r"\a b & $\b c$ \\", [["αb", "αc"]]
    ),
    "one that is never closed takes nothing away from those behind it": (
        r"\newcommand{\best}[1]{\textbf{#1}}", "\\best{A & \\best{1} \\\\\nB & \\best{2} \\\\", [["A", "1"], ["B", "2"]]
    ),
    "macros in macros": (
        r"\newcommand{\x}[1]{\textbf{#1}}\newcommand{\y}[2]{\x{#1} (\x{#2})}", r"\y{1}{2} & \x{\x{3}} \\",
        [["1 (2)", "3"]]
    ),
    "providecommand does not override": (r"\newcommand{\a}{A}\providecommand{\a}{B}", r"\a & 1 \\", [["A", "1"]]),
    "renewcommand does": (r"\newcommand{\a}{A}\renewcommand{\a}{B}", r"\a & 1 \\", [["B", "1"]]),
    "a definition with comments": ("\\newcommand{\\a}[1]{%\n  \\textbf{#1}% bold\n}", r"\a{5} & 1 \\", [["5", "1"]]),
    "a macro that opens and one that closes a table's cell": (
        r"\newcommand{\mr}[2]{\multirow{#1}{*}{#2}}", r"\mr{2}{A} & 1 \\ & 2 \\", [["A", "1"], ["A", "2"]]
    ),
    "a switch that is off": (r"\newif\ifdraft\draftfalse", r"A & \ifdraft 1\else 2\fi \\", [["A", "2"]]),
    "a switch that is on": (r"\newif\ifdraft\drafttrue", r"A & \ifdraft 1\else 2\fi \\", [["A", "1"]]),
    "iftrue and nested iffalse": ("", r"A & \iftrue 1\iffalse 2\ifx ab\fi\else 3\fi\else 4\fi \\", [["A", "13"]]),
    "an empty argument": (
        r"\newcommand{\o}[2]{#1\ifx\\#2\\\else{} (#2)\fi}", r"\o{1}{} & \o{2}{3} \\", [["1", "2 (3)"]]
    ),
    "ifthenelse": (
        r"\newcommand{\s}[2]{\ifthenelse{\equal{#1}{b}}{\textbf{#2}!}{#2}}", r"\s{b}{1} & \s{n}{2} \\", [["1!", "2"]]
    ),
    "ifnum": (r"\newcommand{\s}[1]{\ifnum#1>5 big\else small\fi}", r"\s{7} & \s{3} \\", [["big", "small"]]),
    "csname": (r"\newcommand{\abc}{X}", r"\csname abc\endcsname & 1 \\", [["X", "1"]]),
    "names that are no letters": (
        r"\expandafter\def\csname acc@Net-1\endcsname{72.0}\csdef{acc@Net-2}{73.5}\makeatletter\@namedef{x1}#1{<#1>}"
        r"\newcommand{\acc}[1]{\csname acc@#1\endcsname}",
        r"\acc{Net-1} & \csuse{acc@Net-2} & \@nameuse{x1}{9} \\", [["72.0", "73.5", "<9>"]],
    ),
    "star": (r"\newcommand*{\a}[1]{<#1>}", r"\a{1} & 2 \\", [["<1>", "2"]]),
    "doubled parameter signs": (r"\newcommand{\a}{\def\b##1{[##1]}}\a", r"\b{1} & 2 \\", [["[1]", "2"]]),
    "a command the reader needs is not redefined": (
        r"\renewcommand{\multicolumn}[3]{broken}", r"\multicolumn{2}{c}{A} & 1 \\", [["A", "A", "1"]]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MACROS)
def test_a_macro_prints_what_it_stands_for(name):
    definitions, body, expected = MACROS[name]
    assert rows_of(definitions + "\n" + tabular("lccc", body)) == expected


def test_a_definition_ends_with_its_environment():
    text = (
        "\\newcommand{\\x}{1}\\begin{table}\\renewcommand{\\x}{2}" + tabular("lc", r"A & \x \\") + "\\end{table}"
        "\\begin{table}" + tabular("lc", r"B & \x \\") + "\\end{table}"
    )
    tables = read_files({"a.tex": text}, "a.tex").tables
    assert [table.at(0, 1).text for table in tables] == ["2", "1"]


def test_an_environment_of_the_author_is_expanded():
    text = (
        "\\newenvironment{results}[1]{\\begin{table}\\caption{#1}\\begin{tabular}{lc}}{\\end{tabular}\\end{table}}"
        "\\begin{results}{Own}A & 1.5 \\\\ \\end{results}"
    )
    (table,) = read_files({"a.tex": text}, "a.tex").tables
    assert table.caption == "Own"
    assert rows_of(text) == [["A", "1.5"]]


PLACES = [
    # definitions, cell, the source of the number
    ("", "72.0", "72.0"),
    (r"\newcommand{\best}[1]{\textbf{#1}}", r"\best{72.0}", "72.0"),
    (r"\newcommand{\best}[1]{\textbf{#1}}\newcommand{\bb}[1]{\best{#1}}", r"\bb{\underline{72.0}}", "72.0"),
    (r"\newcommand{\acc}{72.0}", r"\acc", r"\acc"),
    (r"\newcommand{\point}[1]{#1.5}", r"x \point{72}", r"\point{72}"),
    (r"\newcommand{\point}[1]{#1.5}", r"\point{72} x", r"\point{72}"),
    ("", "7%\n2.0", "7%\n2.0"),
    ("", r"\textbf{72}.0", "72}.0"),
    ("", r"$72.0_{\pm 0.3}$", "72.0"),
    ("", r"\num{72.0 +- 0.2}", "72.0"),
    ("", "$-$72.0", "-$72.0"),
]


@pytest.mark.parametrize(("definitions", "cell", "source"), PLACES)
def test_a_number_knows_where_it_was_typed(definitions, cell, source):
    text = f"{definitions}\n\\begin{{tabular}}{{lc}}A & {cell} \\\\ \\end{{tabular}}"
    (table,) = read_files({"a.tex": text}, "a.tex").tables
    (number,) = table.at(0, 1).numbers
    assert number.place.path == "a.tex"
    assert text[number.place.span.start : number.place.span.end] == source


def test_a_cell_knows_its_source_without_the_white_space_around():
    text = tabular("lc", "\\toprule\n  Our  Net \n & \\textbf{72.0}  \\\\[2pt]\n\\midrule\n x & \\\\ ")
    (table,) = read_files({"a.tex": text}, "a.tex").tables
    sources = [text[cell.place.span.start : cell.place.span.end] for cell in table.cells]
    assert sources == ["Our  Net", "\\textbf{72.0}", "x", ""]


BOMBS = {
    "endless": (r"\def\a{\a}", r"\a"),
    "endless and growing": (r"\def\a{x\a y}", r"\a"),
    "two that call each other": (r"\def\a{\b}\def\b{\a}", r"\a"),
    "exponential": (
        "".join(f"\\def\\{chr(97 + i)}{{\\{chr(98 + i)}\\{chr(98 + i)}}}" for i in range(24)) + r"\def\y{1}",
        r"\a",
    ),
    "doubling arguments": (r"\def\a#1{\a{#1#1}}", r"\a{xx}"),
    "an environment that opens itself": (r"\newenvironment{e}{\begin{e}}{\end{e}}", r"\begin{e}"),
    "deep braces": ("", "{" * 20_000 + "1"),
    "deep scripts": ("", "$" + "^{" * 20_000 + "1$"),
    "many half macros": (r"\newcommand{\b}[1]{#1}", r"\b{" * 5_000),
    "many half options": ("", r"\\[" * 5_000),
    "many conditionals": ("", r"\ifx" * 5_000),
    "many rows under a wide span": ("", r"\multicolumn{500}{c}{x} \\" + "1\\\\" * 15_000),
    "a span of all": ("", r"\multicolumn{4000}{c}{\multirow{4000}{*}{x}}" + r"\\ &" * 9_000),
    "many columns": ("", "1&" * 20_000),
    "many column types": (r"\newcolumntype{Y}{YYYY}", r"\begin{tabular}{*{99999}{Y}}1\end{tabular}"),
    "deep environments": ("", r"\begin{tabular}{c}" * 5_000),
    "many unclosed options": ("", r"\footnotemark[" * 5_000),
    "many notes": ("", r"\footnote{" * 5_000),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_endless_macros_cost_bounded_time_and_lose_nothing_before_them(name):
    definitions, bomb = BOMBS[name]
    good = tabular("lc", r"A & 1.5 \\")
    text = f"{definitions}\n{good}\n\\begin{{tabular}}{{lc}}B & {bomb} \\\\ \\end{{tabular}}\n\n{good}"
    began = time.process_time()
    manuscript = read_files({"a.tex": text}, "a.tex")
    assert time.process_time() - began < 8
    assert [cell.text for cell in manuscript.tables[0].cells] == ["A", "1.5"]
    assert all(table.row_count * table.column_count <= 2_000_000 for table in manuscript.tables)


def test_endless_macros_are_reported():
    manuscript = read_files({"a.tex": "\\def\\a{\\a}\\a" + tabular("lc", r"A & 1.5 \\")}, "a.tex")
    assert "unfold without end" in manuscript.problems[0].message
    assert len(manuscript.tables) == 1
