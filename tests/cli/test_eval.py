"""The benchmarks as commands."""

import json

import pytest

from tests.cli.test_commands import run
from tests.data_folder import DATA, needs_data
from tests.evaluation.pages import ROWS, draw_tables


@pytest.fixture
def drawn(tmp_path):
    """A set of one document in the plain form."""
    (box,) = draw_tables(tmp_path / "paper.pdf", ROWS)
    cells = [
        {"row_nums": [row], "column_nums": [column], "cell_text": text}
        for row, texts in enumerate(ROWS)
        for column, text in enumerate(texts)
    ]
    (tmp_path / "gt.json").write_text(json.dumps({"paper": [{"page": 0, "bbox": box, "cells": cells}]}))
    return tmp_path


def test_one_extractor_is_scored_and_written_in_the_documented_shape(drawn, tmp_path):
    done = run("eval", "tables", "--dataset", "gtjson", "--data", drawn, "--extractor", "pdf", "--json", "out.json",
               cwd=tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "F1 Con" in done.stdout
    result = json.loads((tmp_path / "out.json").read_text())
    assert set(result) >= {
        "dataset", "extractor", "pages", "n_gt", "n_pred", "td", "tsr", "te", "linked_values", "seconds_per_page"
    }  # fmt: skip
    assert (result["extractor"], result["n_gt"], result["n_pred"]) == ("pdf", 1, 1)
    assert result["td"]["f1"] == result["te"]["f1_con"] == result["linked_values"]["f1"] == 1.0
    assert 0 <= result["seconds_per_page"] < 10


def test_extractors_are_compared_in_one_table(drawn, tmp_path):
    done = run("eval", "tables", "--dataset", "gtjson", "--data", drawn, "--compare", "pdf,pymupdf_lines",
               "--json", tmp_path / "out.json", "--predictions", tmp_path / "kept")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [one["extractor"] for one in json.loads((tmp_path / "out.json").read_text())] == ["pdf", "pymupdf_lines"]
    assert (tmp_path / "kept" / "pymupdf_lines" / "paper.json").is_file()


def test_a_system_that_is_not_there_is_told_and_not_only_scored_with_nothing(drawn):
    done = run("eval", "tables", "--dataset", "gtjson", "--data", drawn, "--extractor", "grobid")
    assert done.returncode == 0
    assert "grobid, 1 times: no GROBID service is named" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--dataset", "gtjson"], "name the folder of gtjson with --data"),
        (["--dataset", "gtjson", "--data", "nowhere"], "nowhere is no folder"),
        (["--dataset", "gtjson", "--data", ".", "--extractor", "magic"], "there is no extractor 'magic'"),
        (["--dataset", "gtjson", "--data", ".", "--extractor", "pdf", "--compare", "pdf"], "contradict"),
        (["--dataset", "gtjson", "--data", ".", "--compare", ","], "--compare names no extractor"),
    ],
)
def test_a_benchmark_that_cannot_run_says_why(arguments, says):
    done = run("eval", "tables", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_missing_extra_is_named(drawn, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'apted' else find(name, package)\n"
    )
    done = run("eval", "tables", "--dataset", "gtjson", "--data", drawn, PYTHONPATH=f"{tmp_path}")
    assert done.returncode == 2
    assert "pip install 'tablecheck[eval]'" in done.stderr


@needs_data
def test_arxiveri_and_planted_errors_run_on_a_small_part(tmp_path):
    for kind in ("table_match", "cell_match"):
        for name in sorted((DATA / "arxiveri/dataset/ground_truth/table_match").glob("*/*.json"))[:3]:
            place = tmp_path / "dataset/ground_truth" / kind / name.parent.name
            place.mkdir(parents=True, exist_ok=True)
            (place / name.name).symlink_to(DATA / "arxiveri/dataset/ground_truth" / kind / name.parent.name / name.name)
    (tmp_path / "dataset/source_papers").symlink_to(DATA / "arxiveri/dataset/source_papers")
    done = run("eval", "arxiveri", "--data", tmp_path, "--json", tmp_path / "a.json", "--html", tmp_path / "a.html")
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "a.json").read_text())
    assert result["pairs"] == 3
    assert set(result) >= {"pairs", "matched_pairs", "tables", "cells", "end_to_end", "seconds"}
    assert "<section>" in (tmp_path / "a.html").read_text()
    done = run("eval", "errors", "--data", tmp_path, "--seed", 3, "--slips", 1, "--json", tmp_path / "e.json")
    assert done.returncode == 0, done.stderr
    assert "precision_new_flags" in json.loads((tmp_path / "e.json").read_text())["end_to_end"]
