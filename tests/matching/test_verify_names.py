import pytest

from tablecheck.matching.sheet import LineName
from tablecheck.matching.verify_names import cited_author, name_among, telling_words, told_apart, words_in_common


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
