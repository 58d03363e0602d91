"""Which citation governs which cells."""

import pytest

from tablecheck.latex.tables import read_tables
from tablecheck.model.citation import Scope
from tablecheck.model.table import Table
from tests.latex.grids import tabular, the_table

HEAD = "Method & X & Y \\\\ \\midrule\n"


def keys(table: Table) -> dict[str, tuple[str, ...]]:
    """The keys that govern each number, by the text it is printed as."""
    return {cell.text: table.cited_keys(cell) for cell in table.number_cells()}


def captioned(caption: str, body: str, columns: str = "lcc") -> Table:
    """A table with a caption."""
    return the_table(f"\\begin{{table}}\\caption{{{caption}}}{tabular(columns, body)}\\end{{table}}")


def test_a_citation_on_a_label_governs_its_row():
    table = the_table(tabular("lcc", HEAD + r"A~\cite{a} & 1.1 & 1.2 \\ B \citep{b,c} & 2.1 & 2.2 \\ C & 3.1 & 3.2 \\"))
    assert keys(table) == {
        "1.1": ("a",), "1.2": ("a",), "2.1": ("b", "c"), "2.2": ("b", "c"), "3.1": (), "3.2": ()
    }  # fmt: skip
    assert {attribution.scope for attribution in table.attributions} == {Scope.ROW}


def test_a_citation_in_a_column_of_its_own_governs_its_row():
    table = the_table(
        tabular("lccc", r"Method & X & Y & Ref. \\ \midrule A & 1.1 & 1.2 & \cite{a} \\ B & 2.1 & 2.2 & \\")
    )
    assert keys(table) == {"1.1": ("a",), "1.2": ("a",), "2.1": (), "2.2": ()}


def test_a_citation_on_a_label_over_rows_governs_them_all():
    table = the_table(
        tabular(
            "llc",
            r"M & B & X \\ \midrule \multirow{2}{*}{A~\cite{a}} & s & 1.1 \\ & t & 1.2 \\"
            r" & s & 2.1 \\ \multirow{-2}{*}{B~\cite{b}} & t & 2.2 \\",
        )
    )
    assert keys(table) == {"1.1": ("a",), "1.2": ("a",), "2.1": ("b",), "2.2": ("b",)}


def test_the_narrower_label_comes_before_the_wider():
    table = the_table(
        tabular("llc", r"B & M & X \\ \midrule \multirow{2}{*}{R50~\cite{r}} & A~\cite{a} & 1.1 \\ & B & 1.2 \\")
    )
    assert keys(table) == {"1.1": ("a",), "1.2": ("r",)}


def test_a_citation_beside_a_number_governs_that_number():
    table = the_table(tabular("lcc", HEAD + r"A~\cite{a} & 1.1~\cite{x} & 1.2 \\ Ours & 2.1 \citep{y} & 2.2 \\"))
    assert keys(table) == {"1.1": ("x",), "1.2": ("a",), "2.1": ("y",), "2.2": ()}


def test_a_citation_in_a_header_governs_its_column():
    table = the_table(tabular("lcc", r"Metric & A~\cite{a} & B~\cite{b} \\ \midrule X & 1.1 & 1.2 \\ Y & 2.1 & 2.2 \\"))
    assert keys(table) == {"1.1": ("a",), "1.2": ("b",), "2.1": ("a",), "2.2": ("b",)}
    assert {attribution.scope for attribution in table.attributions} == {Scope.COLUMN}


def test_a_citation_over_a_group_of_columns_governs_the_group():
    table = the_table(
        tabular(
            "lccc",
            r" & \multicolumn{2}{c}{A~\cite{a}} & B \\ \cmidrule{2-3} Metric & f & g & h \\ \midrule"
            r" X & 1.1 & 1.2 & 1.3 \\",
        )
    )
    assert keys(table) == {"1.1": ("a",), "1.2": ("a",), "1.3": ()}


def test_a_citation_of_a_data_set_in_a_header_claims_no_rows_that_cite_or_are_ours():
    table = the_table(
        tabular(
            "lcc",
            r"Method & COCO~\cite{coco} & VOC \\ \midrule"
            r" A~\cite{a} & 1.1 & 1.2 \\ B~\cite{b} & 2.1 & 2.2 \\ C & 3.1 & 3.2 \\",
        )
    )
    assert keys(table)["1.1"] == ("a",)
    assert keys(table)["3.1"] == ()


