"""How well geometry alone reads what LaTeX made: no change may lose more than it gains."""

from pathlib import Path

import pytest

from tablecheck.evaluation.table_scores import evaluate_tables
from tests.data_folder import DATA, needs_data

# Just under what was measured: detection F1, GriTS-Con and TEDS of the tables found, F1 of linked numbers.
FLOORS = {
    "latex-real": (0.99, 0.99, 0.99, 0.99),
    "latex-synth": (0.975, 0.97, 0.96, 0.95),
}


@needs_data
@pytest.mark.data
@pytest.mark.parametrize("name", FLOORS)
def test_tables_are_found_and_read_as_well_as_ever(name):
    scores = evaluate_tables("gtjson", Path(DATA) / "te" / name, "geometry")
    measured = (scores.detected.f1, scores.structure.con, scores.structure.teds, scores.linked.f1)
    assert all(value >= floor for value, floor in zip(measured, FLOORS[name], strict=True)), measured
