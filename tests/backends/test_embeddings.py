"""Vectors from a server, and picking tables by vectors."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from tablecheck.backends.answers import Answers
from tablecheck.backends.embeddings.local import embed_locally, model_folder
from tablecheck.backends.embeddings.remote import RemoteEmbedder
from tablecheck.backends.failure import AskingError, Failure
from tablecheck.backends.llm.server import ModelServer as Named
from tablecheck.backends.prices import Prices
from tablecheck.evaluation.arxiveri_vectors import picker_by_vectors, similarities
from tablecheck.model.errors import UsageError
from tests.backends.model_server import BROKEN, TOO_MANY, Says
from tests.backends.test_arxiveri_llm import COPIED, NORTH, NOTHING, OTHER, OURS
from tests.cli.command import environment, run


@pytest.fixture
def embedder(server):
    def make(folder=None, prices=None, budget=None, **changes) -> RemoteEmbedder:
        return RemoteEmbedder(
            replace(Named("small", server.base_url, seconds=5.0), **changes), Answers(folder), prices, budget
        )

    return make


def test_vectors_come_in_the_order_of_the_texts(server, embedder):
    server.vectors = lambda text: [float(text), 1.0]
    vectors = embedder()([str(number) for number in range(70)])
    assert vectors.shape == (70, 2)
    assert vectors[:, 0].tolist() == list(range(70))
    assert [len(asked.body["input"]) for asked in server.log] == [32, 32, 6]


def test_each_text_is_sent_once(server, embedder, tmp_path):
    first = embedder(tmp_path)(["lake", "river", "lake"])
    again = embedder(tmp_path)(["river", "sea"])
    assert first.shape == (3, 2)
    assert again[0].tolist() == first[1].tolist()
    assert [asked.body["input"] for asked in server.log] == [["lake", "river"], ["sea"]]


def test_a_server_that_stumbles_is_asked_again(server, embedder):
    server.next_says = [TOO_MANY, BROKEN, Says(raw=b'{"data": [], "object": "list", "model": "small"}')]
    assert embedder()(["lake"]).shape == (1, 2)
    assert len(server.log) == 4


def test_vectors_that_do_not_fit_together_are_refused(server, embedder):
    server.vectors = lambda text: [1.0] * len(text)
    with pytest.raises(AskingError, match="several lengths") as caught:
        embedder()(["a", "bc"])
    assert caught.value.failure is Failure.BAD_ANSWER


def test_texts_that_might_cost_too_much_are_not_sent(server, embedder):
    one = embedder(prices=Prices(1_000_000.0, 0.0, "one a token"), budget=60.0)
    one(["lake and river"])
    assert one.cost == 3.0  # what the server says it counted
    with pytest.raises(AskingError) as caught:
        one(["a text that is longer than what is left of the budget"])
    assert (caught.value.failure, len(server.log)) == (Failure.OVER_BUDGET, 1)


def test_the_published_normalisation_falls_with_the_number_of_candidates():
    ours, theirs = np.array([3.0, 4.0]), np.array([[3.0, 4.0], [4.0, -3.0]])
    assert similarities(ours, theirs, "cosine") == pytest.approx([1.0, 0.0])
    assert similarities(ours, theirs, "published") == pytest.approx([1 / np.sqrt(2), 0.0])
    assert similarities(ours, np.zeros((1, 2)), "cosine") == pytest.approx([0.0])


def about(*near: str):
    """Vectors that agree for texts with one of these words in them."""
    return lambda texts: np.array([[1.0, 0.1 * any(word in text for word in near)] for text in texts])


def test_the_nearest_table_that_shares_numbers_is_picked():
    shares = replace(COPIED, target=replace(OURS, html=OURS.html.replace("71.4", "71.42").replace("60.2<", "60.23<")))
    apart = lambda texts: np.array([[1.0, 0.0] if "Main" in text or "Scores" in text else [0.0, 1.0] for text in texts])  # noqa: E731
    for weighted in (True, False):
        pick = picker_by_vectors([shares, NOTHING], apart, weighted=weighted)
        assert shares.candidates[pick(shares)] == NORTH
        assert pick(NOTHING) is None
    assert picker_by_vectors([shares], apart, threshold=1.5)(shares) is None


def test_tables_without_two_numbers_in_common_are_never_picked():
    pair = replace(COPIED, candidates=(OTHER,))
    assert picker_by_vectors([pair], about("x"), threshold=-1.0)(pair) is None


def test_weights_are_found_by_folder_or_package(tmp_path):
    assert model_folder(str(tmp_path)) == tmp_path
    assert model_folder("no-such-package-of-weights") is None
    assert model_folder("json") is None
    with pytest.raises(UsageError, match=r"install the extra with|holds no model"):
        embed_locally(tmp_path)


def test_nothing_heavy_is_loaded_before_it_is_used():
    modules = "cli, cli.eval.arxiveri, cli.model_options, cli.check, linter.engine, backends.embeddings.local"
    modules += ", backends.llm.model, evaluation.arxiveri_vectors, extractors.sandbox_child, lsp.server"
    script = "import sys\n" + "".join(f"import tablecheck.{name.strip()}\n" for name in modules.split(","))
    script += "print({'torch', 'sentence_transformers', 'openai', 'tiktoken'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "set()"


def test_the_command_picks_tables_by_the_embeddings_of_a_server(server, tmp_path):
    server.vectors = lambda text: [1.0, 0.0] if "Main" in text or "Scores" in text else [0.0, 1.0]
    root = tmp_path / "dataset"
    truth = {"target_table": OURS.html, "target_caption": OURS.caption, "source_title": "North"}
    truth |= {"source_table": NORTH.html, "source_caption": NORTH.caption}
    tables = [{"table": table.html, "caption": table.caption} for table in (OTHER, NORTH)]
    for place, content in {
        "ground_truth/table_match/2201.1v1/2101.1.json": truth,
        "ground_truth/cell_match/2201.1v1/2101.1.json": [],
        "source_papers/2101.1.json": {"list_table_and_caption": tables},
    }.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).write_text(json.dumps(content))
    command = ("eval", "arxiveri", "--data", tmp_path, "--picker", "embeddings", "--model", "no-such-folder")
    price = ("--price-in", "1", "--price-out", "0", "--json", tmp_path / "out.json")
    price = (*price, "--base-url", server.base_url)
    done = run(*command, *price, "--dry-run", env=environment(tmp_path / "cache"))
    assert (done.returncode, server.log) == (0, []), done.stderr
    assert "3 texts to no-such-folder at 127.0.0.1" in done.stderr
    done = run(*command, *price, env=environment(tmp_path / "cache"))
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "out.json").read_text())["embeddings"]
    assert (result["model"], result["normalisation"], result["threshold"]) == ("no-such-folder", "cosine", None)
    assert result["cost"] > 0
    assert len(server.log) == 1
    assert len(server.log[0].body["input"]) == 3
