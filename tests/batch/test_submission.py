import io
import tarfile
import zipfile

import pytest

from tablecheck.batch.submission import find_submissions
from tablecheck.batch.unpacking import unpack_into
from tablecheck.model.errors import UsageError


def _names(start):
    return [one.name for one in find_submissions(start)]


def test_every_folder_archive_and_tex_file_of_a_folder_is_a_manuscript(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("a.tex", "c.zip", "d.tar.gz", "readme.md", ".hidden.tex"):
        (tmp_path / name).write_bytes(b"")
    assert _names(tmp_path) == ["a", "b", "c", "d"]


def test_two_manuscripts_of_one_name_are_told_apart(tmp_path):
    (tmp_path / "Paper").mkdir()
    (tmp_path / "paper.tex").write_text("")
    (tmp_path / "paper.zip").write_bytes(b"")
    names = _names(tmp_path)
    assert len({name.lower() for name in names}) == 3


def test_a_list_names_paths_seen_from_it_and_arxiv_ids(tmp_path):
    (tmp_path / "one").mkdir()
    listed = tmp_path / "list.txt"
    listed.write_text("# a comment\none\n\n2101.90001v2\narXiv:cs.CL/0101001 # another\nmissing.tex\n")
    found = find_submissions(listed)
    assert [one.name for one in found] == ["one", "2101.90001v2", "cs.CL-0101001", "missing"]
    assert [one.arxiv_id for one in found] == ["", "2101.90001v2", "cs.CL/0101001", ""]
    assert found[0].place == tmp_path / "one"


@pytest.mark.parametrize("content", ["", "# nothing\n\n"])
def test_a_list_without_manuscripts_is_refused(tmp_path, content):
    (tmp_path / "list").write_text(content)
    with pytest.raises(UsageError, match="names no manuscripts"):
        find_submissions(tmp_path / "list")


def test_a_folder_without_manuscripts_is_refused(tmp_path):
    with pytest.raises(UsageError, match="holds no folders"):
        find_submissions(tmp_path)
    with pytest.raises(UsageError, match="there is no"):
        find_submissions(tmp_path / "missing")


def _zip(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)


def test_texts_of_a_zip_are_unpacked_and_nothing_leaves_the_folder(tmp_path):
    _zip(tmp_path / "a.zip", {"s/paper.tex": "x", "../out.tex": "x", "/abs.tex": "x", "C:/d.tex": "x", "fig.png": "x"})
    into = tmp_path / "into"
    into.mkdir()
    assert unpack_into(tmp_path / "a.zip", into) == ()
    assert [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.tex")] == ["into/s/paper.tex"]
    assert not list(tmp_path.rglob("*.png"))


def test_a_bomb_in_a_zip_is_not_unpacked(tmp_path):
    _zip(tmp_path / "a.zip", {"paper.tex": "x", "bomb.tex": bytes(9 * 2**20)})
    problems = unpack_into(tmp_path / "a.zip", tmp_path)
    assert "bomb.tex, which is too large" in problems[0].message
    assert (tmp_path / "paper.tex").is_file()
    assert not (tmp_path / "bomb.tex").exists()


def test_a_link_in_a_tar_is_not_followed(tmp_path):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        link = tarfile.TarInfo("paper.tex")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    (tmp_path / "a.tar").write_bytes(packed.getvalue())
    into = tmp_path / "into"
    into.mkdir()
    unpack_into(tmp_path / "a.tar", into)
    assert list(into.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no zip", b"\x1f\x8b no gzip", b"%PDF-1.7"])
def test_what_is_no_archive_is_told(tmp_path, content):
    (tmp_path / "a.zip").write_bytes(content)
    into = tmp_path / "into"
    into.mkdir()
    problems = unpack_into(tmp_path / "a.zip", into)
    assert problems or [path.name for path in into.iterdir()] == ["main.tex"]
    assert all("a.zip" in problem.message for problem in problems)
