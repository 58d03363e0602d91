"""Which lines belong together by what they are called, where values paired them otherwise."""

from tablecheck.matching.sheet import LineName
from tablecheck.matching.verify_pairs import BY_PLACE, between, by_label, the_namesake
from tablecheck.model.match import LineMatch


def names(*labels: str) -> list[LineName]:
    return [LineName(label, label, "", label) for label in labels]


def line(ours: int, theirs: int, agreeing: int = 3) -> LineMatch:
    return LineMatch(ours, theirs, 0.0, agreeing, agreeing)


def paired(lines: list[LineMatch]) -> dict[int, int]:
    return {one.ours: one.theirs for one in lines}


def test_the_other_of_two_exchanged_lines_is_left_for_the_other():
    lines = by_label([line(0, 1), line(1, 0)], names("f and p", "ap"), names("first and previous", "every"))
    assert paired(lines) == {0: 0, 1: 1}
    assert {one.similarity for one in lines} >= {BY_PLACE}


def test_a_line_that_may_bear_the_name_stays_where_its_values_are():
    lines = by_label([line(0, 1), line(1, 0)], names("gale", "calm"), names("north", "south"))
    assert paired(lines) == {0: 1, 1: 0}


def test_names_of_which_one_says_more_are_exchanged_where_the_other_pair_is_called_so_as_well():
    lines = by_label([line(0, 1), line(1, 0)], names("yolact", "yolact++"), names("yolact iccv", "yolact++ tpami"))
    assert paired(lines) == {0: 0, 1: 1}


def test_the_very_words_go_before_a_name_a_letter_away():
    assert the_namesake(names("resnet-101")[0], names("resnest-101", "resnet-101")) == 1
    assert the_namesake(names("resnet-101")[0], names("resnet-101", "resnet-101")) is None
    assert the_namesake(names("frotress")[0], names("fortress", "leaves")) == 0


def test_columns_that_stand_between_paired_ones_are_paired_in_their_order():
    (group,) = between([line(1, 4), line(4, 7)])
    assert [(one.ours, one.theirs) for one in group] == [(2, 5), (3, 6)]
    assert not list(between([line(1, 4), line(4, 8)]))
    assert not list(between([line(1, 4), line(4, 7), line(9, 5)]))
