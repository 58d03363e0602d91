"""``tablecheck eval schema-to-json`` as a user runs it, also against a model server."""

import json

import pytest

from tests.backends.model_server import TOO_MANY, ModelServer, Says
from tests.cli.test_commands import run
from tests.evaluation.records.samples import write_samples


@pytest.fixture
def samples(tmp_path):
    return write_samples(tmp_path / "schema-to-json")


@pytest.mark.parametrize(
    ("dataset", "measure", "f1"),
    [("mltables", "Table-F1", 100.0), ("chemtables", "Table-F1", 100.0), ("discomat", "Tuple-F1", 75.0),
     ("swde", "Page-F1", 100.0)],
)  # fmt: skip
def test_each_data_set_is_scored_by_its_own_measure(samples, tmp_path, dataset, measure, f1):
    done = run("eval", "schema-to-json", "--dataset", dataset, "--data", samples, "--json", tmp_path / "out.json")
    assert done.returncode == 0, done.stderr
    assert measure in done.stdout
    result = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert (result["dataset"], result["backend"], result["measure"], result["f1"]) == (dataset, "rules", measure, f1)


def test_mistakes_are_told_with_their_first_case(samples):
    done = run("eval", "schema-to-json", "--dataset", "discomat", "--data", samples / "discomat")
    assert "not annotated" in done.stdout
    assert "34.5" in done.stdout


def test_a_chat_model_describes_cells_once_and_its_answers_are_kept(samples, tmp_path):
    said = Says('I see.\n{"cell": 1, "type": "Result", "metric": "AP"}\n{"cell": 2, "type": "Other"}')
    with ModelServer(lambda asked: said).running() as server:
        server.next_says = [TOO_MANY]
        command = ["eval", "schema-to-json", "--dataset", "mltables", "--data", samples, "--backend", "llm", "--llm",
                   "small", "--base-url", server.base_url, "--json", tmp_path / "out.json"]  # fmt: skip
        for _ in range(2):
            done = run(*command, TABLECHECK_CACHE=str(tmp_path / "cache"))
            assert done.returncode == 0, done.stderr
        assert len(server.log) == 2  # the refused question and the same again; nothing for the second run
        assert "2: 25" in server.log[0].words
    result = json.loads((tmp_path / "out.json").read_text("utf-8"))
    # Of 7·2 + 4·2 known values, three of the four in the answer are right: type and metric of one cell, no other.
    assert result["by_attribute"]["type"] == {"right": 1, "wrong": 1, "missed": 3}
    assert result["by_attribute"]["metric"] == {"right": 1, "wrong": 0, "missed": 1}
    assert (result["spent"]["asked"], result["spent"]["kept"]) == (0, 1)


def test_a_dry_run_says_what_asking_would_cost_and_asks_nothing(samples):
    with ModelServer().running() as server:
        done = run("eval", "schema-to-json", "--dataset", "mltables", "--data", samples, "--backend", "llm", "--llm",
                   "x", "--base-url", server.base_url, "--dry-run", "--price-in", 1, "--price-out", 2)  # fmt: skip
        assert server.log == []
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1 questions to x at 127.0.0.1")


def test_a_model_that_does_not_answer_is_told_and_not_only_scored_with_nothing(samples):
    broken = Says(status=400, error={"message": "no such model"})
    with ModelServer(lambda asked: broken).running() as server:
        done = run("eval", "schema-to-json", "--dataset", "swde", "--data", samples, "--backend", "llm", "--llm",
                   "x", "--base-url", server.base_url)  # fmt: skip
    assert done.returncode == 0
    assert "1 of 1 questions have no answer, the first:" in done.stderr
    assert "no such model" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--dataset", "swde"], "name the folder of swde with --data"),
        (["--dataset", "swde", "--data", "nowhere"], "dev.json cannot be read"),
        (["--dataset", "swde", "--data", ".", "--llm", "x"], "a chat model is asked by --backend llm only"),
        (["--dataset", "swde", "--data", ".", "--backend", "llm"], "no model is named"),
    ],
)
def test_what_cannot_be_run_is_told(arguments, says):
    done = run("eval", "schema-to-json", *arguments)
    assert done.returncode == 2
    assert says in done.stderr
