"""Copies are found again by their names alone."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.errors import StoreError
from tablecheck.sources.copies import copy_into, name_of
from tablecheck.sources.library import Library
from tests.sources.papers import NORTH, gz, html, north, pdf, tar_gz, tex

CONTENTS = [
    ("pdf", pdf()),
    ("html", html(NORTH)),
    ("latex", tex()),
    ("latex", tar_gz(main=tex())),
    ("latex", gz(tex())),
]


def document(reference: Reference, kind: str, content: bytes, version: int | None) -> SourceDocument:
    digest = hashlib.sha256(content).hexdigest()
    return SourceDocument(reference, kind, content, digest, "https://host.example/x", version)


@pytest.mark.parametrize(("kind", "content"), CONTENTS)
@pytest.mark.parametrize("version", [None, 2])
@pytest.mark.parametrize("arxiv_id", [None, "2101.90001", "hep-th/9901001"])
@pytest.mark.parametrize("key", ["north2101", "north:21/a b", "Müller_21"])
def test_a_copy_is_found_with_its_version(tmp_path, key, arxiv_id, version, kind, content):
    reference = north(key=key, arxiv_id=arxiv_id, title=None)
    copy_into(tmp_path / "to", [document(reference, kind, content, version)])
    (obtained,) = Library([tmp_path / "to"], tmp_path).obtain([reference])
    assert [(one.kind, one.version) for one in obtained.documents] == [(kind, version)], obtained.reason


def test_the_forms_of_one_paper_lie_side_by_side(tmp_path):
    reference = north(arxiv_id="2101.90001")
    documents = [document(reference, kind, content, 1) for kind, content in CONTENTS[:3]]
    documents.append(document(reference, "pdf", pdf(stamp="printed"), None))
    assert [path.name for path in copy_into(tmp_path, documents)] == [
        "2101.90001v1.pdf",
        "2101.90001v1.html",
        "2101.90001v1.tex",
        "north2101.pdf",
    ]


@given(st.text(max_size=300), st.none() | st.integers(1, 99))
@settings(max_examples=100, deadline=None)
def test_no_key_names_a_file_elsewhere(key, version):
    name = name_of(document(Reference(key or "k"), "pdf", b"%PDF-1.4", version))
    assert name.endswith(".pdf")
    assert not set(name) & set('/\\:*?"<>|\0')
    assert not name.startswith(".")
    assert len(name) <= 130


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "to").write_text("a file")
    with pytest.raises(StoreError, match="name another folder"):
        copy_into(tmp_path / "to", [document(north(), "pdf", pdf(), None)])
