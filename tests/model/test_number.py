from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecheck.model.number import find_numbers, parse_number, rounded
from tests.model.strategies import places, printed, values

PRINTED_FORMS = [
    # what is printed, value, decimals
    ("77.0", "77.0", 1),
    (".770", "0.770", 3),
    (r"77.0\%", "77.0", 1),
    ("77.0 %", "77.0", 1),
    ("77.0±0.3", "77.0", 1),
    ("77.0 (0.3)", "77.0", 1),
    ("77.0_{±0.3}", "77.0", 1),
    (r"$77.0_{\pm 0.3}$", "77.0", 1),
    (r"$1.2\times10^{-3}$", "0.0012", 4),
    ("1.2×10⁻³", "0.0012", 4),
    ("2.5 x 10⁶", "2500000", -5),
    ("10⁻³", "0.001", 3),
    ("1.2e-3", "0.0012", 4),
    ("12.3k", "12300", -2),
    ("1,234.5", "1234.5", 1),
    ("1\u2009234", "1234", 0),
    ("25.6M", "25600000", -5),
    ("−3.5", "-3.5", 1),
    ("–3.5", "-3.5", 1),
    ("+0.4", "0.4", 1),
    (r"\textbf{77.0}", "77.0", 1),
    (r"\underline{77.0}", "77.0", 1),
    (r"\textcolor{red}{77.0}", "77.0", 1),
    (r"\cellcolor[HTML]{A0B1C2}77.0", "77.0", 1),
    (r"$\mathbf{77.0}$", "77.0", 1),
    (r"\num{1.2e-3}", "0.0012", 4),
    (r"\SI{3.2}{ms}", "3.2", 1),
    ("85.3(12)", "85.3", 1),
    ("85.3¹", "85.3", 1),
    ("85.3†", "85.3", 1),
    (r"85.3$^{\dagger}$", "85.3", 1),
    ("77,3", "77.3", 1),
    ("(0.5)", "0.5", 1),
    ("4M", "4000000", -6),
    ("７７．０％", "77.0", 1),
]


@pytest.mark.parametrize(("text", "value", "decimals"), PRINTED_FORMS)
def test_what_people_print_is_read(text, value, decimals):
    number = parse_number(text)
    assert number is not None
    assert (number.value, number.decimals) == (Decimal(value), decimals)


@pytest.mark.parametrize(
    "text", ["10⁹⁹⁹⁹⁹⁹⁹⁹", "1.5×10⁻⁹⁹⁹⁹⁹⁹⁹", "10" + "⁹" * 9000, "9" * 5000, "0." + "1" * 60, "1e999"]
)
def test_what_no_float_could_hold_is_no_result(text):
    assert find_numbers(f"a {text} b") == ()


@pytest.mark.parametrize("quantum", ["1e-390", "0.1", "1e390"])
@pytest.mark.parametrize("value", ["1.5e-390", "71.46", "1.5e390"])
def test_numbers_of_any_size_are_rounded(value, quantum):
    wide = Context(prec=1000)
    assert abs(wide.subtract(rounded(Decimal(value), Decimal(quantum)), Decimal(value))) <= Decimal(quantum)


@pytest.mark.parametrize(
    "text",
    ["-", "–", "—", "n/a", "N/A", "", " ", "✓", "OOM", "ResNet-152", "Top-1", "R50", "[12]", "CVPR'21", "ICCV ’17"],
)
def test_what_is_no_number_is_not_read_as_one(text):
    assert parse_number(text) is None
    assert find_numbers(text) == ()


@pytest.mark.parametrize(
    ("text", "uncertainty"),
    [
        ("77.0±0.3", "0.3"),
        ("77.0 (0.3)", "0.3"),
        ("77.0_{±0.3}", "0.3"),
        ("85.3(12)", "1.2"),
        (r"93.1\pm0.2", "0.2"),
        ("77.0_{0.3}", "0.3"),
    ],
)
def test_the_uncertainty_is_kept_beside_the_value(text, uncertainty):
    number = parse_number(text)
    assert number is not None
    assert number.uncertainty == Decimal(uncertainty)


def test_a_limit_is_known_as_one():
    number = parse_number("<0.01")
    assert number is not None
    assert number.bound == "<"


def test_an_approximate_number_is_known_as_one():
    number = parse_number("~3.2")
    assert number is not None
    assert number.approximate
    assert number.value == Decimal("3.2")


def test_a_gain_in_brackets_is_an_annotation_not_a_second_value():
    (found,) = find_numbers("72.0 (+1.9)")
    assert found.number.delta == Decimal("1.9")


def test_a_second_result_in_brackets_is_a_second_value():
    assert [str(found.number.value) for found in find_numbers("85.3 (90.1)")] == ["85.3", "90.1"]


def test_two_results_with_a_slash_are_two_values():
    assert [str(found.number.value) for found in find_numbers("85.3/90.1")] == ["85.3", "90.1"]


@pytest.mark.parametrize("text", ["224×224", "224x224", "3D", "5-shot", "v2", "AP₅₀", "COCO2017val"])
def test_digits_of_names_and_sizes_are_not_numbers(text):
    assert find_numbers(text) == ()


