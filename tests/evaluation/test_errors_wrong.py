import pytest

from tablecheck.evaluation.errors_wrong import KINDS, evaluate_wrong
from tests.data_folder import DATA, needs_data


@pytest.mark.data
@needs_data
def test_numbers_of_another_metric_or_split_keep_being_found_in_the_development_tables():
    scores = evaluate_wrong(DATA / "arxiveri", seed=1)
    assert tuple(scores.planted) == KINDS
    assert min(scores.planted.values()) >= 20
    floors = {"metric, one number": 75, "metric, a line": 65, "split, one number": 65, "split, a line": 85}
    assert {kind: scores.recall[kind] for kind, floor in floors.items() if scores.recall[kind] < floor} == {}
    assert scores.false_alarms == 0
