"""Which rows and which columns of a table are believed, where geometry and the models do not agree.

A table may have the rows of one reader and the columns of another. Each such reading is compared with geometry's:
how much more it looks like a table, and who else has its rows and its columns. A linear regression gives what may be
gained by it, in GriTS-Con and in numbers under the right labels. ``tools/fit_cascade.py`` fits two, one for the grid
model alone and one for the grid model and SLANet, and prints how they do on documents they were not fitted on.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablecheck.extractors.cascade.agreement import Homes, are_same, homes_in_columns, homes_in_rows
from tablecheck.extractors.cascade.heading import headed
from tablecheck.extractors.cascade.looks import look_of
from tablecheck.extractors.cascade.pages import Found
from tablecheck.extractors.cascade.weights import Weights, weighted, weights_of
from tablecheck.extractors.cascade.wrapping import cells_of_two_faces
from tablecheck.extractors.layout.model import Grid
from tablecheck.extractors.pdf_geometry.sheet import Sheet
from tablecheck.extractors.pdf_geometry.structure import Structure
from tablecheck.extractors.structure.edges import edges_of
from tablecheck.extractors.structure.ruling import structure_by_lines

CRITERIA = ("grid+slanet", "grid")
"""Regressions by the models they ask, those of more first.

Where nothing is to be gained with SLANet, it is decided as without it, so that it makes nothing worse.
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """A table that is not divided as geometry divides it, and the figures that speak for or against it."""

    structure: Structure
    figures: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Reader:
    """What a reader draws in a table, and where the words are by that."""

    name: str
    across: Sequence[float]
    down: Sequence[float]
    doubt: float
    rows: Homes
    columns: Homes


def readings_of(found: Found, sheet: Sheet, grids: Mapping[str, Grid], heading: Weights | None = None) -> list[Reading]:
    """Read a table in all ways that differ from geometry's; none that puts bold and other lines into one cell.

    ``grids`` are what the models draw, by the model's name, in the sheet's own coordinates; ``heading`` are the
    weights that headings are joined by, those of the package if not given.
    """
    ours = found.structure
    geometry = _reader("geometry", *edges_of(ours), 0.0, ours)
    models = []
    for name, grid in grids.items():
        structure = _drawn(found, sheet, grid.across, grid.down, heading)
        if structure is not None:
            models.append(_reader(name, grid.across, grid.down, grid.doubt, structure))
    look, faces = look_of(ours, found.region, sheet), cells_of_two_faces(ours)
    readings: list[Reading] = []
    known: list[Structure] = []
    for rows_by, columns_by in itertools.product([geometry, *models], repeat=2):
        structure = _drawn(found, sheet, rows_by.across, columns_by.down, heading)
        if structure is None or structure in known or (rows_by is geometry and columns_by is geometry):
            continue
        known.append(structure)
        rows, columns = homes_in_rows(structure), homes_in_columns(structure)
        new_rows = float(not are_same(rows, geometry.rows))
        new_columns = float(not are_same(columns, geometry.columns))
        if not (new_rows or new_columns) or cells_of_two_faces(structure) > faces:
            continue
        figures = {name: value - look[name] for name, value in look_of(structure, found.region, sheet).items()}
        for model in models:
            figures[f"rows as {model.name}"] = _gain(model.rows, rows, geometry.rows)
            figures[f"columns as {model.name}"] = _gain(model.columns, columns, geometry.columns)
        figures["new rows"], figures["new columns"] = new_rows, new_columns
        figures[f"new rows, doubt of {rows_by.name}"] = new_rows * rows_by.doubt
        figures[f"new columns, doubt of {columns_by.name}"] = new_columns * columns_by.doubt
        figures["new rows, ruled"] = new_rows * (len(found.region.rules) >= 2)
        figures["new rows, log rows"] = new_rows * look["log rows"]
        figures["new columns, log rows"] = new_columns * look["log rows"]
        readings.append(Reading(structure, figures))
    return readings


def better_structure(found: Found, sheet: Sheet, grids: Mapping[str, Grid]) -> Structure:
    """Choose the reading by which most may be gained, geometry's where nothing may."""
    for models in CRITERIA:
        names = models.split("+")
        if not all(name in grids for name in names):
            continue
        readings = readings_of(found, sheet, {name: grids[name] for name in names})
        best = best_of([reading.figures for reading in readings], weights_of(models))
        if best is not None:
            return readings[best].structure
    return found.structure


def best_of(readings: Sequence[Mapping[str, float]], weights: Weights) -> int | None:
    """Say by which of some readings most may be gained, told by their figures; ``None`` where nothing may."""
    gains = [weighted(weights, figures) for figures in readings]
    best = max(gains, default=0.0)
    return gains.index(best) if best > 0 else None


def agreement_on(
    found: Found, sheet: Sheet, grids: Mapping[str, Grid], heading: Weights | None = None
) -> dict[str, float]:
    """Say for each model whether it divides a table's rows as the structure does, and whether its columns."""
    rows, columns = homes_in_rows(found.structure), homes_in_columns(found.structure)
    agreement: dict[str, float] = {}
    for name, grid in grids.items():
        structure = _drawn(found, sheet, grid.across, grid.down, heading)
        if structure is not None:
            agreement[f"{name} asked"] = 1.0
            agreement[f"rows as {name}"] = float(are_same(rows, homes_in_rows(structure)))
            agreement[f"columns as {name}"] = float(are_same(columns, homes_in_columns(structure)))
    return agreement


def agree_all(agreement: Mapping[str, float]) -> bool:
    """Tell whether all models that were asked divide a table as its structure does."""
    return bool(agreement) and all(agreement.values())


def _drawn(
    found: Found, sheet: Sheet, across: Sequence[float], down: Sequence[float], heading: Weights | None
) -> Structure | None:
    structure = structure_by_lines(found.region, sheet, across, down)
    return headed(structure, found.region, sheet, heading) if structure is not None else None


def _reader(name: str, across: Sequence[float], down: Sequence[float], doubt: float, structure: Structure) -> _Reader:
    return _Reader(name, across, down, doubt, homes_in_rows(structure), homes_in_columns(structure))


def _gain(theirs: Homes, new: Homes, ours: Homes) -> float:
    """1 where a model agrees with the new reading and not with geometry's, -1 the other way round."""
    return float(are_same(new, theirs)) - float(are_same(ours, theirs))
