"""What each way of writing a table prints."""

import pytest

from tablecheck.latex.tables import read_tables
from tests.latex.grids import rows_of, shown, tabular, the_table

PROBES = {
    "a comment with an ampersand": (tabular("lc", "A & 1 \\\\ % x & y \\\\\nB & 2 \\\\"), [["A", "1"], ["B", "2"]]),
    "escaped specials": (tabular("lc", r"R\&D & 5\% \\"), [["R&D", "5%"]]),
    "row spacing and star": (tabular("lc", r"A & 1 \\[2pt] B & 2 \\* C & 3"), [["A", "1"], ["B", "2"], ["C", "3"]]),
    "row spacing on the next line": (tabular("lc", "A & 1 \\\\\n [0.5ex] B & 2 \\\\"), [["A", "1"], ["B", "2"]]),
    "brackets that are text": (tabular("lc", "A & 1 \\\\\n{}[ours] & 2"), [["A", "1"], ["[ours]", "2"]]),
    "verb": (tabular("lc", r"\verb|a&b%| & 1 \\"), [["a&b%", "1"]]),
    "verb with a star": (tabular("lc", r"\verb*+x\\y+ & 1 \\"), [["x\\\\y", "1"]]),
    "nested tabular that breaks lines": (
        tabular("lc", "\\begin{tabular}{@{}c@{}}Top\\\\1\\end{tabular} & 7 \\\\ B & 2 \\\\"),
        [["Top 1", "7"], ["B", "2"]],
    ),
    "makecell": (
        tabular("lc", r"\makecell[l]{A\\b} & 1 \\ \thead{C\\ d} & \makecell*{3} \\"),
        [["A b", "1"], ["C d", "3"]],
    ),
    "shortstack": (tabular("lc", r"\shortstack[l]{A\\b} & 1 \\"), [["A b", "1"]]),
    "lone dollars in the column specification": (tabular("l >{$}r<{$}", r"A & 7.2_{a} \\"), [["A", "7.2ₐ"]]),
    "material between columns": (
        tabular(r"@{}l@{\hspace{3pt}}p{2cm}!{\vrule}c@{}", r"A & b & 1 \\"),
        [["A", "b", "1"]],
    ),
    "siunitx columns": (
        tabular("l S[table-format=2.1]", r"{M} & {Acc} \\ A & 12.3(4) \\ B & \num{1.5e3}\\ C & \num{4.1 +- 0.2} \\"),
        [["M", "Acc"], ["A", "12.3(4)"], ["B", "1.5e3"], ["C", "4.1±0.2"]],
    ),
    "quantities": (
        tabular(
            "lc",
            r"A & \SI{5.1}{\percent} \\ B & \qty[mode=text]{12}{\milli\second} \\ C & \SIrange{1}{2}{\km} \\",
        ),
        [["A", "5.1%"], ["B", "12\u2009ms"], ["C", "1–2\u2009km"]],
    ),
    "units alone, declared ones and unknown ones": (
        "\\DeclareSIUnit[per-mode=symbol]{\\flops}{FLOPs}\\DeclareSIUnit\\bar{b}"
        + tabular("lc", r"Model (\si{\point}) & Cost (\si{\giga\flops}) \\ A & \SI{3.5}{\giga\flops} \\"),
        [["Model (point)", "Cost (GFLOPs)"], ["A", "3.5\u2009GFLOPs"]],
    ),
    "tabular*": (
        "\\begin{tabular*}{\\textwidth}{@{\\extracolsep{\\fill}}lc}A & 1 \\\\ \\end{tabular*}", [["A", "1"]]
    ),
    "tabularx": ("\\begin{tabularx}{\\linewidth}{l*{2}{X}}A & 1 & 2 \\\\ \\end{tabularx}", [["A", "1", "2"]]),
    "tabulary": ("\\begin{tabulary}{\\linewidth}{LC}A & 1 \\\\ \\end{tabulary}", [["A", "1"]]),
    "ctable": (
        "\\ctable[caption={A}, label=tab:x, pos=t]{lc}{\\tnote{n}}{\\FL M & N \\ML\nA & 1 \\NN[2pt]\nB & 2 \\LL}",
        [["M", "N"], ["A", "1"], ["B", "2"]],
    ),
    "marks for drawings": (
        tabular("lcc", r"A & \tikzmark{a}1.5 & \tikzmarknode[x]{b}{2.5} \\"),
        [["A", "1.5", "2.5"]],
    ),
    "tblr with a span": (
        "\\begin{tblr}{colspec={lcc},row{1}={font=\\bfseries}}\nM & \\SetCell[c=2]{c} B & \\\\\n"
        "A & 1 & 2 \\\\\n\\end{tblr}",
        [["M", "B", "B"], ["A", "1", "2"]],
    ),
    "tblr with a tall span": (
        "\\begin{tblr}{lc}\n\\SetCell[r=2]{m} M & 1 \\\\\n & 2 \\\\\n\\end{tblr}", [["M", "1"], ["M", "2"]]
    ),
    "tblr with spans in its options": (
        "\\begin{tblr}{colspec={lcc}, cell{1}{2} = {c=2}{c}, hline{1,Z} = {solid}}\n"
        "M & B & \\\\\nA & 1 & 2 \\\\\n\\end{tblr}",
        [["M", "B", "B"], ["A", "1", "2"]],
    ),
    "NiceTabular with a block": (
        "\\begin{NiceTabular}{lcc}[hvlines]\n"
        "\\Block{2-1}{M} & \\Block{1-2}{B} & \\\\\n & x & y \\\\ A & 1 & 2 \\\\\n\\end{NiceTabular}",
        [["M", "B", "B"], ["M", "x", "y"], ["A", "1", "2"]],
    ),
    "NiceTabular with code before": (
        "\\begin{NiceTabular}{lc}\n\\CodeBefore\\rowcolor{gray}{1}\\Body\nA & 1 \\\\\n\\end{NiceTabular}", [["A", "1"]]
    ),
    "tabularnewline": (tabular("lc", r"A & 1 \tabularnewline B & 2 \tabularnewline"), [["A", "1"], ["B", "2"]]),
    "cmidrule with trimming": (
        tabular("lc", r"A & 1 \\ \cmidrule(lr){1-2}\cmidrule[.5pt](l{2pt}){2-2} B & 2 \\"),
        [["A", "1"], ["B", "2"]],
    ),
    "rules glued to text": (
        tabular("lc", "\\hline A & 1 \\\\\\hline\\hline B & 2 \\\\ \\bottomrule"),
        [["A", "1"], ["B", "2"]],
    ),
    "cell colours": (
        tabular(
            "lc",
            r"\rowcolor[gray]{0.9}[0pt] A & \cellcolor[HTML]{A0B1C2}1 \\"
            r" B & \cellcolor{green!20} \textcolor{red}{2} \\",
        ),
        [["A", "1"], ["B", "2"]],
    ),
    "raised and lowered": (
        tabular("lc", r"A$^{\dagger}$ & 1.2$_{\pm 0.3}$ \\ AP$_{50}$ & $10^{-3}$ \\"),
        [["A†", "1.2_(±0.3)"], ["AP₅₀", "10⁻³"]],
    ),
    "textsuperscript and tnote": (tabular("lc", r"A\textsuperscript{1} & 85.3\tnote{a} \\"), [["A¹", "85.3ᵃ"]]),
    "cite before an ampersand": (tabular("lc", r"A~\cite[p.~3]{a,b} & 1 \\"), [["A", "1"]]),
    "a mark after a citation": (
        tabular("lc", r"A~\cite{a}$^\dagger$ & 1\, \\ B \cite{b}\tnote{2} & \,2 \\"),
        [["A†", "1"], ["B²", "2"]],
    ),
    "line break in a comment": (tabular("lc", "A & 1 %\n\\\\ B & 2 \\\\"), [["A", "1"], ["B", "2"]]),
    "a comment joins lines": (tabular("lc", "A & 88.%\n   4 \\\\"), [["A", "88.4"]]),
    "accents and ligatures": (
        tabular("lc", r"\'{E}t\'e M\"uller \c{c} \v{s} \o\ \ss{} -- & ``1''--2 \\"), [["Été Müller ç š ø ß –", "“1”–2"]]
    ),
    "greek and arrows": (tabular("lc", r"$\alpha$-Net $\downarrow$ & $\Delta \uparrow$ \\"), [["α-Net ↓", "Δ↑"]]),
    "eta alone": (tabular("cc", r"$\eta$ & 1 \\"), [["η", "1"]]),
    "phantoms": (tabular("lc", r"A & \phantom{0}6.82\hphantom{-} \\"), [["A", "6.82"]]),
    "boxes": (
        tabular(
            "lc",
            r"\resizebox{1cm}{!}{A} \rotatebox[origin=c]{90}{B} & \raisebox{1pt}[0pt][0pt]{1} \parbox[t]{2cm}{x} \\",
        ),
        [["A B", "1 x"]],
    ),
    "footnotes are not in the cell": (tabular("lc", r"A\footnote{see there 99} & 1\footnotemark[2] \\"), [["A", "1²"]]),
    "thousands": (tabular("lc", r"A & $1{,}234.5$ \\ B & 12\,345 \\"), [["A", "1,234.5"], ["B", "12\u2009345"]]),
    "ticks": (
        tabular("lcc", r"A & \ding{51} & \checkmark \\ B & \ding{55} & \xmark \\"),
        [["A", "✓", "✓"], ["B", "✗", "✗"]],
    ),
    "fractions": (tabular("lc", r"A & $\frac{1}{2}$ \\"), [["A", "1/2"]]),
    "diagonal heads": (tabular("lc", r"\diagbox{Model}{Data} & X \\ A & 1 \\"), [["Model / Data", "X"], ["A", "1"]]),
    "left and right": (tabular("lc", r"A & $\left( 3.1 \right.$ \\"), [["A", "(3.1"]]),
    "spacer columns": (tabular("lcrc", r"A & 1 && 2 \\"), [["A", "1", "", "2"]]),
    "a row that prints nothing": (tabular("lc", r"A & 1 \\ & \\ \\ B & 2 \\"), [["A", "1"], ["B", "2"]]),
    "too few and too many cells": (tabular("lc", r"A \\ B & 2 & 3 \\"), [["A", "", ""], ["B", "2", "3"]]),
    "D columns": (tabular("l D{.}{.}{2} c", r"A & 1.25 & 2 \\"), [["A", "1.25", "2"]]),
    "an unknown command with arguments prints them": (tabular("lc", r"\foo{A} & \bar{1} \\"), [["A", "1"]]),
    "url with a percent": (tabular("lc", "\\url{http://x.org/a%20b_c} & 1 \\\\"), [["http://x.org/a%20b_c", "1"]]),
    "array in a float": (
        "\\begin{table}$\\begin{array}{lc} \\text{A} & 1_a \\\\ \\end{array}$\\end{table}",
        [["A", "1ₐ"]],
    ),
    "itemize in a cell": (tabular("p{3cm}c", r"\begin{itemize}\item x \item y\end{itemize} & 1 \\"), [["x y", "1"]]),
    "minipage in a cell": (tabular("lc", r"\begin{minipage}[t]{3cm} x \\ y \end{minipage} & 1 \\"), [["x y", "1"]]),
    "tabu": ("\\begin{tabu} to \\linewidth {X[2]c} A & 1 \\\\ \\end{tabu}", [["A", "1"]]),
    "tie and spaces": (tabular("lc", "A~B\\ C\\quad D & 1\\;\\! 2 \\\\"), [["A B C D", "1 2"]]),
    "emphasised part of a number": (tabular("lc", r"A & \textbf{85}.3 \\"), [["A", "85.3"]]),
    "math words": (tabular("lc", r"$\mathcal{L}_{\mathrm{cls}}$ & $\mathbf{1.5}$ \\"), [["L_(cls)", "1.5"]]),
    "what is struck out is not said": (tabular("lc", r"A \st{B} & \sout{1.5} 2.5 \\"), [["A", "2.5"]]),
    "space between numbers": (tabular("lc", r"A & 1.5\hspace{1em}2.5 \hspace*{-1pt}3 \\"), [["A", "1.5 2.5 3"]]),
    "multirowcell": (tabular("lc", r"\multirowcell{2}[0pt][l]{A\\b} & 1 \\ & 2 \\"), [["A b", "1"], ["A b", "2"]]),
}  # fmt: skip


