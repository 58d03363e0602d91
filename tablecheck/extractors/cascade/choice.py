"""Which rows and which columns of a table are believed, where geometry and a model do not agree.

Two logistic regressions, one for the rows and one for the columns, say whether the model's are the better ones;
they are asked only where the counts differ. ``tools/fit_cascade.py`` fits them and prints how they do: mean
GriTS-Con of the tables found, each half of the documents read with what was fitted on the other, is 0.931 on
ICDAR-2013 (geometry alone 0.917, the model alone 0.938), and on tables made by LaTeX what it is by geometry alone.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import exp, log

from tablecheck.extractors.cascade.merges import merges_of
from tablecheck.extractors.cascade.pages import Found
from tablecheck.extractors.layout.model import Grid
from tablecheck.extractors.pdf_geometry.sheet import Sheet
from tablecheck.extractors.pdf_geometry.structure import Structure
from tablecheck.extractors.structure.edges import edges_of
from tablecheck.extractors.structure.ruling import structure_by_lines

Features = tuple[float, ...]
SURE = 0.8  # chance above which the model is believed; held out, below 0.75 LaTeX's own tables begin to suffer
NAMES = ("bias", "model has fewer", "share", "doubt", "clash", "rule inside", "leading", "rows", "caption")


@dataclass(frozen=True, slots=True)
class Readings:
    """A table as geometry reads it, by the lines of a model, and with rows of the one and columns of the other."""

    geometry: Structure
    model: Structure | None
    model_rows: Structure | None
    model_columns: Structure | None
    rows: Features
    columns: Features

    @property
    def agree_on_rows(self) -> bool:
        """Whether both count the same rows."""
        return self.model is None or self.model.row_count == self.geometry.row_count

    @property
    def agree_on_columns(self) -> bool:
        """Whether both count the same columns."""
        return self.model is None or self.model.column_count == self.geometry.column_count


def readings_of(found: Found, sheet: Sheet, grid: Grid) -> Readings:
    """Read a table in all ways; the grid is in the sheet's own coordinates."""
    ours = found.structure
    region = found.region
    model = structure_by_lines(region, sheet, grid.across, grid.down)
    across, down = edges_of(ours)
    same_rows = model is None or model.row_count == ours.row_count
    same_columns = model is None or model.column_count == ours.column_count
    model_rows = None if same_rows else structure_by_lines(region, sheet, grid.across, down)
    model_columns = None if same_columns else structure_by_lines(region, sheet, across, grid.down)
    merges = merges_of(ours, region, sheet, grid.across)
    shared = (grid.doubt, merges.clash, merges.ruled, merges.leading, log(max(1, ours.row_count)))

    def features(own: int, other: int) -> Features:
        return (1.0, float(other < own), abs(own - other) / max(own, other), *shared, float(region.caption is not None))

    theirs = model or ours
    return Readings(
        ours,
        model,
        model_rows,
        model_columns,
        features(ours.row_count, theirs.row_count),
        features(ours.column_count, theirs.column_count),
    )


def better_reading(readings: Readings) -> Structure:
    """Choose by the fitted criterion."""
    take_rows = not readings.agree_on_rows and _chance("rows", readings.rows) > SURE
    take_columns = not readings.agree_on_columns and _chance("columns", readings.columns) > SURE
    chosen = None
    if take_rows and take_columns:
        chosen = readings.model
    elif take_rows:
        chosen = readings.model_rows
    elif take_columns:
        chosen = readings.model_columns
    return chosen or readings.geometry


def chance(weights: list[float], features: Features) -> float:
    """The logistic of a weighted sum."""
    total = sum(weight * value for weight, value in zip(weights, features, strict=True))
    return 1 / (1 + exp(-max(-50.0, min(50.0, total))))


@cache
def weights_of(name: str) -> list[float]:
    """Load the fitted weights: ``rows``, ``columns`` or ``confidence``."""
    stored = json.loads(resources.files(__package__).joinpath("weights.json").read_text("utf-8"))
    return [float(weight) for weight in stored[name]]


def _chance(name: str, features: Features) -> float:
    return chance(weights_of(name), features)
