"""Which table of a page is the one that is meant: the one that holds most of what is wanted.

The labels of WikiDT were made so: a table that a reader gave is the right one where it recalls most of the cells of the
annotated table.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np

from tablecheck.evaluation.wikidt.layout import Reader, Sample, read_samples, read_tsv
from tablecheck.model.progress import Progress, silent

Wanted = Literal["table", "question"]
WANTED: tuple[Wanted, ...] = ("table", "question")

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_AMONG = 3


@dataclass(frozen=True, slots=True)
class RetrievalScores:
    """How often the right table is picked, in percent.

    ``recall_at_3`` is the share among the three best, ``mean_reciprocal_rank`` that of the place of the right table,
    ``blind`` what a blind choice among the tables of each page would reach. ``left_out`` counts questions whose table
    the reader missed.
    """

    wanted: str
    reader: str
    samples: int
    left_out: int
    tables_per_page: float
    recall_at_1: float
    recall_at_3: float
    mean_reciprocal_rank: float
    blind: float

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)


def evaluate_retrieval(
    data: Path,
    split: str,
    wanted: Wanted = "table",
    reader: Reader = "textract",
    limit: int | None = None,
    progress: Progress = silent,
) -> RetrievalScores:
    """Pick a table for each question and compare with the label.

    Args:
        data: The folder of the data.
        split: ``train``, ``val`` or ``test``.
        wanted: What is sought: the annotated ``table`` among what a reader gave, or what the ``question`` and its
            answer say.
        reader: Whose tables there are to choose from.
        limit: Only so many questions.
        progress: Called for each of them.

    Raises:
        UsageError: the folder does not hold the data.
    """
    words = lru_cache(maxsize=4096)(lambda name: words_of_table(read_tsv(data, name)))
    ranks: list[int] = []
    sizes: list[int] = []
    samples = read_samples(data, split, limit)
    for done, sample in enumerate(samples):
        progress("retrieve", done, len(samples))
        rank = _rank(sample, wanted, reader, words)
        if rank is not None:
            ranks.append(rank)
            sizes.append(len(sample.tables[reader]))
    progress("retrieve", len(samples), len(samples))
    places = np.array([float(rank) for rank in ranks] or [np.inf])
    return RetrievalScores(
        wanted=wanted,
        reader=reader,
        samples=len(ranks),
        left_out=len(samples) - len(ranks),
        tables_per_page=round(float(np.mean(sizes)), 2) if sizes else 0.0,
        recall_at_1=_percent(places == 1),
        recall_at_3=_percent(places <= _AMONG),
        mean_reciprocal_rank=_percent(1 / places),
        blind=_percent(1 / np.array([float(size) for size in sizes] or [np.inf])),
    )


def rank_by_recall(wanted: Counter[str], tables: Sequence[Counter[str]]) -> list[int]:
    """Order tables by the share of the wanted words in them; of equals the smaller one, then the earlier one."""

    def worse(index: int) -> tuple[float, int, int]:
        return -recall(wanted, tables[index]), tables[index].total(), index

    return sorted(range(len(tables)), key=worse)


def recall(wanted: Counter[str], table: Counter[str]) -> float:
    """The share of the wanted words that a table has, each as often as it is wanted; 0 where nothing is.

    >>> recall(Counter(["lake", "lake", "7"]), Counter(["lake", "7", "9"])) == 2 / 3
    True
    """
    return (wanted & table).total() / wanted.total() if wanted else 0.0


def words_of(text: str) -> Counter[str]:
    """The words and numbers of a text."""
    return Counter(_WORD.findall(text.lower()))


def words_of_table(rows: Sequence[Sequence[str]]) -> Counter[str]:
    """The words and numbers of a table."""
    return words_of("\n".join(text for row in rows for text in row))


def _rank(sample: Sample, wanted: Wanted, reader: Reader, words: Callable[[str], Counter[str]]) -> int | None:
    """The place of the right table, counted from 1; ``None`` where there is no label or nothing to go by."""
    right, tables = sample.right.get(reader), sample.tables[reader]
    if right not in tables:
        return None
    if wanted == "question":
        sought = words_of(f"{sample.question} {sample.answer}")
    elif "web" in sample.right:
        sought = words(sample.right["web"])
    else:
        return None
    order = rank_by_recall(sought, [words(name) for name in tables])
    return order.index(tables.index(right)) + 1


def _percent(shares: Any) -> float:
    return round(100 * float(np.mean(shares)), 1)
