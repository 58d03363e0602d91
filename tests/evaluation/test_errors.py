import random

import pytest

from tablecheck.evaluation.errors import evaluate_errors
from tablecheck.evaluation.errors_kinds import KINDS, Ground, Planted, plant, still_agrees
from tests.data_folder import DATA, needs_data
from tests.pipes import pipes

OURS = pipes("Method | Lake | River | Delta\nNorthNet | 74.1 | 60.3 | 55.2\nSouthNet | 71.2 | 58.8 | 54.4\n")
THEIRS = pipes("Method | Lake | River | Delta\nNorthNet | 74.12 | 60.31 | 55.24\nSouthNet | 71.2 | 58.8 | 54.4\n")
GROUND = Ground(OURS, THEIRS, {(row, column): (row, column) for row in (1, 2) for column in (1, 2, 3)})


def planted(kind: str, seed: int = 0) -> Planted:
    chance = random.Random(seed)
    return next(found for found in (plant(kind, GROUND, chance) for _ in range(50)) if found is not None)


def changed(one: Planted) -> dict[tuple[int, int], tuple[str, str]]:
    pairs = zip(OURS.cells, one.table.cells, strict=True)
    return {(old.row, old.column): (old.text, new.text) for old, new in pairs if old.text != new.text}


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_of_every_kind_can_be_planted_and_touches_what_it_says(kind: str):
    for seed in range(5):
        one = planted(kind, seed)
        assert changed(one)
        if kind != "header exchanged":
            assert set(changed(one)) == one.places


def test_a_number_is_changed_as_its_kind_says():
    ((old, new),) = changed(planted("digits exchanged")).values()
    assert sorted(old) == sorted(new)
    ((old, new),) = changed(planted("times ten")).values()
    assert float(new) / float(old) in (pytest.approx(10), pytest.approx(0.1))
    ((old, new),) = changed(planted("sign")).values()
    assert new == f"-{old}"
    ((old, new),) = changed(planted("complement")).values()
    assert float(old) + float(new) == pytest.approx(100)


def test_two_columns_are_exchanged_in_every_row_that_was_copied():
    texts = changed(planted("two columns exchanged"))
    assert len(texts) == 4
    assert sorted(old for old, _ in texts.values()) == sorted(new for _, new in texts.values())


def test_a_change_that_still_agrees_is_no_slip():
    ours = pipes("Method | Lake\nNorthNet | 0.741\n")
    percent = Ground(ours, pipes("Method | Lake\nNorthNet | 74.1\n"), {(1, 1): (1, 1)})
    found = [plant("times hundred", percent, random.Random(seed)) for seed in range(10)]
    assert None in found
    assert "74.1" not in {one.table.cells[-1].text for one in found if one}


def test_a_single_number_at_another_scale_is_a_slip():
    chance = random.Random(1)
    found = [plant("times hundred", GROUND, chance) for _ in range(10)]
    assert any(found)


def test_an_alarm_is_right_only_where_the_annotated_pair_differs():
    equal = Ground(OURS, THEIRS, {(1, 1): (1, 1)})
    other = Ground(OURS, THEIRS, {(1, 1): (2, 1)})
    assert still_agrees(equal, OURS, (1, 1))
    assert not still_agrees(other, OURS, (1, 1))


@needs_data
@pytest.mark.data
@pytest.mark.slow
def test_planted_slips_are_found_and_clean_tables_are_left_alone():
    scores = evaluate_errors(DATA / "arxiveri", seed=0, per_cell=2)
    assert scores.false_alarms_per_matched_table <= 0.1
    assert scores.false_alarms_per_unmatched_table == 0
    assert scores.precision_new_flags >= 98
    assert scores.recall_any_severity >= scores.recall >= 81
    assert scores.by_size["6-15"] >= 70  # of 26 slips
    assert scores.by_size["31+"] >= 88


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_plants_the_same_slip(kind: str):
    assert changed(planted(kind, 7)) == changed(planted(kind, 7))
