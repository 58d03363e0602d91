"""Files on disk keep encoding, line ends, links and permissions, and are never half written."""

import stat
import sys
from pathlib import Path

import pytest

from tablecheck.linter.source_file import read_source, replace_source
from tablecheck.model.errors import UnreadableError

TEXT = "Größe & 66.3 \\\\\r\nRest & 1 \\\\\n"


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (b"", "utf-8"),
        (b"\xef\xbb\xbf", "utf-8"),
        (b"", "latin-1"),
        (b"", "cp1252"),
        (b"", "utf-16-le"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ],
)
def test_a_file_keeps_its_encoding_and_its_line_ends(tmp_path: Path, mark: bytes, codec: str):
    file = tmp_path / "paper.tex"
    file.write_bytes(mark + TEXT.encode(codec))
    source = read_source(file)
    assert source.text == TEXT
    replace_source(source, source.text.replace("66.3", "76.3"))
    assert file.read_bytes() == mark + TEXT.replace("66.3", "76.3").encode(codec)


def test_a_character_that_the_encoding_lacks_leaves_the_file_as_it_is(tmp_path: Path):
    file = tmp_path / "paper.tex"
    file.write_bytes(TEXT.encode("latin-1"))
    source = read_source(file)
    with pytest.raises(UnreadableError, match="cp1252, which cannot write '→'"):
        replace_source(source, TEXT + "→")
    assert file.read_bytes() == TEXT.encode("latin-1")
    assert list(tmp_path.iterdir()) == [file]


def test_text_that_its_encoding_could_not_give_back_is_not_touched(tmp_path: Path):
    file = tmp_path / "paper.tex"
    file.write_bytes(b"\xff\xfe" + "66.3".encode("utf-16-le") + b"\x00")
    with pytest.raises(UnreadableError, match="damaged text"):
        read_source(file)


def test_a_file_that_changed_in_the_meantime_is_not_overwritten(tmp_path: Path):
    file = tmp_path / "paper.tex"
    file.write_text("old")
    source = read_source(file)
    file.write_text("newer")
    with pytest.raises(UnreadableError, match="has changed in the meantime"):
        replace_source(source, "ours")
    assert file.read_text() == "newer"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(sys.platform == "win32", reason="links and permissions of POSIX")
def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path):
    file = tmp_path / "real" / "paper.tex"
    file.parent.mkdir()
    file.write_text("old")
    file.chmod(0o640)
    link = tmp_path / "paper.tex"
    link.symlink_to(file)
    replace_source(read_source(link), "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert list(file.parent.iterdir()) == [file]


def test_a_file_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(UnreadableError, match="cannot read"):
        read_source(tmp_path / "gone.tex")
