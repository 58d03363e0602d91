"""Vectors by sentence-transformers from a folder of weights; nothing is downloaded.

The packages are loaded when the first text comes, and by this module alone: torch takes a second and half a gigabyte.
"""

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablecheck.model.errors import UsageError

Embed = Callable[[Sequence[str]], NDArray[np.float64]]
"""Texts to vectors; shape ``(texts, dimensions)``."""

_MARK = "modules.json"  # what every folder of sentence-transformers holds


def model_folder(named: str) -> Path | None:
    """The folder of weights that is named: a path, or an installed package that carries one; ``None`` for neither."""
    path = Path(named).expanduser()
    if path.is_dir():
        return path
    spec = find_spec(named.replace("-", "_")) if named.replace("-", "_").isidentifier() else None
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for mark in sorted(Path(place).glob(f"**/{_MARK}")):
            return mark.parent
    return None


def embed_locally(folder: Path, threads: int = 1) -> Embed:
    """Give what turns texts into vectors by the weights in a folder; texts longer than the model takes are cut.

    ``threads`` bounds the cores that torch uses.

    Raises:
        UsageError: the folder holds no such weights, or the extra is not installed.
    """
    if find_spec("sentence_transformers") is None:
        message = "sentence-transformers not found: install the extra with pip install 'tablecheck[semantic]'"
        raise UsageError(message)
    if not (folder / _MARK).is_file():
        raise UsageError(f"{folder} holds no model of sentence-transformers: there is no {_MARK} in it")
    loaded: list[Any] = []

    def embed(texts: Sequence[str]) -> NDArray[np.float64]:
        if not texts:
            return np.zeros((0, 0))
        if not loaded:
            loaded.append(_load(folder, threads))
        vectors = loaded[0].encode(list(texts), convert_to_numpy=True, show_progress_bar=False, batch_size=16)
        return np.asarray(vectors, dtype=np.float64)

    return embed


def _load(folder: Path, threads: int) -> Any:
    os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import torch
    from sentence_transformers import SentenceTransformer
    from transformers.utils.logging import disable_progress_bar

    disable_progress_bar()
    torch.set_num_threads(threads)
    try:
        return SentenceTransformer(str(folder), device="cpu", local_files_only=True, trust_remote_code=False)
    except (OSError, ValueError, KeyError) as error:
        raise UsageError(f"the weights in {folder} cannot be loaded: {error}") from error
