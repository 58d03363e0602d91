"""The ways of picking a source table that the arXiVeri paper compares (arXiv 2306.07968, section 4.1)."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from tablecheck.evaluation.arxiveri_data import HtmlTable, Pair
from tablecheck.evaluation.arxiveri_embeddings import read_embeddings

THRESHOLDS: Mapping[str, float] = {
    "ada-002": 0.30,
    "embed-english-light-v2.0": 0.25,
    "embed-english-v2.0": 0.35,
    "embed-multilingual-v2.0": 0.35,
}
"""The similarity below which a table is no match, from the released code."""

_LEAST_SHARED = 2  # the released code asks for two shared numbers where the paper says one


def pick_by_overlap(pair: Pair) -> int | None:
    """The candidate that shares most numbers with a decimal point; it never says that there is none."""
    if not pair.candidates:
        return None
    return int(np.argmax(shared_numbers(pair)))


def random_accuracy(pairs: Sequence[Pair], *, official: bool = False) -> float:
    """The share of right tables, in percent, to expect of picking blindly among the candidates and "no match"."""

    def text(table: HtmlTable) -> str:
        return table.official_text if official else table.text

    chances = [
        sum(text(table) == text(pair.source_table) for table in (*pair.candidates, HtmlTable("", "")))
        / (len(pair.candidates) + 1)
        for pair in pairs
    ]
    return round(100 * sum(chances) / len(chances), 2) if chances else 0.0


def pick_by_embeddings(data: Path, pair: Pair, model: str, *, weighted: bool) -> str | None:
    """The text of the candidate whose embedding is nearest, as the released code finds it.

    ``weighted`` multiplies the similarity by a weight that falls with the rank of the shared numbers. The code
    divides by the norm of the matrix of all candidates, so that the threshold depends on their number; this is
    kept, since the published figures come from it.
    """
    root = data / "table_to_embedding"
    target = read_embeddings(root / "target_table" / model / "html" / pair.target_id / f"{pair.source_id}.pkl")
    source = read_embeddings(root / "source_paper" / model / "html" / f"{pair.source_id}.pkl")
    texts = list(source)
    if not texts or not target:
        return None
    vector, matrix = next(iter(target.values())), np.stack([source[text] for text in texts])
    similarity = matrix @ vector / (np.linalg.norm(matrix) * np.linalg.norm(vector))
    shared = _shared_with_all(_floats(pair.target), [_numbers(text) for text in texts])
    index = nearest(similarity, shared, THRESHOLDS[model], weighted=weighted)
    return texts[index] if index is not None else None


def nearest(
    similarity: NDArray[np.float64], shared: NDArray[np.int64], threshold: float, *, weighted: bool
) -> int | None:
    """The candidate most similar above a threshold that shares two numbers at least; ``None`` where there is none.

    ``weighted`` multiplies the similarity by a weight that falls with the rank of the shared numbers.
    """
    if weighted:
        similarity = similarity * _rank_weights(shared)
    order = np.argsort(-similarity)
    fits = (int(at) for at in order if shared[at] >= _LEAST_SHARED and similarity[at] > threshold)
    return next(fits, None)


def shared_numbers(pair: Pair) -> NDArray[np.int64]:
    """How many numbers with a decimal point the target shares with each candidate."""
    return _shared_with_all(_floats(pair.target), [_floats(table) for table in pair.candidates])


def _rank_weights(shared: NDArray[np.int64]) -> NDArray[np.float64]:
    weights = np.zeros(len(shared))
    some = int(np.count_nonzero(shared))
    order = np.argsort(-shared)[:some]
    weights[order] = np.linspace(1, 1 / some, some) if some else 0
    return weights


def _shared_with_all(ours: frozenset[str], all_theirs: Sequence[frozenset[str]]) -> NDArray[np.int64]:
    return np.array([len(ours & theirs) for theirs in all_theirs], dtype=np.int64)


def _floats(table: HtmlTable) -> frozenset[str]:
    return _numbers(f"{table.html}\n{table.caption}")


def _numbers(html: str) -> frozenset[str]:
    """The digits of the numbers with a point that the cells print, read as the released code reads them."""
    page = etree.fromstring(f"<body>{html}</body>", etree.HTMLParser())
    texts = ("".join(cell.itertext()) for cell in page.iter("td", "th"))
    found = (number for text in texts for number in re.findall(r"\d+(?:\.\d+)?", text) if "." in number)
    return frozenset(_digits(number) for number in found)


def _digits(number: str) -> str:
    """What stands before the exponent of the shortest print of a number, its point removed."""
    mantissa, exponent, _ = repr(float(number)).partition("e")
    return str(int(float(mantissa))) if exponent else str(int(mantissa.replace(".", "")))
