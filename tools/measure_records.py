"""The figures of docs/accuracy.md about records: how well they are written, and what they bring to matching."""

from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import mean
from typing import Any
from unittest.mock import patch

from tablecheck.evaluation.errors_wrong import WrongScores, evaluate_wrong
from tablecheck.evaluation.records.evaluate import DataSet, evaluate_records

SEEDS = (0, 1, 2)
SETS: tuple[DataSet, ...] = ("mltables", "chemtables")
_EXPLAINS = "tablecheck.matching.explain.wrong_metrics"  # the one place where records speak of a difference
_WORST = 5


def records(data: Path) -> dict[str, Any]:
    """Schema-to-JSON by rules, and numbers of another metric or split with and without what records explain."""
    return {
        "schema_to_json": [_scored(name, split, data) for name in SETS for split in ("dev", "train")],
        "wrong_place": {
            "planted": dict(evaluate_wrong(data / "arxiveri", SEEDS[0]).planted),
            "with_records": _found(data),
            "without": _found(data, switched_off=True),
        },
    }


def _scored(name: DataSet, split: str, data: Path) -> dict[str, Any]:
    scores = evaluate_records(name, data / "schema-to-json" / name, split)
    kept = ("dataset", "split", "parts", "cells", "precision", "recall", "f1", "exact", "by_threshold")
    attributes = {key: round(100 * one.f1, 1) for key, one in (scores.by_attribute or {}).items()}
    worst = [
        {"attribute": one.attribute, "what": one.what, "count": one.count, "known": one.known, "given": one.given}
        for one in scores.mistakes[:_WORST]
    ]
    return {key: getattr(scores, key) for key in kept} | {"by_attribute": attributes, "mistakes": worst}


def _found(data: Path, *, switched_off: bool = False) -> dict[str, Any]:
    def measured(oracle: bool) -> Mapping[str, float]:
        runs = [evaluate_wrong(data / "arxiveri", seed, oracle=oracle) for seed in SEEDS]
        return _mean_of(runs, lambda one: one.recall)

    if switched_off:
        with patch(_EXPLAINS, lambda case: iter(())):
            return {"given": measured(True), "picked": measured(False)}
    return {"given": measured(True), "picked": measured(False)}


def _mean_of(runs: list[WrongScores], figures: Callable[[WrongScores], Mapping[str, float]]) -> dict[str, float]:
    return {kind: round(mean(figures(run)[kind] for run in runs), 1) for kind in figures(runs[0])}