@pytest.mark.parametrize("name", PROBES)
def test_the_table_prints_what_tex_prints(name):
    text, expected = PROBES[name]
    assert rows_of(text) == expected


def test_a_decimal_pair_of_columns_is_one_column():
    table = the_table(
        tabular(
            "l r@{.}l r@{$\\pm$}l",
            r"M & \multicolumn{2}{c}{T} & \multicolumn{2}{c}{U} \\ A & 3&75 & 1.2 & 0.3 \\ B & -- & & 4 & \\",
        )
    )
    assert shown(table) == [["M", "T", "U"], ["A", "3.75", "1.2±0.3"], ["B", "–", "4"]]
    assert [str(number.value) for number in table.at(1, 1).numbers] == ["3.75"]
    assert str(table.at(1, 2).number.uncertainty) == "0.3"


def test_column_types_of_the_author_count_as_their_columns():
    text = (
        "\\newcolumntype{Y}{>{\\centering\\arraybackslash}X}\\newcolumntype{R}[1]{r@{.}l}\\newcolumntype{P}[2][c]{*{#2}{c}}"
        + tabular("l Y R{x} P{2}", r"A & 1 & 2&5 & 3 & 4 \\")
    )
    assert rows_of(text) == [["A", "1", "2.5", "3", "4"]]


