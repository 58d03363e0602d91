"""Which rows of a table head its columns."""

import pytest

from tablecheck.model.headers import column_path, header_row_count
from tests.latex.grids import tabular, the_table

HEADS = {
    "a rule under the first row": (r"\toprule M & X & Y \\ \midrule A & 1.1 & 1.2 \\ \bottomrule", 1),
    "two rows above the rule": (r"M & \multicolumn{2}{c}{G} \\ \cmidrule{2-3} & X & Y \\ \midrule A & 1.1 & 1.2 \\", 2),
    "a full rule between the rows of a header": (
        r"\hline M & \multicolumn{2}{c}{G} \\ \hline & X & Y \\ \hline A & 1.1 & 1.2 \\ \hline B & 2.1 & 2.2 \\ \hline",
        2,
    ),
    "rules after every row": (r"\hline M & X & Y \\ \hline A & 1.1 & 1.2 \\ \hline B & 2.1 & 2.2 \\ \hline", 1),
    "double rules": (r"\hline\hline M & X & Y \\ \hline\hline A & 1.1 & 1.2 \\ \hline", 1),
    "no rules": (r"M & X & Y \\ A & 1.1 & 1.2 \\ B & 2.1 & 2.2 \\", 1),
    "a section below the rule": (
        r"M & X & Y \\ \midrule \multicolumn{3}{l}{With data} \\ A & 1.1 & 1.2 \\", 1
    ),
    "a section with a rule below it": (
        r"M & X & Y \\ \midrule \multicolumn{3}{l}{With data} \\ \midrule A & 1.1 & 1.2 \\", 1
    ),
    "a section without rules": (r"M & X & Y \\ \multicolumn{3}{l}{With data} \\ A & 1.1 & 1.2 \\", 1),
    "numbers in the header": (r"IoU & 0.5 & 0.75 \\ \midrule A & 71.1 & 61.2 \\ B & 72.1 & 62.2 \\", 1),
    "years in the header": (r"Year & 2019 & 2020 \\ \midrule A & 71 & 61 \\", 1),
    "a title over all": (r"\multicolumn{3}{c}{Accuracy} \\ M & X & Y \\ \midrule A & 1.1 & 1.2 \\", 2),
    "a rule that splits results": (r"M & X & Y \\ A & 1.1 & 1.2 \\ B & 2.1 & 2.2 \\ \midrule Ours & 3.1 & 3.2 \\", 1),
    "no header at all": (r"A & 1.1 & 1.2 \\ B & 2.1 & 2.2 \\ \midrule Ours & 3.1 & 3.2 \\", 0),
    "the rule forgotten": (r"M & X & Y \\ A & 1.1 & 1.2 \\ \bottomrule", 1),
    "a table of words": (r"M & X & Y \\ \midrule A & yes & no \\ B & no & no \\", 1),
    "a table of words without rules": (r"M & X & Y \\ A & yes & no \\ B & no & no \\", 1),
    "three rows": (
        r"\multirow{3}{*}{M} & \multicolumn{2}{c}{G} \\ \cline{2-3} & X & Y \\ \cline{2-3} & \% & s \\ \hline"
        r" A & 1.1 & 1.2 \\",
        3,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_the_header_is_what_heads_the_columns(name):
    body, expected = HEADS[name]
    assert header_row_count(the_table(tabular("lcc", body))) == expected


def test_a_group_header_reaches_as_far_as_the_rule_under_it():
    table = the_table(
        tabular(
            "lccccc",
            r" & Lake & & & River & \\ \cmidrule(lr){2-3}\cmidrule(lr){5-6} M & a & b & & c & d \\ \midrule"
            r" A & 1 & 2 & & 3 & 4 \\",
        )
    )
    assert [column_path(table, column) for column in (1, 2, 4, 5)] == [
        ("Lake", "a"), ("Lake", "b"), ("River", "c"), ("River", "d")
    ]  # fmt: skip


def test_a_rule_below_results_widens_nothing():
    table = the_table(tabular("lcc", r"M & a & b \\ \midrule A & 1.5 & \\ \cmidrule{2-3} B & 2.5 & 3.5 \\"))
    assert table.at(1, 1).column_span == 1
