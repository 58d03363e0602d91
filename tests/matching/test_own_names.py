import pytest

from tablecheck.matching.own_names import name_behind_ours, name_for, spells
from tablecheck.matching.sheet import prepare
from tests.matching.small_tables import table


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Momentum Contrast for Unsupervised Features", "MoCo"),
        ("Pyramid vision transformer: A versatile backbone", "PVT"),
        ("Memory-guided unsupervised image-to-image translation", "MGUIT"),
        ("Stochastic neural radiance fields", "S-NeRF"),
        ("Group-aware label transfer", "GLT"),
    ],
)
def test_a_name_is_spelled_by_the_beginnings_of_words_of_the_title(title: str, name: str) -> None:
    assert spells(title, name)
    assert name_behind_ours(title, ["ResNet-50", f"{name} Large [7]"]) == name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Momentum Contrast for Unsupervised Features", "ResNet"),
        ("Features of Momentum Contrast", "MC"),  # two letters stand in many titles
        ("Features of Self-supervised Depth", "SSD"),  # three must begin as the title does
        ("Deep residual learning", "Deep"),
        ("Contrast Momentum", "MoCo"),
    ],
)
def test_another_name_is_not(title: str, name: str) -> None:
    assert not spells(title, name)
    assert name_behind_ours(title, [name]) == ""


def test_what_the_title_says_itself_goes_first() -> None:
    assert name_behind_ours("NorthNet: Polar Networks Everywhere", ["NorthNet-L", "PoNeEv"]) == "NorthNet"
    assert name_behind_ours("NorthNet: Polar Networks Everywhere", ["Gale"]) == "NorthNet"


def test_of_two_names_that_a_title_spells_neither_is_taken() -> None:
    assert name_behind_ours("Polar Vision Transformers, Polar Vector Tables", ["PoVi", "PoVe"]) == ""


def test_only_lines_that_take_part_are_asked() -> None:
    ours = table("Method | Lake\nMoCo | 61.2\nGale | 55.1\n")
    title = "Momentum Contrast for Unsupervised Features"
    assert name_for(prepare(ours), title) == "MoCo"
    assert name_for(prepare(ours, cells=[cell for cell in ours.cells if cell.row == 2]), title) == ""