def test_a_column_type_that_names_itself_ends():
    assert rows_of("\\newcolumntype{Y}{YY}" + tabular("lY", r"A & 1 \\")) == [["A", "1"]]


def test_spans_fill_their_places():
    table = the_table(
        tabular(
            "lccc", r"\multirow{2}{*}{M} & \multicolumn{3}{c}{G} \\ & a & b & c \\ A & \multicolumn{2}{c}{1.5} & 2 \\"
        )
    )
    assert shown(table) == [["M", "G", "G", "G"], ["M", "a", "b", "c"], ["A", "1.5", "1.5", "2"]]
    assert table.at(0, 0).row_span == 2
    assert table.at(0, 1).column_span == 3


def test_a_span_counted_too_long_stops_at_the_next_text():
    table = the_table(tabular("lc", r"\multirow{5}{*}{A} & 1 \\ & 2 \\ B & 3 \\ & 4 \\"))
    assert shown(table) == [["A", "1"], ["A", "2"], ["B", "3"], ["", "4"]]


def test_a_negative_span_reaches_upwards():
    table = the_table(tabular("lc", r" & 1 \\ \multirow{-2}{*}{A} & 2 \\ & 3 \\ & 4 \\ \multirow{-9}{*}{B} & 5 \\"))
    assert shown(table) == [["A", "1"], ["A", "2"], ["B", "3"], ["B", "4"], ["B", "5"]]


