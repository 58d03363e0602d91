"""In what a lock is stale, and in what it is not."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from tablecheck.model.citation import Reference
from tablecheck.model.document import Extraction, SourceDocument
from tablecheck.sources.cited import cited
from tablecheck.sources.library import Library, Obtained
from tablecheck.sources.lock import Lock, LockedDocument, LockedReference, LockedTables
from tablecheck.sources.locked import LockedLibrary
from tablecheck.sources.provenance import portable
from tablecheck.sources.stale import newer, stale
from tests.sources.papers import gz, html, north, pdf, save, tar_gz, tex

PDF = pdf()


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def locked(reference: Reference, content: bytes = PDF, found_at: str = "papers/north2101.pdf") -> Lock:
    document = LockedDocument("pdf", None, sha(content), found_at)
    tables = {document.sha256: LockedTables("pdf", "reader@1", Extraction(()))}
    return Lock("paper.tex", {reference.key: LockedReference(cited(reference), (document,))}, tables)


def said(lock: Lock, *references: Reference, root: Path, papers: tuple[Path, ...] = (), version: str = "reader@1"):
    at_hand = {one.key: one for one in Library(papers, root).obtain(references)}
    return stale(lock, references, at_hand, root, lambda kind: version)


@pytest.mark.parametrize("papers", [(), ("papers",)])
@pytest.mark.parametrize("there", [True, False])
def test_a_lock_fits_with_and_without_its_documents(tmp_path, there, papers):
    save(tmp_path / "papers", **({"north2101.pdf": PDF} if there else {}))
    assert said(locked(north()), north(), root=tmp_path, papers=tuple(tmp_path / name for name in papers)) == ()


def test_one_changed_byte_is_noticed_also_where_the_folder_is_not_named(tmp_path):
    content = bytearray(PDF)
    content[-1] ^= 1
    save(tmp_path / "papers", **{"north2101.pdf": bytes(content)})
    lock = locked(north())
    assert said(lock, north(), root=tmp_path) == (
        "papers/north2101.pdf is another file than the one that it was read from",
    )
    assert len(said(lock, north(), root=tmp_path, papers=(tmp_path / "papers",))) == 1


@pytest.mark.parametrize("content", [html(), tex(), gz(tex()), tar_gz(main=tex())])
def test_every_form_of_a_document_is_compared_as_its_reader_gets_it(tmp_path, content):
    save(tmp_path / "papers", **{"north2101.pdf": content})
    (obtained,) = Library([tmp_path / "papers"], tmp_path).obtain([north()])
    (document,) = obtained.documents
    assert said(locked(north(), document.content), north(), root=tmp_path) == ()


CHANGED = [
    ({"title": "Another Title of It"}, "[north2101] says another thing than it did"),
    ({"arxiv_version": 2}, "[north2101] says another thing than it did"),
    ({"key": "other"}, "[other] is cited and not in it"),
]


@pytest.mark.parametrize(("changes", "sentence"), CHANGED)
def test_a_changed_entry_is_told(tmp_path, changes, sentence):
    assert sentence in said(locked(north()), north(**changes), root=tmp_path)


def test_a_note_and_the_place_of_an_entry_change_nothing(tmp_path):
    assert said(locked(north()), north(note="see also", files=("x.pdf",)), root=tmp_path) == ()


def test_what_is_cited_no_longer_is_told(tmp_path):
    assert said(locked(north()), root=tmp_path) == ("[north2101] is in it and no longer cited in a table",)


def test_another_reader_is_told(tmp_path):
    (sentence,) = said(locked(north()), north(), root=tmp_path, version="reader@2")
    assert "reader@1" in sentence
    assert "reader@2" in sentence


def test_a_file_of_the_authors_that_is_not_in_it_is_told(tmp_path):
    lock = Lock("paper.tex", {"north2101": LockedReference(cited(north()))})
    folder = save(tmp_path / "papers", **{"north2101.pdf": PDF})
    (sentence,) = said(lock, north(), root=tmp_path, papers=(folder,))
    assert sentence == f"{folder / 'north2101.pdf'} is at hand for [north2101] and not in it"


def fetched(content: bytes) -> Obtained:
    document = SourceDocument(north(), "pdf", content, sha(content), "https://host.example/north.pdf")
    return Obtained("north2101", (document,), "fetched")


def test_what_lies_in_somebodys_cache_makes_no_lock_stale(tmp_path):
    at_hand = {"north2101": fetched(pdf("Newer"))}
    lock = locked(north())
    assert stale(lock, [north()], at_hand, tmp_path, lambda kind: "reader@1") == ()
    assert newer(lock, [north()], at_hand) == ()
    empty = Lock("paper.tex", {"north2101": LockedReference(cited(north()))})
    assert stale(empty, [north()], at_hand, tmp_path, lambda kind: "reader@1") == ()
    assert newer(empty, [north()], at_hand) == ("[north2101] has been fetched since the lock was written",)


@pytest.mark.parametrize("at_hand", [True, False])
def test_the_answers_are_the_same_with_and_without_the_bytes(tmp_path, at_hand):
    save(tmp_path / "papers", **({"north2101.pdf": PDF} if at_hand else {}))
    nothing = {"north2101": Obtained("north2101", (), "not obtained: words about this machine")}
    (obtained,) = LockedLibrary(locked(north()), nothing, tmp_path).obtain([north()])
    (document,) = obtained.documents
    assert document.content == (PDF if at_hand else b"")
    assert replace(document, content=b"").found_at == "papers/north2101.pdf"
    assert obtained.reason == "tables taken from tablecheck.lock, where they were read from papers/north2101.pdf"


@pytest.mark.parametrize("found_at", ["../outside.pdf", "/etc/passwd", "x\0y", "papers/../../outside.pdf", "papers"])
def test_a_lock_leads_to_no_file_outside_the_folder_of_the_manuscript(tmp_path, found_at):
    save(tmp_path, **{"outside.pdf": pdf()})
    save(tmp_path / "paper" / "papers", **{"x.pdf": pdf()})
    lock = locked(north(), found_at=found_at)
    nothing = {"north2101": Obtained("north2101", (), "")}
    (obtained,) = LockedLibrary(lock, nothing, tmp_path / "paper").obtain([north()])
    assert obtained.documents[0].content == b""
    assert said(lock, north(), root=tmp_path / "paper") == ()


def test_a_lock_tells_nothing_of_the_folders_of_a_machine(tmp_path):
    assert portable("https://host.example/x.pdf", tmp_path) == "https://host.example/x.pdf"
    assert portable(str(tmp_path / "papers" / "x.pdf"), tmp_path) == "papers/x.pdf"
    assert portable("/home/ada/private/x.pdf", tmp_path) == "x.pdf"
