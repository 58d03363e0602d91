"""Fit the weights of the matcher on arXiVeri and print how they do under grouped cross-validation.

    python tools/fit_matching.py --data FOLDER [--folds 5] [--seeds 3] [--write]

Folds keep all pairs of one target paper together. Inside each fold both regressions are fitted anew, so that
the figures are those of tables the weights have never seen. ``--write`` fits on all pairs and stores the
weights in the package. Needs scikit-learn (``pip install tablecheck[eval]``).
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from tablecheck.evaluation.arxiveri import ArxiveriResult, predict, score
from tablecheck.evaluation.arxiveri_data import HtmlTable, Pair, read_pairs
from tablecheck.extractors.html import read_html_table
from tablecheck.matching.evidence import NAMES, prints_a_point, table_features
from tablecheck.matching.own_names import name_for
from tablecheck.matching.pairing import Pairing, lay_beside
from tablecheck.matching.probability import Weights, logistic
from tablecheck.matching.sheet import prepare

CELL_PENALTY = 0.02  # inverse strength of the L2 penalty; 0.01 to 0.1 give the same figures within a fold's noise
TABLE_PENALTY = 0.1
STORE = Path(__file__).resolve().parents[1] / "tablecheck" / "matching" / "weights.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    pairs = read_pairs(options.data)
    laid = [_lay(pair) for pair in pairs]
    results = cross_validated(options.data, options.folds, range(options.seeds))
    for seed, result in enumerate(results):
        print(f"seed {seed}: {_line(result)}")
    print(f"mean:   {_means(results)}")
    cells, tables = _fit(pairs, laid, range(len(pairs)))
    same = score(predict(pairs, options.data, "evidence", weights=(cells, tables)))
    print(f"fitted on all pairs, figures on the same pairs: {_line(same)}")
    if options.write:
        STORE.write_text(json.dumps({"cells": _stored(cells), "tables": _stored(tables)}, indent=1) + "\n", "utf-8")
        print(f"written to {STORE}")


def cross_validated(data: Path, folds: int, seeds: Sequence[int]) -> list[ArxiveriResult]:
    """The figures on tables that the weights have never seen, once for each way of making folds."""
    pairs = read_pairs(data)
    laid = [_lay(pair) for pair in pairs]
    return [_cross_validate(data, pairs, laid, folds, seed) for seed in seeds]


def _cross_validate(
    data: Path, pairs: Sequence[Pair], laid: Sequence["_Laid"], folds: int, seed: int
) -> ArxiveriResult:
    targets = sorted({pair.target_id for pair in pairs})
    np.random.default_rng(seed).shuffle(targets)
    fold_of = {target: index % folds for index, target in enumerate(targets)}
    outcomes = []
    for fold in range(folds):
        weights = _fit(pairs, laid, [index for index, pair in enumerate(pairs) if fold_of[pair.target_id] != fold])
        held_out = [pair for pair in pairs if fold_of[pair.target_id] == fold]
        outcomes += predict(held_out, data, "evidence", weights=weights)
    return score(outcomes)


class _Laid:
    """A pair laid beside its right table and beside all candidates."""

    def __init__(self, oracle: Pairing | None, candidates: list[Pairing | None]) -> None:
        self.oracle = oracle
        self.candidates = candidates


def _lay(pair: Pair) -> _Laid:
    ours = prepare(read_html_table(pair.target.html, pair.target.caption))
    name = name_for(ours, pair.source_title)

    def beside(table: HtmlTable) -> Pairing | None:
        theirs = prepare(read_html_table(table.html, table.caption), name)
        pairing = lay_beside(ours, theirs) if ours.entries and theirs.entries else None
        return pairing if pairing is not None and len(pairing.found) else None

    return _Laid(beside(pair.source_table) if pair.truth else None, [beside(table) for table in pair.candidates])


def _fit(pairs: Sequence[Pair], laid: Sequence[_Laid], indices: Sequence[int]) -> tuple[Weights, Weights]:
    """Fit on the pairs at the given indices.

    Pairs of whole numbers are left out: the benchmark does not label them, which is not the same as "no copy".
    """
    matrices, labels = [], []
    for index in indices:
        pairing = laid[index].oracle
        if pairing is not None:
            labelled = prints_a_point(pairing)
            matrices.append(pairing.features.matrix[labelled])
            labels.append(_is_copy(pairs[index], pairing)[labelled])
    cells = _regression(
        next(one.oracle for one in laid if one.oracle is not None).features.names,
        np.vstack(matrices),
        np.concatenate(labels),
        CELL_PENALTY,
    )
    described, repeated = [], []
    for index in indices:
        evidence = [_evidence(cells, pairing) for pairing in laid[index].candidates]
        if evidence:
            described.append(max(evidence, key=lambda values: values[0]))
            repeated.append(bool(pairs[index].truth))
    return cells, _regression(NAMES, np.array(described), np.array(repeated), TABLE_PENALTY)


def _evidence(cells: Weights, pairing: Pairing | None) -> np.ndarray:
    if pairing is None:
        return np.zeros(len(NAMES))
    log_odds = cells.log_odds(pairing.features.matrix)
    return table_features(pairing, log_odds, logistic(log_odds))


def _is_copy(pair: Pair, pairing: Pairing) -> np.ndarray:
    def places(entries, indices):
        return [(entries[index].cell.row, entries[index].cell.column) for index in indices]

    ours = places(pairing.ours.entries, pairing.found.ours)
    theirs = places(pairing.theirs.entries, pairing.found.theirs)
    return np.array([pair.truth.get(place) == other for place, other in zip(ours, theirs, strict=True)])


def _regression(names: Sequence[str], matrix: np.ndarray, labels: np.ndarray, penalty: float) -> Weights:
    scaler = StandardScaler().fit(matrix)
    model = LogisticRegression(C=penalty, max_iter=5000).fit(scaler.transform(matrix), labels)
    return Weights(tuple(names), scaler.mean_, scaler.scale_, model.coef_[0], float(model.intercept_[0]))


def _stored(weights: Weights) -> dict[str, object]:
    return {
        "names": list(weights.names),
        "mean": [round(value, 5) for value in weights.mean.tolist()],
        "scale": [round(value, 5) for value in weights.scale.tolist()],
        "weight": [round(value, 5) for value in weights.weight.tolist()],
        "bias": round(weights.bias, 5),
    }


def _line(result: ArxiveriResult) -> str:
    cells, tables, end = result.cells, result.tables, result.end_to_end
    return (
        f"cells R {cells.recall:.1f} P {cells.precision:.1f} F1 {cells.f1:.2f} | tables {tables.accuracy_text:.1f}"
        f" official {tables.accuracy_official:.1f} right {tables.right_table_among_matched:.1f}"
        f" | end to end R {end.recall:.1f} P {end.precision:.1f} F1 {end.f1:.2f}"
    )


def _means(results: Sequence[ArxiveriResult]) -> str:
    return (
        f"cells F1 {np.mean([result.cells.f1 for result in results]):.2f}"
        f" | tables {np.mean([result.tables.accuracy_text for result in results]):.1f}"
        f" right {np.mean([result.tables.right_table_among_matched for result in results]):.1f}"
        f" | end to end F1 {np.mean([result.end_to_end.f1 for result in results]):.2f}"
    )


if __name__ == "__main__":
    main()
