"""A PDF is read once, also by the next run."""

import os

import pytest

from tablecheck.linter import kept as kept_module
from tablecheck.linter.kept import KeptExtractions
from tablecheck.linter.reading import Reader
from tablecheck.model.citation import Reference
from tablecheck.model.document import Extraction, SourceDocument
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table, with_numbers

READ = Extraction((Table((with_numbers(Cell(0, 0, "85.3")),), caption="Kept"),))


def _document(kind: str = "pdf", sha256: str = "ab" * 32) -> SourceDocument:
    return SourceDocument(Reference("north"), kind, b"", sha256, "north.pdf")


class _Counting:
    def __init__(self, extraction: Extraction = READ) -> None:
        self.count = 0
        self.extraction = extraction

    def __call__(self, document: SourceDocument) -> Extraction:
        self.count += 1
        return self.extraction


def _read(extract, folder, *documents: SourceDocument, version: str = "1") -> list[Extraction]:
    reader = Reader(extract, lambda kind: version, 5.0, KeptExtractions(folder))
    return [reader.read(document) for document in documents]


def test_the_next_run_reads_it_from_the_disk(tmp_path):
    extract = _Counting()
    _read(extract, tmp_path / "kept", _document())
    (again,) = _read(extract, tmp_path / "kept", _document())
    assert extract.count == 1
    assert again.tables[0].cells == READ.tables[0].cells


@pytest.mark.parametrize("changed", [{"version": "2"}, {"sha256": "cd" * 32}, {"kind": "html"}])
def test_another_document_or_extractor_is_read_anew(tmp_path, changed):
    extract = _Counting()
    _read(extract, tmp_path, _document(), version="1")
    version = changed.pop("version", "1")
    _read(extract, tmp_path, _document(**changed), version=version)
    assert extract.count == 2


def test_changed_code_reads_anew(tmp_path, monkeypatch):
    extract = _Counting()
    _read(extract, tmp_path, _document())
    monkeypatch.setattr(kept_module, "_code", lambda: "another state")
    _read(extract, tmp_path, _document())
    assert extract.count == 2


@pytest.mark.parametrize("extraction", [Extraction(()), Extraction(READ.tables, (Problem("extract", "too slow"),))])
def test_what_went_wrong_is_not_kept(tmp_path, extraction):
    extract = _Counting(extraction)
    _read(extract, tmp_path, _document())
    _read(extract, tmp_path, _document())
    assert extract.count == 2


@pytest.mark.parametrize("damage", [b"", b"{}", b"\xff\xfe", b'{"form": 1, "tables": 5, "problems": []}'])
def test_a_damaged_file_is_read_anew_and_mended(tmp_path, damage):
    extract = _Counting()
    _read(extract, tmp_path, _document())
    (file,) = tmp_path.iterdir()
    file.write_bytes(damage)
    _read(extract, tmp_path, _document())
    _read(extract, tmp_path, _document())
    assert extract.count == 2


def test_a_folder_that_cannot_be_made_costs_nothing_but_time(tmp_path):
    (tmp_path / "file").write_text("in the way")
    assert _read(_Counting(), tmp_path / "file" / "kept", _document())[0].tables


def test_what_was_unused_for_longest_goes_first(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_module, "_MOST_FILES", 2)
    kept = KeptExtractions(tmp_path)
    for age, name in enumerate("abc"):
        kept.put(name, "1", READ)
        for path in tmp_path.glob(f"{name}-*"):
            os.utime(path, (age, age))
    kept.put("d", "1", READ)
    assert [kept.get(name, "1") is not None for name in "abcd"] == [False, False, True, True]
    assert kept.clear() == 2