def test_a_rank_mark_before_a_number_does_not_join_it():
    assert [found.number.text for found in find_numbers("¹ 91.2")] == ["91.2"]
    assert [found.number.text for found in find_numbers("$^{1}$ 91.2")] == ["91.2"]


@pytest.mark.parametrize("text", [r"\textbf{77.0}", r"$77.0_{\pm 0.3}$", r"\num{77.0}", "77.0\\%", "x 77.0 y"])
def test_the_range_covers_the_printed_value_alone(text):
    (found,) = find_numbers(text)
    assert text[found.start : found.end] == "77.0"


@pytest.mark.parametrize(
    ("ours", "theirs", "agree"),
    [
        ("77.0", "77", True),
        ("84.9", "84.95", True),  # half-even
        ("85.0", "84.95", True),  # half-up
        ("84.8", "84.95", False),
        ("66.3", "66.4", False),
        ("1.2k", "1,234", True),
        ("25.6M", "25,557,032", True),
        ("91.20", "91.2", True),
        ("0.5", "−0.5", False),
        ("<0.01", "0.003", True),
        ("<0.01", "0.03", False),
    ],
)
def test_agreement_is_by_what_was_printed(ours, theirs, agree):
    left, right = parse_number(ours), parse_number(theirs)
    assert left is not None
    assert right is not None
    assert left.agrees_with(right) is agree
    assert right.agrees_with(left) is agree


@given(values, places, places, st.sampled_from([ROUND_HALF_UP, ROUND_HALF_EVEN]))
def test_two_roundings_of_one_value_agree(value, some, others, rounding):
    left, right = parse_number(printed(value, some, rounding)), parse_number(printed(value, others, rounding))
    assert left is not None
    assert right is not None
    assert left.agrees_with(right)
    assert right.agrees_with(left)


@given(values, places)
def test_the_interval_holds_what_was_printed_and_what_was_rounded(value, decimals):
    number = parse_number(printed(value, decimals, ROUND_HALF_UP))
    assert number is not None
    low, high = number.interval
    assert low <= value <= high
    assert low <= number.value <= high


@given(values, places)
def test_a_change_in_the_last_place_is_seen(value, decimals):
    number = parse_number(printed(value, decimals, ROUND_HALF_UP))
    assert number is not None
    changed = parse_number(str(number.value + number.quantum))
    assert changed is not None
    assert not number.agrees_with(changed)


@given(values, places, st.integers(-3, 3))
def test_scaling_there_and_back_changes_nothing(value, decimals, exponent):
    number = parse_number(printed(value, decimals, ROUND_HALF_UP))
    assert number is not None
    assert number.scaled(exponent).scaled(-exponent) == number


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader_and_ranges_lie_inside(text):
    for found in find_numbers(text):
        assert 0 <= found.start < found.end <= len(text)


@given(st.text(alphabet="0123456789.,-+×x10^{}_\\()%± ekM<~¹²⁻ab$", max_size=40))
def test_texts_made_of_number_parts_do_not_break_the_reader(text):
    for found in find_numbers(text):
        assert 0 <= found.start < found.end <= len(text)
        low, high = found.number.interval
        assert low <= high


@pytest.mark.parametrize(
    ("printed_text", "value"), [("¹91.2", "91.2"), ("ᵃ-3.5", "-3.5"), ("$^{1}$ 91.2", "91.2"), ("¹²0.7", "0.7")]
)
def test_a_raised_mark_before_a_number_is_no_digit_of_it(printed_text, value):
    found = find_numbers(printed_text)
    assert [one.number.value for one in found] == [Decimal(value)]


def test_a_scale_in_a_heading_is_no_number():
    assert find_numbers("Δm² (×10⁻⁵ eV²)") == ()
    assert [one.number.value for one in find_numbers("speed-up ×2.5")] == [Decimal("2.5")]


@pytest.mark.parametrize("printed_text", ["5.90_(−5.39)^(+5.88)", "5.90^(+5.88)_(-5.39)", "$5.90^{+5.88}_{-5.39}$"])
def test_the_two_sides_of_an_error_are_no_values(printed_text):
    (found,) = find_numbers(printed_text)
    assert (found.number.value, found.number.uncertainty, found.number.delta) == (Decimal("5.90"), None, None)


@pytest.mark.parametrize(
    ("text", "delta"),
    [
        ("72.0 (+1.9)", "1.9"),
        ("72.0+1.9", "1.9"),
        ("72.0\u2009↑1.9", "1.9"),
        ("72.0 ↓0.5", "-0.5"),
        ("72.0_(↑1.9)", "1.9"),
    ],
)
def test_a_gain_beside_a_number_is_no_second_number(text, delta):
    (found,) = find_numbers(text)
    assert (found.number.text, found.number.delta) == ("72.0", Decimal(delta))


def test_two_numbers_with_a_plus_between_them_stay_two():
    assert [one.number.text for one in find_numbers("10+5")] == ["10", "5"]
