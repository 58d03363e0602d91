"""Picks a source table by the vectors of tables, as the embedding baseline of arXiVeri does with any embeddings.

Shin, Xie and Albanie (arXiv 2306.07968), section 4.1, and the code they released.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tablecheck.backends.embeddings.local import Embed
from tablecheck.backends.llm.table_text import Form, table_text
from tablecheck.evaluation.arxiveri_baselines import nearest, shared_numbers
from tablecheck.evaluation.arxiveri_data import HtmlTable, Pair
from tablecheck.extractors.html import read_html_table

Normalisation = Literal["cosine", "published"]
Pick = Callable[[Pair], int | None]

USUAL_THRESHOLD: Mapping[Normalisation, float] = {"cosine": 0.4, "published": 0.2}
"""The best of 15 for all-MiniLM-L6-v2 on CSV, weighted, over the development half; other models want their own."""


def picker_by_vectors(
    pairs: Sequence[Pair],
    embed: Embed,
    *,
    form: Form = "csv",
    weighted: bool = True,
    normalisation: Normalisation = "cosine",
    threshold: float | None = None,
) -> Pick:
    """Embed all tables of the pairs once, and give what picks a candidate of a pair, or none.

    ``threshold`` is the similarity below which a table is no match. ``weighted`` multiplies the similarity by a
    weight that falls with the rank of the shared numbers. ``normalisation`` says what the product of two vectors is
    divided by: their norms, or, as in the released code, the norms of ours and of the matrix of all candidates.
    """
    least = USUAL_THRESHOLD[normalisation] if threshold is None else threshold
    texts = {table: _text(table, form) for pair in pairs for table in (pair.target, *pair.candidates)}
    distinct = list(dict.fromkeys(texts.values()))
    vectors = dict(zip(distinct, embed(distinct), strict=True)) if distinct else {}

    def pick(pair: Pair) -> int | None:
        if not pair.candidates:
            return None
        ours = vectors[texts[pair.target]]
        theirs = np.stack([vectors[texts[table]] for table in pair.candidates])
        return nearest(similarities(ours, theirs, normalisation), shared_numbers(pair), least, weighted=weighted)

    return pick


def similarities(
    ours: NDArray[np.float64], theirs: NDArray[np.float64], normalisation: Normalisation
) -> NDArray[np.float64]:
    """Compare one vector with several, the rows of ``theirs``; shape ``(candidates,)``."""
    norms = np.linalg.norm(theirs, axis=1) if normalisation == "cosine" else np.linalg.norm(theirs)
    product: NDArray[np.float64] = theirs @ ours / np.maximum(norms * np.linalg.norm(ours), 1e-12)
    return product


def _text(table: HtmlTable, form: Form) -> str:
    """The table as the model gets it: the benchmark's own HTML, or our grid of it; the caption after the table."""
    if form == "html":
        return f"{table.html}\n{table.caption}"
    return f"{table_text(read_html_table(table.html, table.caption), form, indices=False)}\n{table.caption}"
