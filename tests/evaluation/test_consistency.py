"""What the rules that need no source find in published tables."""

import json

import pytest

from tablecheck.evaluation.consistency import evaluate_consistency, own_findings, published_tables, tables_by_paper
from tablecheck.model.errors import UsageError
from tests.data_folder import DATA, needs_data
from tests.pipes import pipes

ARXIVERI = DATA / "arxiveri"


@needs_data
def test_nearly_nothing_is_said_of_published_tables_and_all_of_planted_slips_is_right():
    scores = evaluate_consistency(ARXIVERI, 3, slips_a_table=1)
    assert len(scores.findings) <= 8, "each finding in a clean table was read; a new one must be, too"
    assert scores.found >= 0.05 * scores.planted
    assert scores.right >= 0.97 * scores.new_findings


@needs_data
def test_each_table_of_a_paper_is_checked_once():
    papers = tables_by_paper(ARXIVERI)
    assert sum(map(len, papers.values())) == 291


def test_all_papers_are_looked_at_and_each_table_once(tmp_path):
    entry = {"table": "<table><tr><th>A</th></tr><tr><td>1.5</td></tr></table>", "caption": "Table 1: A"}
    for folder, name, entries in (
        ("source_papers", "1", [entry, entry, []]), ("target_papers", "2", [entry]), ("target_papers", "3", [])
    ):  # fmt: skip
        file = tmp_path / "dataset" / folder / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"list_table_and_caption": entries}), "utf-8")
    papers = published_tables(tmp_path)
    assert {paper: len(tables) for paper, tables in papers.items()} == {"1": 1, "2": 1}


def test_a_folder_without_the_benchmark_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError):
        evaluate_consistency(tmp_path)


def test_a_table_of_no_results_gives_no_findings():
    assert own_findings((pipes("Setting | Value\nLayers | 12\nHeads | 16"),)) == []
