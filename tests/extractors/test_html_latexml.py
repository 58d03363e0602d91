"""Tables of pages that LaTeXML writes, those of arXiv among them."""

import json
import re
import subprocess
from shutil import which

import pytest

from tablecheck.extractors.html import extract, read_html_table
from tablecheck.model.headers import column_path
from tablecheck.model.markup import plain_text
from tablecheck.model.number import find_numbers
from tests.data_folder import DATA, needs_data
from tests.extractors.html_reading import ROWS, cell, header_rows, only, texts


def test_phantoms_and_the_tex_beside_a_formula_are_not_read():
    formula = (
        '<math alttext="\\phantom{1}2.50"><semantics><mrow><mphantom><mn>1</mn></mphantom><mn>2.50</mn></mrow>'
        '<annotation encoding="application/x-tex">\\phantom{1}9.99</annotation></semantics></math>'
    )
    assert cell(formula) == "2.50"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("85.3<math><msup><mi></mi><mn>1</mn></msup></math>", "85.3¹"),
        ("<math><mrow><mn>77.0</mn><mo>±</mo><mn>0.3</mn></mrow></math>", "77.0±0.3"),
        ("<math><msub><mn>77.0</mn><mrow><mo>±</mo><mn>0.3</mn></mrow></msub></math>", "77.0_(±0.3)"),
        ("<math><mn>1.2</mn><mo>×</mo><msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup></math>", "1.2×10⁻³"),
        ("<math><mn>𝟖𝟓.𝟑</mn></math>", "85.3"),
        ("<math><mi>x</mi><mo>\u2062</mo><mi>y</mi></math>", "xy"),
        ('<math><mn>1</mn><mspace width="0.167em"></mspace><mn>234</mn></math>', "1\u2009234"),
        ("1&nbsp;234", "1\u2009234"),
        ("North&nbsp;[12]", "North [12]"),
        ("<math><mover><mn>3</mn><mo>¯</mo></mover></math>", "3"),
        ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1/2"),
        ("<math><msubsup><mn>1.0</mn><mn>−0.2</mn><mn>+0.3</mn></msubsup></math>", "1.0^(+0.3)_(−0.2)"),
        ("<math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup></math>", "x₁²"),
        ("<math><mn>1</mn><msup><mi></mi><mo>∗</mo></msup><mo>⋅</mo><mo>∼</mo></math>", "1*·~"),
        ("85.3<sup>*</sup> AP<sub>50</sub>", "85.3* AP₅₀"),
        ("a<br>b", "a b"),
        ('7<span class="ltx_ERROR undefined">\\ul</span>7.1', "77.1"),
    ],
)
def test_what_is_printed_comes_out_in_plain_form(html, text):
    assert cell(html) == text


def test_a_footnote_leaves_its_mark_in_the_cell_and_its_text_in_the_notes():
    note = (
        '85.3<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">2</sup><span class="ltx_note_outer">'
        '<span class="ltx_note_content"><sup class="ltx_note_mark">2</sup><span class="ltx_tag ltx_tag_note">2</span>'
        "Ours.</span></span></span>"
    )
    table = only(f"<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td>{note}</td></tr></table>")
    assert (table.at(1, 1).text, table.notes) == ("85.3²", "²Ours.")
    assert str(table.at(1, 1).number.value) == "85.3"


@pytest.mark.parametrize(
    ("html", "emphasis"),
    [
        ("<b>85.3</b>", ("bold",)),
        ('<span class="ltx_text ltx_font_bold ltx_framed_underline">85.3</span>', ("bold", "underline")),
        ('<math><mn mathvariant="bold">85.3</mn></math>', ("bold",)),
        ('<span style="color:#FF0000;">85.3</span> (1)', ("colour",)),
        ("85.31 <b>a</b>", ()),
    ],
)
def test_marks_that_most_of_a_cell_carries_are_kept(html, emphasis):
    table = only(f"<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td>{html}</td></tr></table>")
    assert table.at(1, 1).emphasis == emphasis


