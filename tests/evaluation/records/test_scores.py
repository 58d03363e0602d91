import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.evaluation.records.scores import (
    EXACT,
    Tally,
    is_right,
    macro,
    page_f1,
    tally,
    tally_cell,
    token_f1,
    tuple_tally,
    words_of,
)

NAMES = st.sampled_from(["task", "metric", "model", "settings"])
WORDS = st.lists(st.sampled_from(["lake", "river", "AP", "50", "delta"]), min_size=1, max_size=4).map(" ".join)
VALUES = st.one_of(
    WORDS, st.lists(WORDS, min_size=1, max_size=3), st.dictionaries(WORDS, WORDS, min_size=1, max_size=3)
)
TABLES = st.dictionaries(st.sampled_from("abcd"), st.dictionaries(NAMES, WORDS, max_size=4), max_size=4)


def test_words_are_compared_without_punctuation_and_citations():
    assert words_of(r"AP$^\text{e}_{50}$ \cite{lake2020}") == ["ap", "text", "e", "50"]


def test_the_f1_of_words_is_that_of_multisets():
    # two of three words of one, two of four of the other: 2·2/(3+4)
    assert token_f1("lake lake river", "lake river delta delta") == pytest.approx(4 / 7)


def test_a_value_is_right_from_the_threshold_on():
    assert is_right("SGD bus booking", "SGD", 0.5)  # 2·1/(3+1)
    assert not is_right("SGD bus booking", "SGD", 0.51)
    assert not is_right("SGD bus booking", "SGD", EXACT)


def test_any_of_several_known_values_will_do():
    assert is_right(["Schema Guided Dialogue", "SGD"], "sgd", EXACT)


def test_lists_of_settings_are_paired_so_that_most_agree():
    known = {"backbone": "R-50", "pretrain": "COCO"}
    assert is_right(known, {"pretrain": "COCO", "backbone": "R-50"}, EXACT)
    assert is_right(known, {"Backbone": "R-50"})  # one of two, and of one: F1 2/3
    assert not is_right(known, {"depth": "4", "width": "8", "Backbone": "R-50", "height": "9"})  # 2·1/(2+4)


def test_a_cell_is_counted_attribute_by_attribute():
    known = {"type": "Result", "metric": "AP", "model": "NorthNet", "task": "object detection"}
    given = {"type": "Result", "metric": "accuracy", "model": "NorthNet", "split": "test"}
    assert tally_cell(known, given) == Tally(right=2, wrong=2, missed=2)


def test_cells_of_one_side_alone_count_with_all_they_say():
    assert tally({"a": {"type": "Result", "metric": "AP"}}, {"b": {"type": "Other"}}) == Tally(0, 1, 2)


def test_table_f1_is_the_mean_over_tables_and_not_over_cells():
    tallies = [Tally(right=1), Tally(right=0, wrong=100, missed=100)]
    assert macro(tallies) == (50.0, 50.0, 50.0)


def test_tuple_f1_counts_equal_tuples():
    known = [("G1", "SiO2", 70.0, "mol"), ("G1", "Na2O", 30.0, "mol"), ("G2", "SiO2", 65.0, "mol")]
    found = tuple_tally(known, [known[0], ("G1", "Na2O", 31.0, "mol")])
    assert found == Tally(right=1, wrong=1, missed=2)
    assert found.f1 == pytest.approx(2 * 1 / (2 + 3))


def test_page_f1_is_the_mean_over_attributes():
    found = {
        "title": [("the lake", ["the lake"]), ("the river", ["a river"]), ("", ["delta"])],  # P 1/2, R 1/3
        "author": [("a. b", ["a. b"]), ("", []), ("c", [])],  # P 1/2, R 1/1
        "price": [("", []), ("", []), ("", [])],  # on no page, and given on none
    }
    assert page_f1(found) == pytest.approx((0.4 + 2 / 3) / 2)


@settings(max_examples=60)
@given(TABLES)
def test_a_table_described_as_it_is_known_has_all_right(known):
    assert tally(known, known, EXACT) == Tally(right=sum(map(len, known.values())))


@settings(max_examples=60)
@given(TABLES, TABLES)
def test_every_known_value_is_right_or_missed_and_every_given_one_right_or_wrong(known, found):
    one = tally(known, found)
    assert one.right + one.missed == sum(map(len, known.values()))
    assert one.right + one.wrong == sum(map(len, found.values()))


@settings(max_examples=60)
@given(TABLES, TABLES, st.floats(0.05, 1), st.floats(0.05, 1))
def test_a_higher_threshold_never_finds_more_right(known, found, one, other):
    assert tally(known, found, min(one, other)).right >= tally(known, found, max(one, other)).right


@settings(max_examples=60)
@given(VALUES)
def test_a_value_is_right_for_itself(value):
    assert is_right(value, value if not isinstance(value, list) else value[0], EXACT)
