"""One table of what was published for arXiVeri, what is measured here, and what somebody ran with models of theirs."""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tablecheck.evaluation.arxiveri import PairOutcome, Picker, predict, score
from tablecheck.evaluation.arxiveri_baselines import THRESHOLDS, random_accuracy
from tablecheck.evaluation.arxiveri_data import Pair, read_pairs
from tablecheck.model.errors import UsageError
from tablecheck.model.progress import Progress, silent


@dataclass(frozen=True, slots=True)
class Line:
    """A way of matching and its figures in percent, ``None`` where they are not known or do not apply.

    ``origin`` is ``published``, ``here`` or ``run``. ``official`` and ``text`` are the accuracy of tables by either
    comparison; recall, precision and F1 are over cells with the right table given, ``end_to_end`` is the F1 without.
    ``cost`` is in the currency of the prices that were given.
    """

    name: str
    origin: str
    official: float | None = None
    text: float | None = None
    recall: float | None = None
    precision: float | None = None
    f1: float | None = None
    end_to_end: float | None = None
    cost: float | None = None
    seconds: float | None = None


PUBLISHED: tuple[Line, ...] = (
    Line("picked at random", "published", official=13.7),
    Line("most shared numbers", "published", official=27.2),
    Line("ada-002", "published", official=36.1),
    Line("ada-002, weighted", "published", official=41.1),
    Line("embed-english-light-v2.0", "published", official=38.6),
    Line("embed-english-light-v2.0, weighted", "published", official=43.0),
    Line("embed-english-v2.0", "published", official=39.9),
    Line("embed-english-v2.0, weighted", "published", official=42.4),
    Line("embed-multilingual-v2.0", "published", official=34.2),
    Line("embed-multilingual-v2.0, weighted", "published", official=39.9),
    Line("GPT-4, the best of its prompts", "published", recall=48.5, precision=52.3, f1=50.3),
)
"""On the whole benchmark of 158 pairs (arXiv 2306.07968, section 4)."""


def measured(data: Path, progress: Progress = silent) -> tuple[Line, ...]:
    """Run the baselines of the paper and tablecheck's own matching on the benchmark in a folder.

    Released embeddings that are not there are left out.

    Raises:
        UsageError: the folder does not hold the benchmark.
    """
    pairs = read_pairs(data)
    models = [model for model in THRESHOLDS if (data / "table_to_embedding" / "source_paper" / model).is_dir()]
    steps: list[tuple[str, Picker, str, bool]] = [("most shared numbers", "overlap", "", True)]
    steps += [(model, "embeddings", model, False) for model in models]
    steps += [(f"{model}, weighted", "embeddings", model, True) for model in models]
    steps.append(("tablecheck", "evidence", "", True))
    lines = [Line("picked at random", "here", random_accuracy(pairs, official=True), random_accuracy(pairs), cost=0.0)]
    for done, step in enumerate(steps):
        progress("compare", done, len(steps))
        lines.append(_measured(pairs, data, *step))
    progress("compare", len(steps), len(steps))
    return tuple(lines)


def _measured(pairs: Sequence[Pair], data: Path, name: str, picker: Picker, model: str, weighted: bool) -> Line:
    is_ours = picker == "evidence"
    started = time.perf_counter()
    outcomes: Sequence[PairOutcome] = predict(pairs, data, picker, model=model, weighted=weighted, linked=is_ours)
    line = _line(name, "here", score(outcomes).as_json(), with_cells=is_ours, with_whole=is_ours)
    return replace(line, seconds=round(time.perf_counter() - started, 1))


def lines_of_runs(files: Sequence[Path]) -> Iterator[Line]:
    """Read what ``eval arxiveri --json`` wrote.

    Raises:
        UsageError: a file cannot be read, or holds something else.
    """
    for file in files:
        try:
            result = json.loads(file.read_text("utf-8"))
            yield _of_run(file.stem, result)
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            message = f"{file} holds no result of `tablecheck eval arxiveri --json` ({type(error).__name__}: {error})"
            raise UsageError(message) from error


def _of_run(name: str, result: Mapping[str, Any]) -> Line:
    llm, embeddings = result.get("llm"), result.get("embeddings")
    words = [str(one["model"]) for one in (embeddings, llm) if one is not None and one["model"]]
    if llm is not None:
        words.append(f"{llm['form']}, {'with' if llm['indices'] else 'without'} indices")
        if not llm["is_complete"]:
            words.append("NOT ALL ASKED")
    costs = [one["cost"] for one in (embeddings, llm) if one is not None]
    line = _line(
        f"{name}: {', '.join(words)}" if words else name,
        "run",
        result,
        with_cells=llm is not None or embeddings is None,
        with_whole=True,
    )
    cost = None if not costs or None in costs else round(sum(costs), 6)
    return replace(line, cost=cost, seconds=round(float(result["seconds"]), 1))


def _line(name: str, origin: str, result: Mapping[str, Any], *, with_cells: bool, with_whole: bool) -> Line:
    tables, cells, whole = result["tables"], result["cells"], result["end_to_end"]
    line = Line(name, origin, float(tables["accuracy_official"]), float(tables["accuracy_text"]))
    if with_cells:
        line = replace(line, recall=cells["recall"], precision=cells["precision"], f1=cells["f1"])
    return replace(line, end_to_end=whole["f1"]) if with_whole else line
