"""What the rules that need no source share: they are bounded, they leave cited numbers alone, their fixes fit."""

import time

import pytest

from tablecheck.latex.manuscript import read_files
from tablecheck.model.evidence import Agreement, Evidence
from tablecheck.model.finding import Safety, Severity
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.match import CellMatch, Relation, TableMatch
from tablecheck.rules import RULES
from tests.pipes import manuscript, pipes, source

OWN = [rule for rule in RULES if rule.code.startswith("TC4")]
MISFIT = """Method | Lake | River | Sea | Average
North | 80.1 | 70.3 | 60.2 | 70.2
South | 81.3 | 72.1 | 61.0 | 71.5
West | 79.0 | 69.5 | 58.8 | 69.1
East | 83.4 | 74.4 | 63.3 | 77.3
"""


def findings(evidence: Evidence) -> list:
    return [finding for rule in OWN for finding in rule.check(evidence)]


def own(text: str) -> Evidence:
    return Evidence(manuscript(pipes(text), text=text))


def test_a_large_table_takes_bounded_time():
    numbers = [[f"{(row * 7 + column) % 97}.{column % 10}" for column in range(40)] for row in range(480)]
    rows = "\n".join(f"m{row} | " + " | ".join(line) for row, line in enumerate(numbers))
    text = "Method | " + " | ".join(f"c{column}" for column in range(39)) + " | Average\n" + rows
    began = time.process_time()
    findings(own(text))
    assert time.process_time() - began < 20


def test_a_list_of_data_is_left_alone():
    text = "x | Total\n" + "\n".join(f"{row}.5 | {row}.5" for row in range(12_000))
    assert findings(own(text)) == []


def test_a_line_copied_faithfully_is_only_for_information():
    table = pipes(MISFIT, label="")
    key, document, _ = source("north", table)
    cells = [(cell, cell.number) for cell in table.number_cells() if cell.number]
    copies = [CellMatch(cell, cell, number, number, Relation.EQUAL, 0.99) for cell, number in cells]
    match = TableMatch(table, table, document, key, 0.99, (), (), tuple(copies))
    evidence = Evidence(manuscript(table, text=MISFIT), agreements=tuple(Agreement(match, copy) for copy in copies))
    assert [finding.severity for finding in findings(evidence)] == [Severity.INFO]
    assert [finding.severity for finding in findings(own(MISFIT))] == [Severity.WARNING]


def test_no_fix_of_the_numbers_themselves_is_safe():
    for finding in findings(own(MISFIT)):
        assert finding.fixes
        assert all(fix.safety is Safety.UNSAFE for fix in finding.fixes)


def test_a_moved_mark_takes_its_markup_along():
    text = r"""\begin{tabular}{lcccc}
Method & Lake Acc & River Acc & Sea Acc & Coast Acc \\
North & 80.1 & 70.3 & 60.2 & $\mathbf{40.1}$ \\
South & 81.3 & \textbf{77.1} & 61.0 & 42.2 \\
Ours & \textbf{85.0} & 76.2 & {\bf 65.1} & 40.0 \\
\end{tabular}
"""
    (finding,) = findings(Evidence(read_files({"paper.tex": text}, "paper.tex")))
    (fix,) = finding.fixes
    for edit in sorted(fix.edits, key=lambda edit: -edit.place.span.start):
        text = text[: edit.place.span.start] + edit.new_text + text[edit.place.span.end :]
    assert r"60.2 & 40.1 \\" in text
    assert r"61.0 & $\mathbf{42.2}$ \\" in text


def test_a_manuscript_without_tables_gives_nothing():
    assert findings(Evidence(Manuscript("paper.tex", {"paper.tex": ""}, ()))) == []


def test_a_sentence_in_a_comment_says_nothing():
    text = "% It improves by 2.3 points from 79.6 to 82.9.\n"
    assert findings(Evidence(Manuscript("paper.tex", {"paper.tex": text}, ()))) == []
    assert len(findings(Evidence(Manuscript("paper.tex", {"paper.tex": text[2:]}, ())))) == 1


