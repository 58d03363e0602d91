"""Fit when the cascade believes a model's rows and columns, and print how that does on documents it has not seen.

    python tools/fit_cascade.py --data FOLDER [--write]

FOLDER holds ``latex-synth``, ``latex-real`` and ``icdar2013``, each with its ``gt.json``. Documents are dealt into
two halves, each is fitted on and the other read, and the mean GriTS-Con of the tables found is printed. ``--write``
fits on all of them and stores the weights in the package. Needs scikit-learn (``pip install tablecheck[eval]``).
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from tablecheck.evaluation.datasets import read_data_set
from tablecheck.evaluation.detection import box_overlap
from tablecheck.evaluation.grits import grits_content
from tablecheck.evaluation.samples import normal_table
from tablecheck.extractors.cascade.auto import grid_for
from tablecheck.extractors.cascade.choice import SURE, Features, Readings, chance, readings_of
from tablecheck.extractors.cascade.pages import Found, found_by_geometry, opened, table_of, views_of

SETS = ("icdar2013", "latex-synth", "latex-real")
STORE = Path(__file__).resolve().parents[1] / "tablecheck" / "extractors" / "cascade" / "weights.json"
PENALTY = 10.0  # inverse strength of the L2 penalty; at 1.0 and a chance of 0.7 the figures are the same within 0.002
LARGEST = 400  # places of a grid; GriTS of larger tables would take minutes


@dataclass
class Row:
    """One table: what decides, and GriTS-Con of each reading; ``found`` says whether it is there at all."""

    dataset: str
    half: int
    readings: Readings
    con: dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    rows = [row for name in SETS for row in _rows(name, options.data / name)]
    for name in SETS:
        scored = [row for row in rows if row.dataset == name]
        held_out = []
        for half in (0, 1):
            weights = _fit([row for row in rows if row.half != half])
            held_out += [_con(row, weights) for row in scored if row.half == half]
        geometry = np.mean([row.con["geometry"] for row in scored])
        model = np.mean([row.con["model"] for row in scored])
        best = np.mean([max(row.con.values()) for row in scored])
        print(f"{name}: {len(scored)} tables, Con geometry {geometry:.4f} model {model:.4f} ", end="")
        print(f"chosen, held out {np.mean(held_out):.4f} best possible {best:.4f}", flush=True)
    weights = _fit(rows)
    print(json.dumps(weights))
    if options.write:
        kept = json.loads(STORE.read_text("utf-8")) if STORE.is_file() else {}
        STORE.write_text(json.dumps({**kept, **weights}, indent=1) + "\n", "utf-8")


def _rows(name: str, data: Path) -> list[Row]:
    rows = []
    for number, sample in enumerate(read_data_set("gtjson", data).samples):
        content = sample.path.read_bytes()
        with opened(content) as document, opened(content) as shown:
            views, _ = views_of(document)
            for view, tables in zip(views, found_by_geometry(views), strict=True):
                for found in tables:
                    grid = grid_for(found.region, view, shown)
                    if grid is None:
                        continue
                    readings = readings_of(found, view.sheet, grid)
                    ours = table_of(found, view, "geometry")
                    known = max(sample.tables, key=lambda one: box_overlap(one, ours), default=None)
                    if known is None or box_overlap(known, ours) <= 0.5:
                        continue
                    if max(known.row_count * known.column_count, ours.row_count * ours.column_count) > LARGEST:
                        continue
                    con = {"geometry": grits_content(known, normal_table(ours))}
                    for kind in ("model", "model_rows", "model_columns"):
                        structure = getattr(readings, kind)
                        con[kind] = con["geometry"]
                        if structure is not None:
                            table = table_of(Found(found.region, structure), view, kind)
                            con[kind] = grits_content(known, normal_table(table))
                    rows.append(Row(name, number % 2, readings, con))
    print(name, len(rows), flush=True)
    return rows


def _fit(rows: Sequence[Row]) -> dict[str, list[float]]:
    disagree = [row for row in rows if not row.readings.agree_on_rows]
    on_rows = [(row.readings.rows, row.con["model_rows"] - row.con["geometry"]) for row in disagree]
    disagree = [row for row in rows if not row.readings.agree_on_columns]
    on_columns = [(row.readings.columns, row.con["model_columns"] - row.con["geometry"]) for row in disagree]
    return {"rows": _regression(on_rows), "columns": _regression(on_columns)}


def _regression(cases: Sequence[tuple[Features, float]]) -> list[float]:
    """Fit to the sign of what is gained; what is gained or lost is the weight of a case."""
    cases = [(features, gain) for features, gain in cases if abs(gain) > 1e-3]
    features = np.array([features for features, _ in cases])
    gains = np.array([gain for _, gain in cases])
    model = LogisticRegression(C=PENALTY, fit_intercept=False, max_iter=2000)
    model.fit(features, gains > 0, sample_weight=np.abs(gains) / np.abs(gains).mean())
    return [round(float(weight), 4) for weight in model.coef_[0]]


def _con(row: Row, weights: dict[str, list[float]]) -> float:
    rows = not row.readings.agree_on_rows and chance(weights["rows"], row.readings.rows) > SURE
    columns = not row.readings.agree_on_columns and chance(weights["columns"], row.readings.columns) > SURE
    kind = "model" if rows and columns else "model_rows" if rows else "model_columns" if columns else "geometry"
    return row.con[kind]


if __name__ == "__main__":
    main()
