"""Reading what a model replies, however it puts it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.backends.llm.loose import Entries, values_in
from tablecheck.backends.llm.places import read_links
from tablecheck.model.table import Cell, Table

SQUARE = Table(tuple(Cell(row, column, "1") for row in range(5) for column in range(5)))
TWO = {(1, 2): (3, 4), (2, 2): (4, 4)}


@pytest.mark.parametrize(
    "reply",
    [
        '{"matches": [{"our_row": 1, "our_column": 2, "their_row": 3, "their_column": 4},'
        ' {"our_row": 2, "our_column": 2, "their_row": 4, "their_column": 4}]}',
        "Sure! Here it is:\n```python\n{(1, 2): (3, 4), (2, 2): (4, 4),}\n```\nI hope (see above) that it helps.",
        '{"1,2": "3,4", "(2, 2)": "[4, 4]"}',
        '{"row 1, column 2": "row 3, column 4", "row 2, column 2": "row 4, column 4"}',
        "[[1, 2, 3, 4], [2, 2, 4, 4]]",
        "[[[1, 2], [3, 4]], [[2, 2], [4, 4]]]",
        '[{"theirs": [3, 4], "ours": [1, 2]}, {"theirs": [4, 4], "ours": [2, 2]}]',
        '[{"source_row": 3, "source_col": 4, "target_row": 1, "target_col": 2},'
        ' {"source_row": 4, "source_col": 4, "target_row": 2, "target_col": 2}]',
        '{"pairs": [{"target": {"row": 1, "col": 2}, "source": {"row": 3, "col": 4}},'
        ' {"target": {"row": 2, "col": 2}, "source": {"row": 4, "col": 4}}]}',
        "<think>{(0, 0): (0, 0), (0, 1): (0, 1), (0, 2): (0, 2)}</think>{(1, 2): (3, 4), (2, 2): (4, 4)}",
        "For example {(0, 0): (0, 0)}. The answer: {(1, 2): (3, 4), (2, 2): (4, 4)}",
        "{'1,2': '3,4', // the best one\n '2,2': '4,4', # and another\n}",
        "- (1, 2) -> (3, 4)\n- (2, 2) -> (4, 4)",
        "1,2 → 3,4\n2,2 → 4,4",
        '{"matches": [[1, 2, 3, 4], [2, 2, 4, 4], [3, 3, 0',
        '{"matches": [{"ours": "1,2", "theirs": "3,4"}, {"ours": "2,2", "theirs": "4,4"}, {"ours": "3,',
        "[(1, 2, 3, 4)\n (2, 2, 4, 4)]",
    ],
)
def test_pairs_of_cells_are_read_in_any_dress(reply):
    links = read_links(reply, SQUARE, SQUARE)
    assert (links.cells, links.outside, links.is_readable) == (TWO, 0, True)


@pytest.mark.parametrize("reply", ["{}", "[]", '{"matches": []}', "Nothing is repeated: {}"])
def test_an_empty_answer_is_an_answer(reply):
    links = read_links(reply, SQUARE, SQUARE)
    assert (links.cells, links.is_readable) == ({}, True)


@pytest.mark.parametrize(
    "reply", ["", "I cannot help with that.", "I looked (at length) and am not sure {really}.", '{"error": "no"}']
)
def test_a_reply_without_an_answer_is_told_from_an_empty_one(reply):
    links = read_links(reply, SQUARE, SQUARE)
    assert (links.cells, links.is_readable) == ({}, False)


def test_what_points_outside_or_twice_is_dropped_and_counted():
    reply = "{(1, 1): (1, 1), (9, 1): (1, 2), (1, 2): (1, 77), (1, 1): (2, 2), (3, 3): (1, 1), (1, 1): (1, 1)}"
    links = read_links(reply, SQUARE, SQUARE)
    assert (links.cells, links.outside, links.doubled) == ({(1, 1): (1, 1)}, 2, 2)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-999_999, 999_999) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def loose(value: object) -> object:
    if isinstance(value, dict):
        return Entries(tuple((key, loose(one)) for key, one in value.items()))
    return tuple(loose(one) for one in value) if isinstance(value, list) else value


@settings(max_examples=150)
@given(st.lists(PLAIN, max_size=4) | st.dictionaries(st.text(max_size=5), PLAIN, max_size=4))
def test_all_json_is_read_as_json_also_with_prose_around_it(value):
    for written in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        assert values_in(f"Here: ```json\n{written}\n``` That is all.")[0] == loose(value)


@settings(max_examples=100)
@given(
    st.dictionaries(st.tuples(st.integers(0, 4), st.integers(0, 4)), st.tuples(st.integers(0, 4), st.integers(0, 4)))
)
def test_a_dictionary_of_python_is_read_as_it_is(cells):
    links = read_links(f"The answer is {cells!r}.", SQUARE, SQUARE)
    assert set(links.cells.items()) <= set(cells.items())
    assert len(links.cells) == len(set(cells.values()))
    assert len(links.cells) + links.doubled == len(cells)


@settings(max_examples=60)
@given(st.lists(st.tuples(*[st.integers(0, 4)] * 4), min_size=1, max_size=6, unique=True), st.data())
def test_a_reply_that_is_cut_keeps_what_was_whole(quads, data):
    written = json.dumps({"matches": [list(quad) for quad in quads]})
    cut = written[: data.draw(st.integers(0, len(written)))]
    links = read_links(cut, SQUARE, SQUARE)
    assert {(*our, *their) for our, their in links.cells.items()} <= set(quads)


@settings(max_examples=150)
@given(st.text(alphabet="[](){}\"':,;=->→#/\\ \n019aN", max_size=120))
def test_no_reply_breaks_the_reader(reply):
    read_links(reply, SQUARE, SQUARE)


@pytest.mark.parametrize("piece", ["[", "[1,", "{", "([{", '{"a":', "[1,2 ", "{(1,2):", '"', "\\"])
def test_a_reply_made_to_take_long_does_not(piece):
    read_links(piece * (200_000 // len(piece)), SQUARE, SQUARE)
