"""Sources as arXiv sends them, and as somebody hostile would."""

import gzip
import io
import tarfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.extractors.archives import unpack

_PAPER = b"\\documentclass{article}\\begin{document}x\\end{document}"


def _tar(*members: tuple[str, bytes], compress: bool = True) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz" if compress else "w") as archive:
        for name, content in members:
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return written.getvalue()


@pytest.mark.parametrize("compress", [True, False])
def test_the_text_files_of_a_tar_come_out_by_their_names(compress):
    content = _tar(
        ("./main.tex", _PAPER), ("sec/a.tex", b"a"), ("fig.pdf", b"%PDF-"), ("x.bbl", b"b"), compress=compress
    )
    unpacked = unpack(content)
    assert unpacked.files == {"main.tex": _PAPER, "sec/a.tex": b"a", "x.bbl": b"b"}
    assert not unpacked.problems


def test_one_compressed_file_and_a_plain_file_are_the_main_file():
    assert unpack(gzip.compress(_PAPER)).files == {"main.tex": _PAPER}
    assert unpack(_PAPER).files == {"main.tex": _PAPER}


def test_a_compressed_pdf_says_what_to_do():
    unpacked = unpack(gzip.compress(b"%PDF-1.5"))
    assert not unpacked.files
    assert "give the PDF itself" in unpacked.problems[0].message


@pytest.mark.parametrize("name", ["../evil.tex", "/etc/evil.tex", "a/../../evil.tex", "..\\evil.tex"])
def test_names_that_lead_out_of_the_archive_are_refused(name):
    unpacked = unpack(_tar((name, b"x"), ("main.tex", _PAPER)))
    assert unpacked.files == {"main.tex": _PAPER}
    assert "left out" in unpacked.problems[0].message


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_are_refused(kind):
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        member = tarfile.TarInfo("link.tex")
        member.type, member.linkname = kind, "/etc/passwd"
        archive.addfile(member)
    unpacked = unpack(written.getvalue())
    assert not unpacked.files
    assert "link.tex" in unpacked.problems[0].message


def test_a_bomb_is_left_when_it_grows_beyond_reason():
    bomb = _tar(("main.tex", _PAPER), ("fig.eps", bytes(40_000_000)), ("late.tex", b"x"))
    unpacked = unpack(bomb)
    assert unpacked.files == {"main.tex": _PAPER}
    assert "too large" in unpacked.problems[0].message


def test_a_compressed_file_that_is_a_bomb_is_not_read_to_its_end():
    unpacked = unpack(gzip.compress(bytes(100_000_000)))
    assert not unpacked.files
    assert "too large" in unpacked.problems[0].message


def test_a_huge_header_is_refused_before_it_is_read():
    member = tarfile.TarInfo("x")
    member.type, member.size = tarfile.XHDTYPE, 2**32
    unpacked = unpack(_tar(("main.tex", _PAPER), compress=False)[:1024] + member.tobuf(tarfile.USTAR_FORMAT))
    assert list(unpacked.files) == ["main.tex"]
    assert "too large" in unpacked.problems[0].message


def test_a_large_member_is_passed_over_and_the_rest_is_read():
    unpacked = unpack(_tar(("big.tex", bytes(9_000_000)), ("main.tex", _PAPER)))
    assert list(unpacked.files) == ["main.tex"]
    assert "big.tex" in unpacked.problems[0].message


def test_an_archive_cut_off_keeps_what_came_before():
    noise = bytes(range(256)) * 400
    whole = _tar(("main.tex", _PAPER), ("fig.png", noise), ("late.tex", b"x"), compress=False)
    unpacked = unpack(whole[:20_000])
    assert unpacked.files == {"main.tex": _PAPER}
    assert "damaged" in unpacked.problems[0].message


@settings(max_examples=100, deadline=None)
@given(st.data(), st.booleans())
def test_damaged_bytes_never_raise(data, compress):
    content = bytearray(_tar(("main.tex", _PAPER), ("a.tex", b"a" * 600), compress=compress))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    unpack(bytes(content[: data.draw(st.integers(1, len(content)))]))
