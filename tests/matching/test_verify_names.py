import pytest

from tablecheck.matching.sheet import LineName
from tablecheck.matching.verify_names import (
    cited_author,
    name_among,
    same_words,
    telling_words,
    told_apart,
    with_telling,
    words_in_common,
)


def line(printed: str, full: str = "") -> LineName:
    return LineName(full, full, "", printed)


@pytest.mark.parametrize(
    ("label", "author"),
    [
        ("Mixup (Zhang et al., 2017)", ("zhang", "2017")),
        ("Zhang et al. [35] Best", ("zhang", "")),
        ("Yi & Wu [33]", ("yi", "")),
        ("Klause et al. 2022", ("klause", "2022")),
        ("sauvola2000adaptive", ("sauvola", "2000")),
        ("BTS [17]", ("", "")),
        ("ResNet-50", ("", "")),
    ],
)
def test_the_author_of_a_cited_work_is_read_from_a_label(label: str, author: tuple[str, str]):
    assert cited_author(label) == author


def test_two_labels_that_cite_one_author_are_likely_one_line():
    ours = [line("Mixup (Zhang et al., 2017)", "mixup"), line("Wide (Li et al., 2020)", "wide")]
    theirs = [line("Zhang et al. [35] Best", "best"), line("Li et al. [14] Best", "best")]
    assert name_among(0, 0, ours, theirs) == 0.7
    assert name_among(0, 1, ours, theirs) < 0.7


def test_two_works_of_one_author_are_not_taken_for_each_other():
    ours = [line("Wide (Li et al., 2019)", "wide"), line("Deep (Li et al., 2020)", "deep")]
    theirs = [line("Li et al. [15] Best", "best"), line("Yi et al. [14] Best", "best")]
    assert name_among(0, 0, ours, theirs) < 0.7


def test_names_that_differ_in_a_raised_letter_alone_are_told_apart():
    box, mask = told_apart([line("AP₅₀ᵇ", "ap50"), line("AP₅₀ᵐ", "ap50")])
    assert (box.full, mask.full) == ("ap50 b", "ap50 m")
    assert told_apart([line("ResNet-50¹", "resnet-50"), line("BTS²", "bts")])[0].full == "resnet-50"


def test_words_of_all_lines_tell_none_of_them():
    words = telling_words(["Det. AP [3]", "Seg. AP", "AP50"])
    assert words == (frozenset({"det"}), frozenset({"seg"}), frozenset({"50"}))
    assert words_in_common(frozenset({"liv"}), frozenset({"liver", "left"})) == 1
    assert words_in_common(frozenset(), frozenset({"liver"})) == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("all c3dpo", "csf"), ("success ptt", "success p2b"), ("rank-1", "image rank-10"), ("sit", "lv-vit-s")],
)
def test_a_letter_or_a_digit_of_another_name_is_no_short_form(one: str, other: str):
    assert same_words(one, other) < 0.7


@pytest.mark.parametrize(("one", "other"), [("r50", "resnet-50"), ("swin t", "swin tiny"), ("f", "first")])
def test_a_letter_is_the_short_form_of_a_word(one: str, other: str):
    assert same_words(one, other) == 1


def test_two_names_that_differ_by_a_letter_are_nearly_one():
    assert 0.95 <= same_words("ocrnet", "ocnet") < 1


def test_columns_are_one_by_what_tells_them_apart_under_headings_of_their_own():
    ours = with_telling([line("", f"coco {times} {metric}") for times in (1, 2) for metric in ("box", "mask")])
    theirs = with_telling([line("", f"tuned {times} {metric}") for times in (1, 2) for metric in ("box", "mask")])
    assert name_among(1, 1, ours, theirs) == 0.7
    assert name_among(1, 2, ours, theirs) < 0.7


@pytest.mark.parametrize(
    ("one", "other"), [("yolact", "yolact++"), ("deeplabv3", "deeplabv3+"), ("pointnet+", "pointnet++")]
)
def test_a_plus_at_the_end_of_a_word_names_another_method(one: str, other: str):
    assert same_words(one, other) < 0.95
    assert same_words(other, other) == 1


def test_a_plus_between_words_is_no_name():
    assert same_words("hrnet + ocr", "hrnet ocr") == 1