def test_a_span_over_rows_and_columns():
    table = the_table(
        tabular("lcc", r"\multicolumn{2}{c}{\multirow{2}{*}{M}} & x \\ \multicolumn{2}{c}{} & y \\ A & b & 1 \\")
    )
    assert shown(table) == [["M", "M", "x"], ["M", "M", "y"], ["A", "b", "1"]]


def test_a_spacer_row_inside_a_span_is_left_out():
    table = the_table(tabular("lc", r"\multirow{3}{*}{A} & 1 \\ \\ & 2 \\ B & 3 \\"))
    assert shown(table) == [["A", "1"], ["A", "2"], ["B", "3"]]


LONGTABLE = r"""
\begin{longtable}{lc}
\caption{A long one.}\label{tab:long}\\
\toprule M & Acc \\ \midrule
\endfirsthead
\multicolumn{2}{c}{continued} \\ M & Acc \\ \midrule
\endhead
\multicolumn{2}{r}{next page} \\
\endfoot
\bottomrule \multicolumn{2}{l}{$^\dagger$ our re-run} \\
\endlastfoot
A & 1.5 \\
B & 2.5 \\
\end{longtable}
"""


def test_the_heads_and_feet_of_a_longtable_are_printed_once():
    table = the_table(LONGTABLE)
    assert shown(table) == [["M", "Acc"], ["A", "1.5"], ["B", "2.5"]]
    assert [cell.is_header for cell in table.cells] == [True, True, False, False, False, False]
    assert (table.caption, table.label) == ("A long one.", "tab:long")
    assert "† our re-run" in table.notes


