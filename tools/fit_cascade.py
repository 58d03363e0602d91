"""Fit what the cascade decides by, and print how that does on documents it has not seen.

    python -m tools.fit_cascade --data FOLDER [--write]

FOLDER holds ``latex-synth``, ``latex-real``, ``icdar2013`` and ``pdf-parse-bench``. Four things are fitted: whether the
lines of a heading are one row, whether a reading with a model's rows or columns is better than geometry's (once for
the grid model alone, once for it and SLANet), whether the models are worth asking about a table, and how sure to be
of what is read in the end. Documents are dealt into five parts; each is read with what was fitted on the other four.
``--write`` fits on all of them, stores the weights in the package, and the figures in docs/accuracy.json. Needs
``tablecheck[eval,structure]``.
"""

import argparse
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
from sklearn.linear_model import LogisticRegression, Ridge

from tablecheck.evaluation.calibration import Bin, brier_score, calibration_gap, reliability
from tablecheck.evaluation.datasets import read_data_set
from tablecheck.evaluation.detection import box_overlap, text_overlap
from tablecheck.evaluation.grits import grits_content
from tablecheck.evaluation.linked_values import linked_values
from tablecheck.evaluation.samples import Sample, normal_table
from tablecheck.extractors.cascade.asking import GRID, SLANET, grid_for, slanet_for, tables_on
from tablecheck.extractors.cascade.choice import CRITERIA, Reading, agree_all, agreement_on, best_of, readings_of
from tablecheck.extractors.cascade.doubt import WORTH_ASKING, figures_of
from tablecheck.extractors.cascade.heading import headed, joined_heading
from tablecheck.extractors.cascade.pages import Found, View, found_by_geometry, table_of
from tablecheck.extractors.cascade.seen import is_seen, with_seen
from tablecheck.extractors.cascade.signals import is_doubtful
from tablecheck.extractors.cascade.weights import chance
from tablecheck.extractors.layout.places import is_upright
from tablecheck.extractors.pdf_geometry.opening import opened
from tablecheck.extractors.pdf_geometry.tables import views_of
from tablecheck.model.table import Table

SETS = {
    "latex-synth": "gtjson",
    "latex-real": "gtjson",
    "icdar2013": "icdar2013",
    "pdf-parse-bench": "pdf-parse-bench",
}
ROOT = Path(__file__).resolve().parents[1]
STORE = ROOT / "tablecheck" / "extractors" / "cascade" / "weights.json"
FIGURES = ROOT / "docs" / "accuracy.json"
PARTS = 5
PENALTY = 1.0  # inverse strength of the L2 penalty; from 0.5 to 4 the figures are the same within 0.002
PENALTY_OF_CHOICE = 3.0  # strength of the L2 penalty; held out, 3 gains most, from 100 on no reading is ever changed
PENALTY_OF_CONFIDENCE = 0.03  # held out, the Brier score is lowest between 0.01 and 0.03: few tables are read badly
LEAST_SPREAD = 0.05  # of a figure over the cases: what hardly varies here must not be given a great weight
LARGEST = 900  # places of a grid; GriTS of larger tables would take minutes
LINKED = 0.5  # share of the links in what a reading is worth; held out, 0.1 to 0.5 differ by one or two tables
WORTH = 0.01  # of a score that asking must be able to gain
ALONE, BOTH = GRID, f"{GRID}+{SLANET}"
"""The models that are asked: what comes with PyMuPDF, and SLANet as well where it is installed."""

Weights = Mapping[str, float]
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Score:
    """GriTS-Con of a reading, and F1 of its numbers under the right labels; both 0 for what is no table."""

    con: float = 0.0
    linked: float = 0.0

    @property
    def worth(self) -> float:
        """What is to be made large: a reading with a wrong heading may have nearly all cells, and no link right."""
        return (1 - LINKED) * self.con + LINKED * self.linked


@dataclass
class Option:
    """A reading: what speaks for it, how good it is, and who agrees with it."""

    figures: Mapping[str, float]
    score: Score
    agreement: Mapping[str, float]