def test_a_table_of_spans_is_read_like_one_of_table_tags():
    page = """<figure class="ltx_table"><figcaption>Table 1: Bits.</figcaption><div class="ltx_transformed_outer">
    <span class="ltx_p"><span class="ltx_tabular"><span class="ltx_tbody">
    <span class="ltx_tr"><span class="ltx_td ltx_rowspan ltx_rowspan_2">bits</span>
      <span class="ltx_td ltx_colspan ltx_colspan_2">w/o CFG</span></span>
    <span class="ltx_tr"><span class="ltx_td">FID</span><span class="ltx_td">IS</span></span>
    <span class="ltx_tr"><span class="ltx_td">A</span><span class="ltx_td">2.50</span>
      <span class="ltx_td">9.1</span></span>
    </span></span></span></div></figure>"""
    table = only(f"<html>{page}</html>")
    assert texts(table) == [["bits", "w/o CFG", "w/o CFG"], ["bits", "FID", "IS"], ["A", "2.50", "9.1"]]
    assert column_path(table, 2) == ("w/o CFG", "IS")


def test_panels_are_called_by_both_captions():
    page = f"""<figure class="ltx_table"><figure class="ltx_table ltx_figure_panel"><table>{ROWS}</table>
    <figcaption class="ltx_caption">(a) First.</figcaption></figure><figure class="ltx_table"><table>{ROWS}</table>
    <figcaption><span>(b) </span>Second.</figcaption></figure><figcaption>Table 2: Both.</figcaption></figure>"""
    tables = extract(f"<html>{page}</html>".encode()).tables
    assert [(table.label, table.caption) for table in tables] == [
        ("Table 2(a)", "Both. First."),
        ("Table 2(b)", "Both. Second."),
    ]


@pytest.mark.parametrize("above", [True, False])
def test_two_tables_of_one_float_keep_their_own_captions(above):
    parts = ["<figcaption>Table 3: One.</figcaption>", f"<table>{ROWS}</table>"]
    parts += ["<figcaption>Table 4: Two.</figcaption>", f"<table>{ROWS}</table>"]
    if not above:
        parts = [parts[1], parts[0], parts[3], parts[2]]
    page = f'<html><figure class="ltx_table">{"".join(parts)}</figure></html>'
    assert [table.label for table in extract(page.encode()).tables] == ["Table 3", "Table 4"]


def test_displayed_equations_are_no_tables():
    page = f'<html><table class="ltx_equationgroup ltx_eqn_align ltx_eqn_table">{ROWS}{ROWS}</table></html>'
    assert not extract(page.encode()).tables


def test_a_table_that_is_a_picture_is_a_problem():
    page = '<html><figure class="ltx_table"><figcaption>Table 5: P.</figcaption><img src="a.png"></figure></html>'
    extraction = extract(page.encode())
    assert not extraction.tables
    assert "Table 5" in extraction.problems[0].message


def test_rows_of_results_that_latexml_takes_for_heads_are_not_headers():
    head = "<tr><th>Method</th><th>Lake</th><th>Fjord</th></tr><tr><th>North</th><th>55.6</th><th>93.0</th></tr>"
    table = only(
        f"<table><thead>{head}</thead><tbody><tr><th>South</th><td>45.3</td><td>83.3</td></tr></tbody></table>"
    )
    assert header_rows(table) == [0]


def test_the_heading_of_the_first_section_is_no_header():
    head = '<thead><tr><th>Method</th><th>Lake</th></tr><tr><th colspan="2">Large</th></tr></thead>'
    table = only(f"<table>{head}<tbody><tr><th>North</th><td>55.6</td></tr></tbody></table>")
    assert header_rows(table) == [0]