def test_caption_label_and_notes_are_those_around_the_table():
    table = the_table(
        "\\begin{table}[t]\\centering\\caption[short]{Results on \\textbf{X}~\\cite{x}.}\\label{tab:one}"
        "\\begin{threeparttable}" + tabular("lc", r"A\tnote{a} & 1.5 \\") +
        "\\begin{tablenotes}\\item[a] our re-run\\end{tablenotes}\\end{threeparttable}\\end{table}"
    )  # fmt: skip
    assert table.caption == "Results on X."
    assert table.label == "tab:one"
    assert table.notes == "a our re-run"


def test_footnotes_of_cells_and_text_beside_the_table_are_notes():
    table = the_table(
        "\\begin{table}\\caption{C\\footnote{in the caption}}" + tabular("lc", r"A\footnote{see there} & 1.5 \\") +
        "{\\footnotesize $^\\ddagger$ more data}\\end{table}"
    )  # fmt: skip
    assert table.notes.splitlines() == ["‡ more data", "in the caption", "see there"]


def test_tables_side_by_side_keep_their_own_captions():
    inner = tabular("lc", r"A & 1.5 \\")
    texts = [
        f"\\begin{{table}}\\begin{{minipage}}{{5cm}}\\caption{{One}}{inner}\\end{{minipage}}"
        f"\\begin{{minipage}}{{5cm}}{inner}\\caption{{Two}}\\end{{minipage}}\\end{{table}}",
        f"\\begin{{table}}\\caption{{One}}{inner}\\caption{{Two}}{inner}\\end{{table}}",
        f"\\begin{{table}}{inner}\\captionof{{table}}{{One}}{inner}\\captionof{{table}}{{Two}}\\end{{table}}",
    ]
    for text in texts:
        assert [table.caption for table in read_tables(text)] == ["One", "Two"]


def test_sub_tables_carry_both_captions():
    inner = tabular("lc", r"A & 1.5 \\")
    subfloat = (
        f"\\begin{{table}}\\subfloat[One\\label{{s1}}]{{{inner}}}\\subfloat[Two]{{{inner}}}"
        "\\caption{All.}\\label{t}\\end{table}"
    )
    subtable = (
        f"\\begin{{table}}\\begin{{subtable}}[t]{{5cm}}{inner}\\caption{{One}}\\label{{s1}}\\end{{subtable}}"
        f"\\begin{{subtable}}{{5cm}}\\caption{{Two}}{inner}\\end{{subtable}}\\caption{{All.}}\\label{{t}}\\end{{table}}"
    )
    for text in (subfloat, subtable):
        assert [table.caption for table in read_tables(text)] == ["All. One", "All. Two"]
    assert read_tables(subtable)[0].label == "s1"


def test_the_caption_of_a_longtblr_stands_in_its_options():
    table = the_table(
        "\\begin{longtblr}[caption={Long, one}, label={tab:l}]{colspec={lc}}\nA & 1.5 \\\\\n\\end{longtblr}"
    )
    assert (table.caption, table.label) == ("Long, one", "tab:l")


