"""Positions in all encodings, and what typing does to them."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types

from tablecheck.lsp.convert import Lines, to_offset, to_position, to_span
from tablecheck.lsp.moving import change_between
from tablecheck.model.place import Span

TEXTS = st.text(st.sampled_from("ab é𝒩\u2028\x0b\r\n"), max_size=30)
ENCODINGS = st.sampled_from(("utf-8", "utf-16", "utf-32"))
LAW = settings(max_examples=300, deadline=None)


@LAW
@given(text=TEXTS, encoding=ENCODINGS, data=st.data())
def test_a_position_leads_back_to_its_offset(text: str, encoding: str, data: st.DataObject):
    lines = Lines(text)
    offset = data.draw(st.integers(0, len(text)))
    if text[offset - 1 : offset + 1] == "\r\n":  # no position of the protocol stands inside a line end
        return
    assert to_offset(lines, to_position(lines, offset, encoding), encoding) == offset


@LAW
@given(text=TEXTS, encoding=ENCODINGS, line=st.integers(0, 9), character=st.integers(0, 99))
def test_every_position_of_a_client_is_somewhere_in_its_line(text: str, encoding: str, line: int, character: int):
    lines = Lines(text)
    offset = to_offset(lines, types.Position(line, character), encoding)
    if line < len(lines.starts):
        assert lines.starts[line] <= offset <= lines.end_of(line)
    else:
        assert offset == len(text)


@LAW
@given(before=TEXTS, new=TEXTS, data=st.data())
def test_lines_after_an_edit_are_those_of_the_new_text(before: str, new: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    lines = Lines(before).replaced(Span(start, end), new)
    assert lines.text == before[:start] + new + before[end:]
    assert list(lines.starts) == list(Lines(lines.text).starts)


@LAW
@given(before=TEXTS, after=TEXTS, data=st.data())
def test_what_has_moved_is_found_and_what_was_typed_on_is_not(before: str, after: str, data: st.DataObject):
    change = change_between(before, after)
    assert before[: change.before] == after[: change.before]
    assert before[len(before) - change.after :] == after[len(after) - change.after :]
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    moved = change.moved(Span(start, end))
    if moved is not None:
        assert after[moved.start : moved.end] == before[start:end]
        if start < end:
            assert change.back(moved.start) == start


def test_behind_what_was_taken_out_stands_what_stood_behind_it():
    assert change_between("1.5 & 47.9", "47.9").back(0) == 6
    assert change_between("1.5 & 47.9", "1.5").back(3) == 10
    assert change_between("1.5", "1.5 & 47.9").back(3) == 3


def test_each_encoding_counts_in_its_own_units():
    lines = Lines("𝒩é2\n5.1")
    assert [to_position(lines, 2, one).character for one in ("utf-8", "utf-16", "utf-32")] == [6, 3, 2]
    turned = types.Range(types.Position(1, 3), types.Position(1, 0))
    assert to_span(lines, turned, "utf-16") == Span(7, 7)