@dataclass
class Case:
    """A table that was found, how good it is as geometry reads it, and all other readings."""

    data_set: str
    part: int
    figures: Mapping[str, float]
    score: Score
    is_table: bool
    witnesses: Mapping[str, float]
    agreement: dict[str, Mapping[str, float]] = field(default_factory=dict)
    options: dict[str, list[Option]] = field(default_factory=dict)


@dataclass(frozen=True)
class Heading:
    """A table whose heading may be joined, and what that gains."""

    part: int
    figures: Mapping[str, float]
    gain: float


Outcome = tuple[Case, Score, float, float]
"""A table, how good it is as it is read in the end, the confidence in it, and whether the models were asked."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    sets = [(name, form, options.data / name) for name, form in SETS.items()]
    headings = [heading for one in sets for heading in headings_of(*one)]
    parts = [_heading([one for one in headings if one.part != part]) for part in range(PARTS)]
    cases = [case for one in sets for case in cases_of(*one, parts)]
    figures = held_out(cases)
    print(json.dumps(figures, indent=1))
    if options.write:
        weights = {"heading": _heading(headings), **fitted(cases)}
        STORE.write_text(json.dumps(weights, indent=1) + "\n", "utf-8")
        stored = json.loads(FIGURES.read_text("utf-8"))
        stored["cascade"] = figures
        FIGURES.write_text(json.dumps(stored, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")


def headings_of(name: str, form: str, data: Path) -> list[Heading]:
    """Score the headings of a data set that may be joined, as geometry reads them and as one row."""
    headings = []
    for sample in read_data_set(form, data).samples:
        with opened(sample.path.read_bytes()) as document:
            views, _ = views_of(document)
        for view, found in zip(views, found_by_geometry(views), strict=True):
            for one in found:
                joined = joined_heading(one.structure, one.region, view.sheet)
                read = table_of(one, view, "geometry")
                known = _known(read, sample)
                if joined is not None and known is not None:
                    other = table_of(Found(one.region, joined.structure), view, "geometry")
                    gain = _score(other, known).worth - _score(read, known).worth
                    headings.append(Heading(_part(name, sample), joined.figures, gain))
    return headings


def cases_of(name: str, form: str, data: Path, headings: Sequence[Weights]) -> list[Case]:
    """Read a data set and score all readings of each table; ``headings`` are the weights for each part."""
    cases = []
    for sample in read_data_set(form, data).samples:
        part = _part(name, sample)
        content = sample.path.read_bytes()
        with opened(content) as document, opened(content) as shown:
            views, _ = views_of(document)
            for view, found in zip(views, found_by_geometry(views), strict=True):
                upright = is_upright(view.sheet, view.rotation)
                witnesses: dict[str, float] = {}
                grids = []
                if upright and is_doubtful(view, [one.region for one in found]):
                    grids = tables_on(view, shown)
                    found, witnesses = with_seen(view, found, grids), {"page asked": 1.0}
                for one in found:
                    one = Found(one.region, headed(one.structure, one.region, view.sheet, headings[part]))
                    seen = {"seen": float(is_seen(one, grids))} if witnesses else {}
                    case = _case(one, view, sample, Case(name, part, {}, Score(), False, {**witnesses, **seen}))
                    if upright and one.structure.column_count > 1:
                        _add_options(case, one, view, shown, sample, headings[part])
                    cases.append(case)
    print(f"{name}: {len(cases)} tables found", flush=True)
    return cases


def _part(name: str, sample: Sample) -> int:
    return zlib.crc32(f"{name}/{sample.name}".encode()) % PARTS


def _case(found: Found, view: View, sample: Sample, case: Case) -> Case:
    case.figures = figures_of(found, view.sheet)
    table = table_of(found, view, "geometry")
    known = _known(table, sample)
    case.is_table = known is not None
    case.score = _score(table, known)
    return case


def _add_options(case: Case, found: Found, view: View, shown: object, sample: Sample, heading: Weights) -> None:
    both = {GRID: grid_for(found.region, view, shown), SLANET: slanet_for(found.region, view, shown)}
    known = _known(table_of(found, view, "geometry"), sample)
    for name, grids in ((ALONE, {GRID: both[GRID]}), (BOTH, both)):
        case.agreement[name] = agreement_on(found, view.sheet, grids, heading)
        case.options[name] = [
            Option(reading.figures, _score(_as_table(found, reading, view), known), agreement)
            for reading in readings_of(found, view.sheet, grids, heading)
            for agreement in [agreement_on(Found(found.region, reading.structure), view.sheet, grids, heading)]
        ]


def _as_table(found: Found, reading: Reading, view: View) -> Table:
    return table_of(Found(found.region, reading.structure), view, "model")


def _known(table: Table, sample: Sample) -> Table | None:
    overlap = box_overlap if any(known.place is not None for known in sample.tables) else text_overlap
    read = normal_table(table)
    best = max(sample.tables, key=lambda known: overlap(known, read), default=None)
    return best if best is not None and overlap(best, read) > 0.5 else None


def _score(table: Table, known: Table | None) -> Score:
    if known is None:
        return Score()
    read = normal_table(table)
    size = max(known.row_count * known.column_count, read.row_count * read.column_count)
    con = 1.0 if size > LARGEST else grits_content(known, read)
    right, given = linked_values([known]), linked_values([read])
    both = right.total() + given.total()
    return Score(con, 2 * (right & given).total() / both if both else con)


def fitted(cases: Sequence[Case]) -> dict[str, dict[str, float]]:
    """Fit all regressions, those first that the others stand on."""
    weights = {name: _choice(cases, name) for name in (ALONE, BOTH)}
    weights["asking"] = _asking(cases)
    weights["confidence"] = _confidence(cases, weights)
    return weights


def _heading(headings: Sequence[Heading]) -> dict[str, float]:
    """Fit to the sign of what is gained by joining; what is gained or lost is the weight of a case."""
    telling = [one for one in headings if abs(one.gain) > 1e-3]
    return _regression(
        [one.figures for one in telling],
        [one.gain > 0 for one in telling],
        [abs(one.gain) ** 0.5 for one in telling],
    )


def _choice(cases: Sequence[Case], name: str) -> dict[str, float]:
    """Fit to what is gained; the readings of a table that has many count for less."""
    rows, gains, shares = [], [], []
    for case in cases:
        options = case.options.get(name, ())
        for option in options:
            rows.append(option.figures)
            gains.append(option.score.worth - case.score.worth)
            shares.append(1 / len(options) ** 0.5)
    names, figures, spread = _table_of_figures(rows)
    model = Ridge(alpha=PENALTY_OF_CHOICE, fit_intercept=False)
    model.fit(figures / spread, gains, sample_weight=shares)
    return _named(names, model.coef_ / spread)


def _asking(cases: Sequence[Case]) -> dict[str, float]:
    """Fit to whether some reading of the grid model is better; what it gains is the weight of a case."""
    gains = [max([0.0, *(o.score.worth - case.score.worth for o in case.options.get(ALONE, ()))]) for case in cases]
    return _regression(
        [case.figures for case in cases], [gain > WORTH for gain in gains], [max(0.05, g) for g in gains]
    )


def _confidence(cases: Sequence[Case], weights: Mapping[str, Weights]) -> dict[str, float]:
    """Fit to the GriTS-Con of what is read in the end, with SLANet and without."""
    read = [outcome for case in cases for name in (ALONE, BOTH) for outcome in [_outcome(case, name, weights)]]
    rows = [figures for figures, _ in read]
    cons = [score.con for _, score in read]
    doubled = [*((row, True, con) for row, con in zip(rows, cons, strict=True))]
    doubled += [(row, False, 1 - con) for row, con in zip(rows, cons, strict=True)]
    doubled = [case for case in doubled if case[2] > 0]
    return _regression(
        [row for row, _, _ in doubled],
        [yes for _, yes, _ in doubled],
        [share for *_, share in doubled],
        PENALTY_OF_CONFIDENCE,
    )


def _regression(
    rows: Sequence[Mapping[str, float]], targets: Sequence[bool], shares: Sequence[float], penalty: float = PENALTY
) -> dict[str, float]:
    names, figures, spread = _table_of_figures(rows)
    model = LogisticRegression(C=penalty, fit_intercept=False, max_iter=5000)
    model.fit(figures / spread, targets, sample_weight=np.array(shares) / np.mean(shares))
    return _named(names, model.coef_[0] / spread)


def _table_of_figures(rows: Sequence[Mapping[str, float]]) -> tuple[list[str], Array, Array]:
    """Give the names of the figures, shape ``(figures,)``, the figures, ``(rows, figures)``, and their spread."""
    names = sorted({name for row in rows for name in row})
    figures = np.array([[row.get(name, 0.0) for name in names] for row in rows])
    return names, figures, np.maximum(figures.std(axis=0), LEAST_SPREAD)


def _named(names: Sequence[str], weights: Array) -> dict[str, float]:
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True) if abs(weight) > 5e-5}


def _outcome(case: Case, name: str, weights: Mapping[str, Weights]) -> tuple[Mapping[str, float], Score]:
    """What the confidence sees of a table as the cascade reads it, and how good that is."""
    chosen: Option | None = None
    agreement: Mapping[str, float] = {}
    if _is_asked(case, weights):
        name = ALONE if agree_all(case.agreement[ALONE]) else name
        agreement = case.agreement[name]
        options = [(case.options[models], weights[models]) for models in CRITERIA if models in (name, ALONE)]
        chosen = next(filter(None, (_best(*one) for one in options)), None)
    if chosen is None:
        return {**case.figures, **case.witnesses, **agreement}, case.score
    return {**case.figures, **case.witnesses, **chosen.agreement}, chosen.score


def _is_asked(case: Case, weights: Mapping[str, Weights]) -> bool:
    return bool(case.options) and chance(weights["asking"], case.figures) >= WORTH_ASKING


def _best(options: Sequence[Option], weights: Weights) -> Option | None:
    best = best_of([option.figures for option in options], weights)
    return options[best] if best is not None else None


def held_out(cases: Sequence[Case]) -> dict[str, object]:
    """Read each part with what was fitted on the others, and say how that does."""
    outcomes: dict[str, list[Outcome]] = {ALONE: [], BOTH: []}
    for part in range(PARTS):
        weights = fitted([case for case in cases if case.part != part])
        for name, read in outcomes.items():
            for case in cases:
                if case.part == part:
                    figures, score = _outcome(case, name, weights)
                    asked = float(_is_asked(case, weights))
                    read.append((case, score, chance(weights["confidence"], figures), asked))
    return {
        "structure": {data_set: _structure(data_set, outcomes) for data_set in SETS},
        "confidence": {name: _calibration(read) for name, read in outcomes.items()},
    }


def _structure(data_set: str, outcomes: Mapping[str, Sequence[Outcome]]) -> dict[str, object]:
    here = {
        name: [one for one in read if one[0].data_set == data_set and one[0].is_table]
        for name, read in outcomes.items()
    }

    def means(of: str) -> dict[str, float]:
        best = [
            max([case.score, *(o.score for o in case.options.get(BOTH, ()))], key=lambda one: one.worth)
            for case, *_ in here[BOTH]
        ]
        return {
            "geometry": _mean([getattr(case.score, of) for case, *_ in here[ALONE]]),
            "auto": _mean([getattr(score, of) for _, score, _, _ in here[ALONE]]),
            "auto_with_structure": _mean([getattr(score, of) for _, score, _, _ in here[BOTH]]),
            "best_possible": _mean([getattr(score, of) for score in best]),
        }

    asked = _mean([asked for *_, asked in here[ALONE]])
    return {"tables": len(here[ALONE]), "asked": asked, "con": means("con"), "linked": means("linked")}


def _calibration(read: Sequence[Outcome]) -> dict[str, object]:
    said = [confidence for _, _, confidence, _ in read]
    true = [score.con for _, score, _, _ in read]
    return {
        "tables": len(read),
        "brier": round(brier_score(said, true), 4),
        "brier_of_the_mean": round(brier_score([float(np.mean(true))] * len(true), true), 4),
        "ece": round(calibration_gap(said, true), 4),
        "bins": [_drawn(one) for one in reliability(said, true)],
    }


def _drawn(one: Bin) -> list[float]:
    return [one.count, round(one.said, 4), round(one.true, 4)]


def _mean(values: Sequence[float]) -> float:
    return round(float(np.mean(values)), 4)


if __name__ == "__main__":
    main()
