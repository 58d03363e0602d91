"""Figures that say whether a confidence means what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecheck.evaluation.calibration import Bin, brier_score, calibration_gap, reliability

SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=30)


def test_ranges_hold_what_was_said_in_them_and_what_was_true():
    assert reliability([0.91, 0.93, 0.2], [1.0, 0.5, 0.2]) == (
        Bin(1, 0.2, 0.2),
        Bin(2, pytest.approx(0.92), pytest.approx(0.75)),
    )


def test_a_confidence_of_one_is_in_the_highest_range():
    assert reliability([1.0, 0.95], [1.0, 1.0])[0].count == 2


def test_the_gap_is_the_mean_over_tables_and_not_over_ranges():
    assert calibration_gap([0.95, 0.95, 0.95, 0.15], [0.95, 0.95, 0.95, 0.55]) == pytest.approx(0.1)


def test_the_score_is_the_mean_square():
    assert brier_score([1.0, 0.5], [0.0, 0.5]) == 0.5
    assert brier_score([], []) == 0.0


@given(SHARES)
def test_who_says_what_is_true_errs_in_nothing(said):
    assert brier_score(said, said) == 0.0
    assert calibration_gap(said, said) == pytest.approx(0.0)
