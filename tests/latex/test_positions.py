"""Laws of the reader: nothing breaks it, and every place lies in its text and holds what is printed."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.latex.manuscript import read_files
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.number import find_numbers
from tests.latex.grids import tabular

PARTS = [
    "\\begin{tabular}{lc}", "\\end{tabular}", "\\begin{table}", "\\end{table}", "&", "\\\\", "\\\\[2pt]", "\n",
    "\n\n", " ", "{", "}", "$", "%", "% x\n", "\\%", "[", "]", "\\cite{a}", "\\cite{", "\\textbf{",
    "\\multicolumn{2}{c}{", "\\hline", "\\multicolumn{2}{c}{x}", "\\multirow{2}{*}{", "\\multirow{-2}{*}{y}",
    "\\midrule", "1.5", "88.4", "-3", "\\pm", "^{", "_", "\\best{", "\\best{7.5}", "\\cells{1.5}{2.5}", "\\cells",
    "\\iffalse", "\\fi", "\\else", "\\verb|a&b|", "\\verb|", "\\input{other}", "\\input{gone}", "\\caption{Some}",
    "\\caption{", "\\label{l}", "\\begin{", "\\end{", "\\", "~", "--", "\\begin{longtable}{l}", "\\endhead",
    "\\endfirsthead", "\\end{longtable}", "\\footnote{", "\\num{", "\\'e", "\\newline",
    "\\begin{tblr}{colspec={ll}}", "\\SetCell[c=2]{c}", "\\end{tblr}", "\\newcommand{\\x}{", "\\def\\x#1{", "\\x",
    "é", "𝟙", "\\begin{verbatim}", "\\end{verbatim}", "\\cmidrule{1-2}", "\\makecell{a\\\\b}", "\\subfloat[c]{",
    "\\Block{2-2}{b}", "\\begin{NiceTabular}{cc}", "\\end{NiceTabular}", "\\ding{51}", "\\tnote{a}", "\\frac12",
    "r@{.}l", "\\diagbox{a}{b}",
]  # fmt: skip
DEFINITIONS = "\\newcommand{\\best}[1]{\\textbf{#1}}\\newcommand{\\cells}[2]{#1 & $\\pm$#2}\n"
OTHER = tabular("lc", "O & \\best{4.5} \\\\ \\cells{1.25}{0.5} \\\\")


def check_places(manuscript: Manuscript) -> None:
    """All places lie inside their texts, cells in their tables, numbers in their cells."""
    for table in manuscript.tables:
        for place in [
            table.place,
            *(cell.place for cell in table.cells),
            *(number.place for cell in table.cells for number in cell.numbers),
            *(citation.place for cell in table.cells for citation in cell.citations),
        ]:
            assert 0 <= place.span.start <= place.span.end <= len(manuscript.texts[place.path])
        for attribution in table.attributions:
            assert all(0 <= row < table.row_count for row in attribution.rows)
            assert all(0 <= column < table.column_count for column in attribution.columns)
    for citation in manuscript.citations:
        assert citation.place.span.end <= len(manuscript.texts[citation.place.path])


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=40))
def test_no_heap_of_parts_breaks_the_reader(parts):
    files = {"main.tex": DEFINITIONS + "".join(parts), "other.tex": OTHER}
    check_places(read_files(files, "main.tex"))


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="\\{}$&%#^_~[]()abcdeginrtul 0123.\n-", max_size=200))
def test_no_text_breaks_the_reader(text):
    check_places(read_files({"main.tex": "\\begin{tabular}{lc}" + text}, "main.tex"))


WRITTEN = tabular(
    "l*{2}{c}r@{.}l",
    "\\toprule\n\\multirow{2}{*}{M} & \\multicolumn{2}{c}{G} & \\multicolumn{2}{c}{T} \\\\ \\cmidrule{2-3}\n"
    " & a & b & \\multicolumn{2}{c}{s} \\\\ \\midrule % heads\n"
    "A~\\cite{a} & \\best{71.3} & $88.4_{\\pm 0.2}$ & 3&75 \\\\\n"
    "B \\citep[see][]{b} & \\cells{12.5}{0.1} & 4&5 \\\\[1ex]\n\\input{rows}\n\\bottomrule",
)
FILES = {
    "main.tex": DEFINITIONS
    + "\\begin{table}\\caption{From \\cite{c}.}\\label{t}\n"
    + WRITTEN
    + "\\end{table}\n"
    + OTHER,
    "rows.tex": "C & 7.%\n 5 & \\textbf{8}.5 & 1&5 \\\\\n",
}


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(FILES["main.tex"])),
    st.integers(0, 12),
    st.sampled_from(["", *PARTS]),
    st.sampled_from(sorted(FILES)),
)
def test_no_damage_to_a_written_table_breaks_the_reader(at, removed, inserted, path):
    text = FILES[path]
    damaged = text[:at] + inserted + text[at + removed :]
    check_places(read_files(FILES | {path: damaged}, "main.tex"))


digits = st.from_regex(r"-?(?:0|[1-9][0-9]{0,2})\.[0-9]{1,3}", fullmatch=True)
WRAPS = [
    "{}", "\\textbf{{{}}}", "\\best{{{}}}", "$ {} $", "\\underline{{\\best{{{}}}}}", "{{\\bfseries {}}}",
    "\\cellcolor{{red!20}}{}", "\\textcolor{{red}}{{{}}}$^\\dagger$", "{}\\,\\%", "${}_{{\\pm 0.5}}$",
    "$\\mathbf{{{}}}$", "\\num{{{}}}", "\\mr{{{}}}", "\\multicolumn{{1}}{{c}}{{{}}}", "{}~\\cite{{a}}",
    "\\makecell{{{}}}", "% note\n {} % 9.9\n", "\\gray{{x}}{{{}}}", "\\opt[1.5]{{{}}}",
]  # fmt: skip
MORE = r"\newcommand{\mr}[1]{\multirow{1}{*}{#1}}\newcommand{\gray}[2]{\textcolor{gray}{#2}}\newcommand{\opt}[2][]{#2}"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(st.tuples(digits, st.sampled_from(WRAPS)), min_size=3, max_size=3), min_size=1, max_size=6))
def test_the_place_of_a_number_holds_what_is_printed(rows):
    body = "".join(
        f"Row{chr(65 + index)} & " + " & ".join(wrap.format(value) for value, wrap in row) + " \\\\\n"
        for index, row in enumerate(rows)
    )
    text = DEFINITIONS + MORE + tabular("lccc", "M & a & b & c \\\\ \\midrule\n" + body)
    manuscript = read_files({"main.tex": text}, "main.tex")
    check_places(manuscript)
    (table,) = manuscript.tables
    assert table.row_count == len(rows) + 1
    for index, row in enumerate(rows):
        for column, (value, _) in enumerate(row):
            number = table.at(index + 1, column + 1).numbers[0]
            assert number.text.replace("−", "-") == value
            assert text[number.place.span.start : number.place.span.end] == value
            assert table.at(index + 1, column + 1).place.span.start <= number.place.span.start


def test_a_place_never_holds_more_than_its_number_in_a_plain_table():
    text = tabular("lcc", "".join(f"R & {n}.5 & {n}\\% \\\\\n" for n in range(200)))
    (table,) = read_files({"main.tex": text}, "main.tex").tables
    for cell in table.cells:
        for number in cell.numbers:
            source = text[number.place.span.start : number.place.span.end]
            assert re.fullmatch(r"[\d.]+", source)
            assert find_numbers(source)[0].number.value == number.value