def test_a_citation_in_a_section_heading_governs_the_rows_to_the_next():
    table = the_table(
        tabular(
            "lcc",
            HEAD + r"\multicolumn{3}{l}{\emph{As in} \cite{s}} \\ A & 1.1 & 1.2 \\ B~\cite{b} & 2.1 & 2.2 \\"
            r"\multicolumn{3}{l}{Other} \\ C & 3.1 & 3.2 \\",
        )
    )
    assert keys(table) == {"1.1": ("s",), "1.2": ("s",), "2.1": ("b",), "2.2": ("b",), "3.1": (), "3.2": ()}


@pytest.mark.parametrize(
    "label", ["Ours", r"\textbf{Ours}", r"NorthNet (ours)~\cite{r}", r"Our method with R50~\cite{r}", "Proposed"]
)
def test_rows_of_the_authors_own_are_governed_by_nothing(label):
    table = captioned(r"Results are taken from \cite{x}.", HEAD + rf"A & 1.1 & 1.2 \\ {label} & 2.1 & 2.2 \\")
    assert keys(table) == {"1.1": ("x",), "1.2": ("x",), "2.1": (), "2.2": ()}


@pytest.mark.parametrize("label", ["A (our re-run)", "A (our implementation)", "A, ours reproduced", "A (reimpl.)"])
def test_a_rerun_of_a_cited_method_stays_with_it(label):
    table = the_table(tabular("lcc", HEAD + rf"{label}~\cite{{a}} & 1.1 & 1.2 \\"))
    assert keys(table) == {"1.1": ("a",), "1.2": ("a",)}


@pytest.mark.parametrize(
    "caption",
    [
        r"Results taken from \cite{x}.",
        r"Comparison on three pools. Numbers are taken directly from~\cite{x}.",
        r"Results from \citet{x}.",
        r"All baseline scores were reported by \citet{x}.",
        r"Accuracy, as reported in \cite{x}.",
        r"The table is reproduced from \cite{x}.",
        r"Adapted from \cite{x}.",
        r"Baseline results are copied from Smith et al.~\cite{x}.",
        r"The other results come from \cite{x}.",
        r"Values quoted from the original paper~\cite{x}.",
        r"Numbers for competing methods are those given in \cite{x}.",
    ],
)
def test_a_caption_that_says_where_results_come_from_governs_the_table(caption):
    table = captioned(caption, HEAD + r"A & 1.1 & 1.2 \\ B~\cite{b} & 2.1 & 2.2 \\")
    assert keys(table) == {"1.1": ("x",), "1.2": ("x",), "2.1": ("b",), "2.2": ("b",)}


@pytest.mark.parametrize(
    "caption",
    [
        r"Results on the Lake pool~\cite{x}.",
        r"Comparison with \cite{x}.",
        r"We follow the protocol of \cite{x}. Results are averaged.",
        r"The splits are taken from \cite{x}.",
        r"Results on the test split taken from \cite{x}.",
        r"Results are ours; the model is from \cite{x}.",
        r"Results of fine-tuning the checkpoint released by \cite{x}.",
        r"Scores use the metric of \cite{x}.",
        r"Accuracy (\%) on data sets collected from \cite{x}.",
    ],
)
def test_a_caption_that_only_mentions_a_paper_governs_nothing(caption):
    table = captioned(caption, HEAD + r"A & 1.1 & 1.2 \\ B & 2.1 & 2.2 \\")
    assert set(keys(table).values()) == {()}


def test_a_mark_explained_in_the_caption_governs_what_bears_it():
    table = captioned(
        r"Best in bold. $^\dagger$: results taken from \cite{x}.",
        HEAD + r"A$^\dagger$ & 1.1 & 1.2 \\ B & 2.1$^\dagger$ & 2.2 \\ C & 3.1 & 3.2 \\",
    )
    assert keys(table) == {"1.1": ("x",), "1.2": ("x",), "2.1†": ("x",), "2.2": (), "3.1": (), "3.2": ()}


def test_a_citation_keeps_its_place_in_the_attribution():
    text = tabular("lcc", HEAD + r"A~\cite{a} & 1.1 & 1.2 \\")
    (table,) = read_tables(text)
    place = table.attributions[0].citation.place
    assert text[place.span.start : place.span.end] == r"\cite{a}"