def test_wrapped_and_scaled_tables_are_found():
    inner = tabular("lc", r"A & 1.5 \\")
    text = (
        f"\\begin{{wraptable}}{{r}}{{5cm}}\\caption{{W}}{inner}\\end{{wraptable}}"
        f"\\begin{{table}}\\resizebox{{\\textwidth}}{{!}}{{%\n{inner}}}\\caption{{R}}\\end{{table}}"
        f"\\begin{{table}}\\begin{{adjustbox}}{{width=\\textwidth}}{inner}\\end{{adjustbox}}\\caption{{A}}\\end{{table}}"
        f"\\begin{{table}}\\scalebox{{0.8}}{{{inner}}}\\caption{{S}}\\end{{table}}"
    )
    tables = read_tables(text)
    assert [table.caption for table in tables] == ["W", "R", "A", "S"]
    assert all(shown(table) == [["A", "1.5"]] for table in tables)
    assert all(table.notes == "" for table in tables)


def test_a_tabular_that_only_lays_out_tables_is_no_table():
    inner = tabular("lc", r"A & 1.5 \\ B & 2.5 \\")
    tables = read_tables(tabular("cc", f"{inner} & {inner} \\\\"))
    assert [shown(table) for table in tables] == [[["A", "1.5"], ["B", "2.5"]]] * 2


def test_matrices_in_formulas_are_no_tables():
    assert read_tables("$\\left(\\begin{array}{cc} 1 & 2 \\\\ 3 & 4 \\end{array}\\right)$") == ()


def test_tables_in_verbatim_text_and_comments_are_not_read():
    inner = tabular("lc", r"A & 1.5 \\")
    commented = "".join(f"% {line}\n" for line in inner.splitlines())
    text = (
        f"\\begin{{verbatim}}{inner}\\end{{verbatim}}\\begin{{comment}}{inner}\\end{{comment}}"
        f"{commented}\\iffalse {inner}\\fi"
    )
    assert read_tables(text) == ()


def test_emphasis_is_recorded():
    table = the_table(tabular("l>{\\bfseries}ccc", r"A & 1 & \underline{2} & \textit{\textcolor{red}{3}} \\"))
    assert [cell.emphasis for cell in table.cells] == [(), ("bold",), ("underline",), ("italic", "colour")]


DELUXE = r"""
\begin{deluxetable*}{lcc}
\tablecaption{Distances of stars\label{tab:stars}}
\tablewidth{0pt}
\tablehead{\colhead{Star} & \multicolumn{2}{c}{Distance} \\ \colhead{} & \colhead{pc} & \colhead{Ref.}}
\startdata
A\tablenotemark{a} & 1.5 & \cite{a} \\
B & \nodata & \cite{b}
\enddata
\tablenotetext{a}{Our re-run.}
\tablecomments{All from Gaia.}
\end{deluxetable*}
"""


def test_the_tables_of_aastex_are_read():
    table = the_table(DELUXE)
    assert shown(table) == [["Star", "Distance", "Distance"], ["", "pc", "Ref."], ["Aᵃ", "1.5", ""], ["B", "…", ""]]
    assert (table.caption, table.label) == ("Distances of stars", "tab:stars")
    assert table.notes == "a Our re-run.\nAll from Gaia."
    assert [cell.text for cell in table.cells if cell.is_header and cell.text] == ["Star", "Distance", "pc", "Ref."]
    assert table.cited_keys(table.at(2, 1)) == ("a",)


def test_a_ctable_has_a_caption_a_label_and_places():
    text = "\\ctable[caption={Results of \\cite{b}}, label=tab:x]{lc}{}{\\FL M & N \\ML\nA & 1.5 \\LL}"
    table = the_table(text)
    assert (table.caption, table.label) == ("Results of", "tab:x")
    assert [citation.keys for one in table.attributions if (citation := one.citation)] == [("b",)]
    place = table.at(1, 1).number.place
    assert text[place.span.start : place.span.end] == "1.5"
