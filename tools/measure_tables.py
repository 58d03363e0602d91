"""Measure what is taken out of PDFs, by every data set and extractor in one run, and keep it in docs/accuracy.json.

    python -m tools.measure_tables --data FOLDER [--sets A,B] [--extractors A,B] [--predictions DIR]

FOLDER holds the sets below ``te``; the set ``own`` is made of benchmarks/tables-src, which takes TeX and LaTeXML. Where
SLANet is installed, ``auto`` uses it and its figures are kept as ``auto+structure``: run it once with the extra
``structure`` and once without. What is not measured keeps the figures it has. CPU seconds can be compared where they
come from one run. Needs ``tablecheck[eval,baselines]``.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tablecheck.evaluation.build_tables import build_tables
from tablecheck.evaluation.table_report import scores_as_dict
from tablecheck.evaluation.table_scores import evaluate_tables
from tablecheck.extractors.structure.slanet import is_installed

ROOT = Path(__file__).resolve().parents[1]
STORE = ROOT / "docs" / "accuracy.json"
OWN = "own"
SETS = {
    "latex-synth": "gtjson",
    "latex-real": "gtjson",
    "icdar2013": "icdar2013",  # the boxes that gt.json has on turned pages are elsewhere than the tables
    "pdf-parse-bench": "pdf-parse-bench",
    OWN: "htmlbbox",
}
WITHOUT_STRUCTURE = (
    "geometry",
    "auto",
    "layout",
    "pymupdf_layout",
    "pymupdf_lines",
    "pdfplumber",
    "camelot_network",
    "camelot_lattice",
)
WITH_STRUCTURE = ("geometry", "auto", "geometry+slanet", "layout")
Figures = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--extractors", default=",".join(named()))
    parser.add_argument("--predictions", type=Path, help="keep what is read in this folder, read nothing again")
    options = parser.parse_args()
    measure(options.data, options.sets.split(","), options.extractors.split(","), options.predictions)


def named() -> tuple[str, ...]:
    """The extractors that are measured where none is named."""
    return WITH_STRUCTURE if is_installed() else WITHOUT_STRUCTURE


def measure(data: Path, sets: Sequence[str], extractors: Sequence[str], predictions: Path | None = None) -> None:
    """Measure each extractor on each set, and keep the figures of each as soon as they are there."""
    with tempfile.TemporaryDirectory() as own:
        if OWN in sets:
            build_tables(ROOT / "benchmarks" / "tables-src", Path(own))
        for name in sets:
            folder = Path(own) if name == OWN else data / "te" / name
            for extractor in extractors:
                shown = f"{extractor}+structure" if extractor == "auto" and is_installed() else extractor
                kept = predictions / name / shown if predictions is not None else None
                scores = scores_as_dict(evaluate_tables(SETS[name], folder, extractor, predictions=kept))
                keep(name, shown, {key: value for key, value in scores.items() if key != "detail"})
                print(json.dumps(scores), flush=True)


def keep(data_set: str, extractor: str, scores: Figures) -> None:
    figures = json.loads(STORE.read_text("utf-8"))
    figures.setdefault("extraction", {}).setdefault(data_set, {})[extractor] = scores
    STORE.write_text(json.dumps(figures, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
