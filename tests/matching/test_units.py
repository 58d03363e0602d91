import pytest

from tablecheck.matching.units import implied_scale, opposed


@pytest.mark.parametrize(
    ("ours", "theirs", "our_size", "their_size", "scale"),
    [
        ("AUC (%)", "AUC", 68.4, 0.684, 2),
        ("AUC", "AUC (%)", 0.684, 68.4, -2),
        ("F1 (%)", "F1", 85.0, 84.95, 0),
        ("Acc", "Acc", 71.4, 0.714, 0),
        ("Params (M)", "Params", 2.5, 2.5e6, -6),
        ("Params (M)", "Params", 2.5, 2.5, 0),
        ("Time (K)", "Time (M)", 2500.0, 2.5, 3),
    ],
)
def test_headers_say_how_the_columns_scale(
    ours: str, theirs: str, our_size: float, their_size: float, scale: int
) -> None:
    assert implied_scale(ours, theirs, our_size, their_size) == scale


def test_an_error_opposes_an_accuracy_and_nothing_else() -> None:
    assert opposed("Acc (%)", "Error (%)")
    assert opposed("Top-1 err.", "Top-1")
    assert not opposed("Error", "Error")
    assert not opposed("FID", "Error")
