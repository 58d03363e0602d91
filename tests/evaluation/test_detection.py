"""Figures of detection, against values worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecheck.evaluation.detection import (
    Counts,
    average_precision,
    box_overlap,
    calibration_error,
    expected_counts,
    pair_tables,
    text_overlap,
)
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell, Table


def _at(*box: float, page: int = 0) -> Table:
    return Table((Cell(0, 0, "x"),), place=PagePlace(page, *box))


def _row(*texts: str, page: int | None = None) -> Table:
    place = None if page is None else PagePlace(page, 0, 0, 1, 1)
    return Table(tuple(Cell(0, column, text) for column, text in enumerate(texts)), place=place)


def test_overlap_is_intersection_over_union():
    assert box_overlap(_at(0, 0, 10, 10), _at(5, 0, 15, 10)) == pytest.approx(1 / 3)
    assert box_overlap(_at(0, 0, 10, 10), _at(10, 0, 20, 10)) == 0
    assert box_overlap(_at(0, 0, 10, 10), _at(0, 0, 10, 10, page=1)) == 0
    assert box_overlap(_at(0, 0, 10, 10), _row("x")) == 0


def test_half_an_overlap_is_not_enough():
    assert pair_tables([_at(0, 0, 10, 10)], [_at(0, 0, 10, 5)], box_overlap) == []
    assert pair_tables([_at(0, 0, 10, 10)], [_at(0, 0, 10, 5.1)], box_overlap) == [(0, 0)]


def test_each_table_is_found_once_by_the_best_of_its_rivals():
    known = [_at(0, 0, 10, 10)]
    read = [_at(0, 0, 10, 7), _at(0, 0, 10, 9)]
    assert pair_tables(known, read, box_overlap) == [(0, 1)]


def test_text_overlap_is_the_jaccard_index_of_character_pairs():
    # ab bc cd against ab bc cx: two shared of four
    assert text_overlap(_row("ab", "cd"), _row("ab c", "x")) == pytest.approx(1 / 2)
    # aa aa against aa: pairs count as often as they stand there
    assert text_overlap(_row("aaa"), _row("aa")) == pytest.approx(1 / 2)
    assert text_overlap(_row(""), _row("")) == 0


def test_equal_texts_on_different_pages_do_not_overlap():
    assert text_overlap(_row("abc", page=0), _row("abc", page=1)) == 0
    assert text_overlap(_row("abc", page=0), _row("abc")) == 1


def test_counts_give_precision_recall_and_their_harmonic_mean():
    counts = Counts(known=4, read=5, found=3)
    assert (counts.precision, counts.recall, counts.f1) == pytest.approx((0.6, 0.75, 2 / 3))
    assert (Counts(0, 0, 0).precision, Counts(0, 0, 0).recall, Counts(0, 0, 0).f1) == (0, 0, 0)


def test_expected_figures_average_over_the_threshold():
    # up to .4 both are kept (1/2, 1/2, 1/2), up to .9 the right one (1, 1/2, 2/3), beyond it none
    confidences, found = [0.9, 0.4], [True, False]
    assert expected_counts(confidences, found, 2, 0.0) == pytest.approx((0.7, 0.45, 0.2 + 1 / 3))
    assert expected_counts(confidences, found, 2, 0.5) == pytest.approx((0.8, 0.4, 0.8 * 2 / 3))


@given(st.lists(st.booleans(), max_size=6), st.integers(0, 3))
def test_without_confidences_expected_figures_are_the_plain_ones(found, missed):
    known = sum(found) + missed
    counts = Counts(known, len(found), sum(found))
    for lowest in (0.0, 0.5):
        expected = expected_counts([1.0] * len(found), found, known, lowest)
        assert expected == pytest.approx((counts.precision, counts.recall, counts.f1))


def test_average_precision_counts_missed_tables():
    # precisions 1 and 2/3 where the two hits stand, a third table was not read at all
    assert average_precision([0.9, 0.8, 0.7], [True, False, True], 3) == pytest.approx((1 + 2 / 3) / 3)
    assert average_precision([0.9], [False], 3) == 0
    assert average_precision([], [], 0) == 0


def test_calibration_error_compares_each_tenth_with_what_came_true():
    # two of three in the last tenth: |1/2 - .95|; one in the third tenth: |1 - .25|
    error = calibration_error([0.95, 0.95, 0.25], [True, False, True])
    assert error == pytest.approx(2 / 3 * 0.45 + 1 / 3 * 0.75)
    assert calibration_error([1.0, 1.0], [True, True]) == 0
    assert calibration_error([], []) == 0