def test_the_row_that_divides_a_spanning_header_belongs_to_it():
    head = '<thead><tr><th></th><th colspan="2">Lake</th></tr></thead>'
    body = "<tr><th>Method</th><td>Acc</td><td>F1</td></tr><tr><th>North</th><td>55.6</td><td>93.0</td></tr>"
    assert header_rows(only(f"<table>{head}<tbody>{body}</tbody></table>")) == [0, 1]


def test_thresholds_that_head_columns_stay_headers():
    head = '<thead><tr><th></th><th colspan="2">mAP</th></tr><tr><th></th><th>0.5</th><th>0.75</th></tr></thead>'
    body = "<tr><th>North</th><td>55.6</td><td>93.0</td></tr>"
    assert header_rows(only(f"<table>{head}<tbody>{body}</tbody></table>")) == [0, 1]


# Real pages.


@needs_data
def test_the_grid_has_every_cell_that_arxiveri_points_to():
    pointed_to = 0
    for matched in sorted((DATA / "arxiveri" / "dataset" / "ground_truth" / "cell_match").glob("*/*.json")):
        ends = json.loads(matched.read_text())
        pair = json.loads((matched.parents[2] / "table_match" / matched.parent.name / matched.name).read_text())
        tables = [read_html_table(pair[f"{side}_table"], pair[f"{side}_caption"]) for side in ("target", "source")]
        for position, end in enumerate(ends):
            cell = tables[position % 2].at(end["rowIndex"], end["colIndex"])
            assert cell is not None
            assert _bare(cell.text) == _bare(plain_text(end["value"]).text)
            assert [found.number for found in find_numbers(end["value"])][:1] == list(cell.numbers[:1])
            pointed_to += 1
    assert pointed_to > 1000


def _bare(text: str) -> str:
    return re.sub(r"\s", "", text)


_MANUSCRIPT = r"""
\documentclass{article}\usepackage{booktabs,multirow}
\begin{document}
\begin{table}\caption{Results on $x^2$ and \textbf{bold}.}
\begin{tabular}{lccc}\toprule
& \multicolumn{2}{c}{Lake} & \multirow{2}{*}{Size}\\ \cmidrule(lr){2-3}
Method & Acc & F1 & \\ \midrule
North & \textbf{85.3}$^1$ & $77.0\pm0.3$ & $1.2\times10^{-3}$\\
\multirow{2}{*}{South} & \underline{84.1}\textsuperscript{*} & \phantom{1}4.2 & 25.6M \\
 & 83.1 & {--} & $77.0_{\pm0.3}$ \\ \midrule
\multicolumn{4}{l}{With extra data} \\
East & \shortstack{71.0\\(best)} & 70.1 & 72.0 {\small (+1.9)} \\
\bottomrule\end{tabular}
\end{table}
\end{document}
"""


@pytest.mark.oracle
@pytest.mark.skipif(which("latexmlc") is None, reason="LOUD SKIP: latexmlc is not installed")
def test_a_page_that_latexml_writes_is_read_as_the_author_meant_it(tmp_path):
    (tmp_path / "paper.tex").write_text(_MANUSCRIPT)
    command = ["latexmlc", "--format=html5", "--pmml", "--quiet", "--dest=paper.html", "paper.tex"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    table = only((tmp_path / "paper.html").read_text())
    assert (table.label, table.caption) == ("Table 1", "Results on x² and bold.")
    assert texts(table) == [
        ["", "Lake", "Lake", "Size"],
        ["Method", "Acc", "F1", "Size"],
        ["North", "85.3¹", "77.0±0.3", "1.2×10⁻³"],
        ["South", "84.1*", "4.2", "25.6M"],
        ["South", "83.1", "–", "77.0_(±0.3)"],
        ["With extra data"] * 4,
        ["East", "71.0 (best)", "70.1", "72.0 (+1.9)"],
    ]
    assert header_rows(table) == [0, 1]
    assert table.at(2, 1).emphasis == ("bold",)