def test_factors_and_steps_are_no_differences():
    for sentence in (
        "We speed up by a factor of 2.5 from 10.0 to 4.0 seconds.",
        "The rate falls from 0.1 to 0.01, by a step of 3.0.",
        "Gains range from 1.2 to 3.4 with an average of 2.9.",
        "It wins by 2.3 points when scaling from 1.3 to 2.6 billion parameters.",
        "Accuracy rises from 79.6 to 82.9 with a model of 5.1M parameters.",
        "It rises from 79.6 to 82.9, by 3.3 points.",
    ):
        assert findings(Evidence(Manuscript("paper.tex", {"paper.tex": sentence}, ()))) == []


def said(sentence: str) -> list[str]:
    return [sentence[f.place.span.start : f.place.span.end] for f in findings(
        Evidence(Manuscript("paper.tex", {"paper.tex": sentence}, ()))
    )]  # fmt: skip


def test_two_numbers_that_are_set_against_each_other_differ_by_what_is_said():
    for sentence in (
        "It surpasses NorthNet-XL by 2.7 points (55.3 \\vs 53.6).",
        "It is 2.7 points better than NorthNet~\\cite{north2021} (55.3 vs.\\ 53.6), and small.",
        "We gain $2.7\\%$, or so. It wins by $2.7\\%$ ($55.3$ versus $53.6$).",
    ):
        assert said(sentence) == ["2.7"]
        assert said(sentence.replace("2.7", "1.7")) == []


def test_what_is_not_exactly_or_not_a_difference_is_none():
    for sentence in (
        "It wins by more than 1.5 points (55.3 vs. 53.6).",
        "It is about 2.5 points better (55.3 vs. 53.6).",
        "It wins by 1.2 and 2.3 points (65.4 vs. 64.2).",
        "It gains 3.0 points on average (55.3 vs. 53.6).",
        "It is 2.4\\% higher than that of NorthNet with similar throughput (84.7 vs. 85.9 images/sec).",
        "It reaches 81.9\\% accuracy, higher than NorthNet (81.9 vs. 79.6).",
        "It wins by 3.2\\% (55.3 vs. 53.6).",
    ):
        assert said(sentence) == []


def test_two_trainings_of_one_model_share_its_costs_and_are_no_stale_copy():
    header = "Model | #Params | FLOPs (G) | Images/s | Top-1\n"
    plain = pipes(header + "ResNet | 25.6 | 4.12 | 1226.1 | 76.1\nNet | 12.1 | 2.12 | 1526.1 | 73.1")
    longer = pipes(header + "ResNet | 25.6 | 4.12 | 1226.1 | 79.8\nOld | 11.1 | 2.02 | 1520.1 | 70.1")
    assert findings(Evidence(manuscript(plain, longer))) == []


def test_an_accuracy_that_is_a_distance_may_be_above_one():
    rows = "Furu | 0.613\nTola | 0.342\nCamp | 0.835\nKhot | 0.881\nOld | 1.205"
    assert findings(own("Method | Acc.\n" + rows)) == []


def test_tables_that_are_never_closed_take_no_longer_than_others():
    text = "\\begin{tabular}{c}" * 20_000 + " It improves by 2.3 points from 79.6 to 82.9."
    began = time.process_time()
    assert len(findings(Evidence(Manuscript("paper.tex", {"paper.tex": text}, ())))) == 1
    assert time.process_time() - began < 5


def test_what_stands_in_tables_is_no_sentence():
    inside = "\\begin{table}\\begin{tabular}{c}by 2.3 points from 79.6 to 82.9\\end{tabular} x \\end{table}"
    for text, count in ((inside, 0), (inside + " It rises by 2.3 points from 79.6 to 82.9.", 1)):
        found = findings(Evidence(Manuscript("paper.tex", {"paper.tex": text}, ())))
        assert [text[f.place.span.start : f.place.span.end] for f in found] == ["2.3"] * count


@pytest.mark.parametrize(
    "text", ["by 2.7" + " " * 50_000, "2" * 50_000, "by 2.7" + "$}" * 25_000, "\\textbf{" * 25_000]
)
def test_no_text_takes_long_to_look_through(text):
    began = time.process_time()
    assert findings(Evidence(Manuscript("paper.tex", {"paper.tex": text + " from 1.5 to 2.5"}, ()))) == []
    assert time.process_time() - began < 5
