import pytest

from tablecheck.matching.labels import normal, own_name, similarities, similarity, without_ours


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Acc. (%)", "Accuracy"),
        ("Top-1 ↑", "top1 (%)"),
        ("ResNet-50 [13]", "R50"),
        ("PVT (Wang et al., 2021)", "PVT"),
        ("Swin-T†", "Swin-T"),
        ("#Img", "Images"),
        ("Mask R-CNN", "MaskRCNN"),
        ("CIFAR10", "CIFAR-10"),
        ("Params (M)", "#Param."),
    ],
)
def test_two_ways_to_write_one_label_are_alike(ours: str, theirs: str) -> None:
    assert similarity(ours, theirs) >= 0.85


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("ResNet-50", "ResNet-101"),
        ("Swin-S", "Swin-T"),
        ("EfficientNet-B3", "EfficientNet-B4"),
        ("AP50", "AP75"),
        ("Lake", "River"),
    ],
)
def test_two_variants_of_a_name_are_not_alike(ours: str, theirs: str) -> None:
    assert similarity(ours, theirs) < 0.85


def test_a_label_that_names_its_variant_is_like_the_bare_name() -> None:
    assert similarity("NorthNet 400 epochs", "NorthNet") > similarity("NorthNet 400 epochs", "NorthNet 200 epochs")


def test_citations_years_marks_and_units_are_no_part_of_a_label() -> None:
    assert normal("NorthNet* [12, 13] (ECCV'20) (%)") == "northnet"


def test_the_title_before_the_colon_names_the_method() -> None:
    assert own_name("NorthNet: Polar Features") == "NorthNet"
    assert own_name("A study of the many ways in which: we fail") == ""
    assert own_name(None) == ""


@pytest.mark.parametrize(
    ("label", "expected"),
    [("Ours", "northnet"), ("Ours-L", "northnet-l"), ("NorthNet (ours)", "northnet"), ("Hours", "hours")],
)
def test_ours_in_the_cited_paper_is_its_method(label: str, expected: str) -> None:
    assert normal(without_ours(label, "NorthNet")) == expected


def test_ours_stays_where_the_paper_has_no_name() -> None:
    assert normal(without_ours("Ours", "")) == "ours"


def test_a_missing_label_is_like_nothing() -> None:
    assert similarities(["", "lake"], ["lake"]).tolist() == [[-0.1], [1.0]]
    assert similarities([], ["lake"]).shape == (0, 1)
