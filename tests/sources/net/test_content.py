import contextlib
import gzip
import io
import tarfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tablecheck.sources.net.archive import MOST_UNPACKED, check_archive, unpacked_pieces
from tablecheck.sources.net.content import kind_of_download
from tablecheck.sources.net.failure import RequestError
from tests.sources.fake_server.papers import Paper, e_print, html_page, latex, pdf, tar_gz

PAPER = Paper("A Toy Paper", arxiv_id="2101.90001")


@pytest.mark.parametrize("kept_as", ["tar", "single", "pdf"])
def test_what_arxiv_sends_as_source_is_told_by_its_bytes(kept_as):
    content = e_print(Paper("A Toy Paper", arxiv_id="2101.90001", source=kept_as), 1)
    assert kind_of_download(content, "latex") == ("pdf" if kept_as == "pdf" else "latex")


def test_a_source_that_was_unpacked_on_the_way_is_still_a_source():
    assert kind_of_download(gzip.decompress(tar_gz({"main.tex": latex("x", 1)})), "latex") == "latex"
    assert kind_of_download(latex("x", 1), "latex") == "latex"


def test_pages_and_prints_are_told_by_their_bytes():
    assert kind_of_download(html_page(PAPER, 1), "html") == "html"
    assert kind_of_download(pdf(), "pdf") == "pdf"
    assert kind_of_download(b"\n\n" + pdf() + b"\n\n", "pdf") == "pdf"


def test_links_and_folders_of_an_archive_do_no_harm():
    content = tar_gz({"main.tex": latex("x", 1)}, links={"figures": "../elsewhere", "a.tex": "/etc/passwd"})
    assert kind_of_download(content, "latex") == "latex"


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_the_names_of_an_archive_are_those_the_standard_library_reads(form):
    names = ["main.tex", "a/b/c.tex", "d" * 90 + "/" + "e" * 90 + ".tex", "ü.tex"]
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for number, name in enumerate(names):
            member = tarfile.TarInfo(name)
            member.size = number * 300
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    found = check_archive(iter([out.getvalue()]))
    assert [(member.name, member.size) for member in found] == [(name, i * 300) for i, name in enumerate(names)]


@given(content=st.binary(max_size=3000), wanted=st.sampled_from(["pdf", "html", "latex"]))
@example(content=b"\x1f\x8b", wanted="latex")
@example(content=b"\0" * 257 + b"ustar", wanted="latex")
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_a_kind_or_a_reason(content, wanted):
    with contextlib.suppress(RequestError):
        assert kind_of_download(content, wanted) in ("pdf", "html", "latex")


@given(cut=st.integers(min_value=0), flip=st.integers(min_value=0), what=st.integers(1, 255))
@settings(max_examples=150, deadline=None)
def test_a_spoilt_archive_is_a_source_or_a_reason(cut, flip, what):
    whole = bytearray(tar_gz({"main.tex": latex("x", 1), "b.bbl": b"y" * 700}))
    whole[flip % len(whole)] ^= what
    with contextlib.suppress(RequestError):
        kind_of_download(bytes(whole[: cut % (len(whole) + 1)]), "latex")


@given(pieces=st.lists(st.binary(max_size=400), max_size=4))
@settings(max_examples=60, deadline=None)
def test_gzip_unpacks_as_the_standard_library_unpacks_it(pieces):
    packed = b"".join(gzip.compress(piece) for piece in pieces)
    assert b"".join(unpacked_pieces(packed)) == b"".join(pieces)


def test_the_cap_on_what_is_unpacked_holds():
    packed = gzip.compress(b"0" * (30 * 10**6))
    taken = []
    with pytest.raises(RequestError, match="unpacks to more than"):
        taken.extend(len(piece) for piece in unpacked_pieces(packed))
    assert sum(taken) <= MOST_UNPACKED
