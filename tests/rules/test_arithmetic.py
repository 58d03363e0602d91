"""Whatever way an honest author rounds, arithmetic on what is printed must not accuse."""

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.model.number import Number, parse_number
from tablecheck.rules._arithmetic import fits_harmonic, fits_mean, fits_padded, fits_sum, harmonic, is_near, written

exact = st.decimals(min_value=1, max_value=99, places=6)
ways = st.sampled_from([ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_DOWN])
decimals = st.integers(min_value=0, max_value=3)


def printed(value: Decimal, places: int, way: str) -> Number:
    number = parse_number(f"{value.quantize(Decimal(1).scaleb(-places), way):f}")
    assert number is not None
    return number


@settings(max_examples=150, deadline=None)
@given(st.lists(exact, min_size=2, max_size=8), decimals, ways)
def test_the_mean_of_unrounded_numbers_fits_what_is_printed_of_them(values, places, way):
    mean = sum(values, Decimal()) / len(values)
    assert fits_mean(printed(mean, places, way), [printed(value, places, way) for value in values])


@settings(max_examples=150, deadline=None)
@given(st.lists(exact, min_size=2, max_size=8), decimals)
def test_the_sum_of_unrounded_numbers_fits_what_is_printed_of_them(values, places):
    members = [printed(value, places, ROUND_HALF_UP) for value in values]
    assert fits_sum(printed(sum(values, Decimal()), places, ROUND_HALF_UP), members)


@settings(max_examples=150, deadline=None)
@given(exact, exact, decimals, st.sampled_from([ROUND_HALF_UP, ROUND_HALF_EVEN]))
def test_the_f1_of_unrounded_numbers_fits_what_is_printed_of_them(precision, recall, places, way):
    f1 = printed(harmonic([precision, recall]), places, way)
    assert fits_harmonic(f1, [printed(precision, places, way), printed(recall, places, way)])


@settings(max_examples=150, deadline=None)
@given(st.lists(exact, min_size=3, max_size=8), st.integers(min_value=2, max_value=30))
def test_a_mean_two_places_off_does_not_fit(values, steps):
    members = [printed(value, 1, ROUND_HALF_UP) for value in values]
    wrong = sum((number.value for number in members), Decimal()) / len(members) + steps * Decimal("0.1")
    assert not fits_mean(printed(wrong, 1, ROUND_HALF_UP), members)


def test_half_a_place_up_and_a_whole_place_down_are_near():
    number = parse_number("71.5")
    assert number is not None
    assert is_near(number, Decimal("71.45"), Decimal(0))
    assert is_near(number, Decimal("71.59"), Decimal(0))
    assert not is_near(number, Decimal("71.44"), Decimal(0))
    assert not is_near(number, Decimal("71.61"), Decimal(0))


def test_a_mean_of_numbers_of_another_size_is_written_as_a_power_of_ten():
    number = parse_number("4.0")
    assert number is not None
    assert written(Decimal("5.04e60"), number) == "5.04e+60"
    assert written(Decimal("5.04e-60"), number) == "0.0"
    assert written(Decimal("71.46"), number) == "71.5"


def test_a_last_zero_may_fill_up_a_column_where_enough_digits_are_left():
    def is_mean(result: str, *members: str) -> bool:
        numbers = [number for text in (result, *members) if (number := parse_number(text)) is not None]
        return fits_padded(fits_mean, numbers[0], numbers[1:])

    assert is_mean("69.90", "69.81", "69.95")
    assert not is_mean("0.40", "0.47", "0.49")
    assert is_mean("0.740", "0.740", "0.740")
