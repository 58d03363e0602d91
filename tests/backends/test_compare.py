"""One table of published baselines, ours, and runs with models."""

import json
from pathlib import Path

import pytest

from tablecheck.evaluation.arxiveri_compare import PUBLISHED, lines_of_runs
from tablecheck.model.errors import UsageError
from tests.cli.inside import call
from tests.data_folder import DATA, needs_data

RESULT = {
    "pairs": 79,
    "tables": {"accuracy_text": 93.67, "accuracy_official": 63.29},
    "cells": {"recall": 40.0, "precision": 60.0, "f1": 48.0},
    "end_to_end": {"f1": 45.5},
    "seconds": 61.24,
}
LLM = {"model": "small", "form": "csv", "indices": True, "is_complete": True, "cost": 0.0123}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine.json").write_text(json.dumps(RESULT | {"llm": LLM}))
    return tmp_path / "mine.json"


def test_a_run_stands_below_what_was_published_with_cost_and_seconds(mine: Path) -> None:
    done = call("eval", "compare", "--no-measuring", "--run", mine, "--format", "markdown", cwd=mine.parent)
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("|")]
    assert "| GPT-4, the best of its prompts |  |  | 48.5 | 52.3 | 50.3 |  |  |  |" in rows
    assert rows[-1] == ("| mine: small, csv, with indices | 63.3 | 93.7 | 40.0 | 60.0 | 48.0 | 45.5 | 0.0123 | 61.2 |")


def test_the_same_table_is_text_or_json(mine: Path) -> None:
    drawn = call("eval", "compare", "--no-measuring", "--run", mine, cwd=mine.parent).stdout
    assert "mine: small, csv, with indices" in drawn
    call(
        "eval",
        "compare",
        "--no-measuring",
        "--run",
        mine,
        "--format",
        "json",
        "--output-file",
        "o.json",
        cwd=mine.parent,
    )
    lines = json.loads((mine.parent / "o.json").read_text())
    assert len(lines) == len(PUBLISHED) + 1
    assert (lines[-1]["origin"], lines[-1]["f1"], lines[-1]["cost"]) == ("run", 48.0, 0.0123)


def test_a_run_that_was_not_finished_says_so_and_embeddings_show_no_cells_of_ours(tmp_path: Path) -> None:
    (tmp_path / "half.json").write_text(json.dumps(RESULT | {"llm": {**LLM, "is_complete": False, "cost": None}}))
    (tmp_path / "vectors.json").write_text(json.dumps(RESULT | {"embeddings": {"model": "minilm", "cost": None}}))
    half, vectors = lines_of_runs([tmp_path / "half.json", tmp_path / "vectors.json"])
    assert half.name.endswith("NOT ALL ASKED")
    assert (half.cost, half.f1) == (None, 48.0)
    assert (vectors.name, vectors.text, vectors.f1) == ("vectors: minilm", 93.67, None)


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"tables": 1}'])
def test_a_file_that_is_no_result_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "other.json").write_text(content)
    with pytest.raises(UsageError, match=r"other\.json holds no result"):
        list(lines_of_runs([tmp_path / "other.json"]))


@needs_data
def test_the_baselines_and_ours_are_measured_on_a_part_of_the_half(tmp_path: Path) -> None:
    for kind in ("table_match", "cell_match"):
        whole = DATA / "arxiveri/dataset/ground_truth" / kind
        for name in sorted(whole.glob("*/*.json"))[:4]:
            place = tmp_path / "dataset/ground_truth" / kind / name.parent.name
            place.mkdir(parents=True, exist_ok=True)
            (place / name.name).symlink_to(name)
    (tmp_path / "dataset/source_papers").symlink_to(DATA / "arxiveri/dataset/source_papers")
    (tmp_path / "table_to_embedding").symlink_to(DATA / "arxiveri/table_to_embedding")
    done = call("eval", "compare", "--data", tmp_path, "--format", "json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    here = {line["name"]: line for line in json.loads(done.stdout) if line["origin"] == "here"}
    assert {"picked at random", "most shared numbers", "ada-002, weighted", "tablecheck"} <= set(here)
    assert here["tablecheck"]["f1"] > 90
    assert here["ada-002"]["f1"] is None
    assert here["tablecheck"]["seconds"] > 0
