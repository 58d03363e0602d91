from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.matching.values import SCALES, converted, is_truncated, relation
from tablecheck.model.match import Relation
from tablecheck.model.number import Number, parse_number


def number(text: str) -> Number:
    found = parse_number(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("ours", "theirs", "scale", "complement", "expected"),
    [
        ("71.4", "71.4", 0, False, Relation.EQUAL),
        ("71.4", "71.38", 0, False, Relation.ROUNDED),
        ("85.0", "84.95", 0, False, Relation.ROUNDED),
        ("84.9", "84.95", 0, False, Relation.ROUNDED),
        ("91.20", "91.2", 0, False, Relation.EXTRA_DIGITS),
        ("91.23", "91.2", 0, False, Relation.DIFFERENT),
        ("1.2k", "1,234", 0, False, Relation.ROUNDED),
        ("68.40", "0.684", 2, False, Relation.SCALED),
        ("8.3", "0.83", 2, False, Relation.DIFFERENT),
        ("71.4", "28.6", 0, True, Relation.COMPLEMENT),
        ("71.4", "28.5", 0, True, Relation.DIFFERENT),
        ("71.3", "71.38", 0, False, Relation.DIFFERENT),
    ],
)
def test_how_ours_repeats_theirs(ours: str, theirs: str, scale: int, complement: bool, expected: Relation) -> None:
    assert relation(number(ours), number(theirs), scale, complement) is expected


def test_cut_off_digits_are_not_rounded_ones() -> None:
    assert is_truncated(number("71.3"), number("71.38"))
    assert not is_truncated(number("71.4"), number("71.38"))
    assert not is_truncated(number("71.38"), number("71.3"))


values = st.decimals(min_value=-10_000, max_value=10_000, places=3, allow_nan=False)


@settings(max_examples=60)
@given(values, st.sampled_from((0, *SCALES)))
def test_a_number_scaled_as_its_column_is_a_copy(value: Decimal, scale: int) -> None:
    theirs = number(f"{value:f}")
    assert relation(converted(theirs, scale), theirs, scale) is not Relation.DIFFERENT


@settings(max_examples=60)
@given(values, st.integers(0, 2))
def test_every_rounding_of_a_number_is_a_copy(value: Decimal, places: int) -> None:
    theirs, ours = number(f"{value:f}"), number(f"{round(value, places):f}")
    assert relation(ours, theirs) in {Relation.ROUNDED, Relation.EQUAL}
