"""Hostile or broken files cost bounded time and memory, and lose nothing else."""

import gzip
import io
import os
import tarfile
import time

import pytest

from tablecheck.sources import folder as folder_module
from tablecheck.sources.folder import read_shelf
from tablecheck.sources.front import Front
from tablecheck.sources.library import Library
from tablecheck.sources.pdf_front import pdf_fronts
from tests.sources.papers import html, names, north, obtain_one, pdf, save, tar_gz, tex


def bomb() -> bytes:
    return gzip.compress(tex() + b" " * 200_000_000, compresslevel=1)


def linked_tar() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        member = tarfile.TarInfo("main.tex")
        member.type, member.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(member)
    return packed.getvalue()


BROKEN = {
    "a cut PDF": pdf()[:300],
    "a PDF of junk": b"%PDF-1.7\n" + bytes(range(256)) * 50,
    "a gzip bomb": bomb(),
    "a cut gzip": tar_gz(main=tex())[:40],
    "a gzip of nothing": gzip.compress(b""),
    "a tar of links": linked_tar(),
    "a damaged gzip": b"\x1f\x8b\x08\x00" + b"junk" * 20,
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_document_is_told_and_others_are_found(tmp_path, what):
    folder = save(tmp_path / "papers", **{"broken.pdf": BROKEN[what], "2101.90001.html": html()})
    started = time.monotonic()
    references = [north(key="broken"), north(arxiv_id="2101.90001")]
    broken, fine = Library([folder], tmp_path).obtain(references)
    assert broken.documents == ()
    assert "broken.pdf" in broken.reason
    assert names(fine) == ["2101.90001.html"]
    assert time.monotonic() - started < 20


def endless_pdf() -> bytes:
    """A page whose form draws ten forms that each draw ten, fourteen deep: finite in the file, endless to read."""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>",
        b"<</Length 5>>stream\n/X Do\nendstream",
    ]
    for number in range(6, 20):
        draw = b"/X Do " * 10
        head = b"<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X %d 0 R>>>>/Length %d>>"
        objects.append(head % (number, len(draw)) + b"stream\n" + draw + b"\nendstream")
    objects.append(b"<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Length 0>>stream\n\nendstream")
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, text) for number, text in enumerate(objects, start=1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R/Size 21>>\n%%EOF"


def test_a_reader_that_hangs_loses_only_its_file(tmp_path):
    save(tmp_path, **{"fine.pdf": pdf(), "endless.pdf": endless_pdf(), "after.pdf": pdf()})
    paths = [tmp_path / name for name in ("fine.pdf", "endless.pdf", "after.pdf")]
    started = time.monotonic()
    fine, endless, after = (front for _, front in pdf_fronts(paths, patience=6.0))
    assert isinstance(endless, str)
    assert "too long" in endless
    assert isinstance(fine, Front)
    assert isinstance(after, Front)
    assert time.monotonic() - started < 30


def test_special_files_are_never_opened(tmp_path):
    os.mkfifo(tmp_path / "north2101.pdf")
    assert obtain_one(tmp_path, north(files=("/dev/zero", "\0", "x" * 5000))).documents == ()


def test_a_locked_pdf_is_told(tmp_path):
    import pymupdf

    with pymupdf.open(stream=pdf(), filetype="pdf") as document:
        locked = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="secret", owner_pw="owner")
    obtained = obtain_one(save(tmp_path / "papers", **{"north2101.pdf": locked}), north())
    assert obtained.documents == ()
    assert "password" in obtained.reason


def test_a_folder_of_too_many_files_is_cut_and_told(tmp_path, monkeypatch):
    monkeypatch.setattr(folder_module, "MOST_FILES", 5)
    save(tmp_path / "papers", **{f"{number:02}.html": html() for number in range(9)})
    obtained = obtain_one(tmp_path / "papers", north())
    assert "more than 5 files" in obtained.reason


def test_a_file_too_large_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(folder_module, "LARGEST", 1_000)
    obtained = obtain_one(save(tmp_path / "papers", **{"north2101.pdf": pdf()}), north())
    assert obtained.documents == ()
    assert "north2101.pdf is larger than" in obtained.reason


def test_links_in_a_circle_are_not_followed(tmp_path):
    save(tmp_path / "papers", **{"a.html": html()})
    (tmp_path / "papers" / "again").symlink_to(tmp_path / "papers")
    assert len(read_shelf([tmp_path / "papers"]).documents) == 1


def test_hidden_folders_and_what_is_no_document_are_passed_over(tmp_path):
    save(tmp_path / "papers" / ".git", **{"a.html": html()})
    save(tmp_path / "papers", **{"notes.txt": html(), "data.pdf": b"words", "b.html": html()})
    assert [document.path.name for document in read_shelf([tmp_path / "papers"]).documents] == ["b.html"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told(tmp_path):
    folder = save(tmp_path / "papers", **{"north2101.pdf": pdf()})
    (folder / "north2101.pdf").chmod(0)
    assert "could not be opened" in obtain_one(folder, north()).reason


def test_a_thousand_files_and_a_hundred_references_take_seconds(tmp_path):
    titles = [f"Toy Number {number} of Many Toys" for number in range(1000)]
    save(tmp_path / "papers", **{f"2201.{number:05}v1.html": html(title) for number, title in enumerate(titles)})
    references = [north(key=f"k{number}", title=title, authors=()) for number, title in enumerate(titles[:100])]
    started = time.monotonic()
    obtained = Library([tmp_path / "papers"], tmp_path).obtain(references)
    assert all(len(answer.documents) == 1 for answer in obtained)
    assert time.monotonic() - started < 20
