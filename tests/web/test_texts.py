"""Texts on their way to a page and back: nothing of a file changes but what was typed."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablecheck.model.errors import UnreadableError
from tablecheck.web.texts import ChangedOnDiskError, read_text, save_text, with_line_ends

_LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r"])
_LINES = st.lists(st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=4), min_size=1)


@st.composite
def _texts(draw: st.DrawFn) -> str:
    lines = draw(_LINES)
    return lines[0] + "".join(draw(_LINE_ENDS) + line for line in lines[1:])


def _as_seen(text: str) -> str:
    return re.sub(r"\r\n?", "\n", text)


@given(_texts())
def test_a_text_that_was_not_changed_comes_back_as_it_was(text: str):
    assert with_line_ends(_as_seen(text), text) == text


@given(_texts(), _texts())
def test_line_ends_are_never_in_the_way_of_what_was_typed(before: str, typed: str):
    after = with_line_ends(_as_seen(typed), before)
    assert _as_seen(after) == _as_seen(typed)


@pytest.mark.parametrize(
    ("before", "typed", "after"),
    [
        ("a\r\nb\r\n", "a\nnew\nb\n", "a\r\nnew\r\nb\r\n"),
        ("a\r\nb\nc\r\nd\r\n", "a\nb\nc\nd\ne\n", "a\r\nb\nc\r\nd\r\ne\r\n"),
        ("a\r\nb\nc\r\nd\r\n", "x\na\nb\nc\nd\n", "x\r\na\r\nb\nc\r\nd\r\n"),
        ("a\rb\r", "a\nb\nc", "a\rb\rc"),
        ("a\nb", "a\nB\nc", "a\nB\nc"),
        ("one line", "two\nlines", "two\nlines"),
        ("a\r\nb", "", ""),
    ],
)
def test_new_lines_end_as_most_lines_of_the_file_do(before: str, typed: str, after: str):
    assert with_line_ends(typed, before) == after


def test_a_file_is_saved_in_its_encoding_and_with_its_permissions(tmp_path: Path):
    file = tmp_path / "old.tex"
    file.write_bytes("naïve & 31.2\r\n".encode("cp1252"))
    file.chmod(0o640)
    seen = read_text(file)
    assert seen.text == "naïve & 31.2\n"
    save_text(file, "naïve & 37.2\n", seen.digest)
    assert file.read_bytes() == "naïve & 37.2\r\n".encode("cp1252")
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_that_somebody_else_has_changed_is_not_overwritten(tmp_path: Path):
    file = tmp_path / "paper.tex"
    file.write_text("31.2\n", "utf-8")
    seen = read_text(file)
    file.write_text("99.9\n", "utf-8")
    with pytest.raises(ChangedOnDiskError, match=r"paper\.tex has changed on disk"):
        save_text(file, "37.2\n", seen.digest)
    assert file.read_text("utf-8") == "99.9\n"


def test_a_letter_that_the_encoding_cannot_write_leaves_the_file_alone(tmp_path: Path):
    file = tmp_path / "old.tex"
    file.write_bytes(b"na\xefve\n")
    seen = read_text(file)
    with pytest.raises(UnreadableError, match="which cannot write"):
        save_text(file, "naïve 𝟙\n", seen.digest)
    assert file.read_bytes() == b"na\xefve\n"
