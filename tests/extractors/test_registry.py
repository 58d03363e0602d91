"""Which extractor reads what, and what becomes of a document when one fails."""

import gzip
import hashlib
import logging
import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from tablecheck.extractors import registry
from tablecheck.extractors.cascade import auto
from tablecheck.extractors.registry import extract, extract_content, extractor_names, extractor_version, kind_of
from tablecheck.model.citation import Reference
from tablecheck.model.document import Extraction, SourceDocument
from tablecheck.model.errors import UsageError

_PAGE = b"<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td>1.0</td></tr></table>"
_LATEX = b"\\documentclass{article}\\begin{document}\\begin{tabular}{lc}A&B\\\\x&1.0\\\\\\end{tabular}\\end{document}"


def _document(kind: str, content: bytes) -> SourceDocument:
    return SourceDocument(Reference("key"), kind, content, hashlib.sha256(content).hexdigest(), "here")


@pytest.fixture
def registered(monkeypatch):
    """Registers further extractors, written in this file, by name."""

    def register(**functions: str) -> None:
        entries = {
            name: EntryPoint(name, f"{__name__}:{function}", registry.GROUP) for name, function in functions.items()
        }
        known = registry._entries()
        monkeypatch.setattr(registry, "_entries", lambda: {**known, **entries})

    return register


def fails(content: bytes) -> Extraction:
    raise ZeroDivisionError("a fault of mine")


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"%PDF-1.7\n", "pdf"),
        (b"\n\n%PDF-1.4", "pdf"),
        (b"<!DOCTYPE html><html>", "html"),
        (b"<!-- saved -->\n<HTML lang='en'>", "html"),
        ("<html>".encode("utf-16"), "html"),
        (_PAGE, "html"),
        (gzip.compress(b"x", mtime=0), "latex"),
        (bytes(257) + b"ustar", "latex"),
        (b"% my paper\n\\documentclass{article}", "latex"),
        (b"\\begin{table}", "latex"),
        (b"plain words", None),
        (b"PK\x03\x04", None),
        (b"", None),
    ],
)
def test_the_kind_is_seen_in_the_bytes(content, kind):
    assert kind_of(content) == kind


@pytest.mark.parametrize(("kind", "content"), [("html", _PAGE), ("latex", _LATEX)])
def test_a_document_is_read_by_the_extractor_of_its_kind(kind, content):
    for extraction in (extract(_document(kind, content)), extract_content(content)):
        assert [table.read_by for table in extraction.tables] == [kind]
        assert extraction.tables[0].at(1, 1).text == "1.0"


def test_another_extractor_is_used_when_it_is_asked_for():
    assert [table.read_by for table in extract(_document("html", _LATEX), "latex").tables] == ["latex"]


def test_bytes_of_no_known_kind_are_a_problem_that_says_what_to_give():
    extraction = extract_content(b"plain words")
    assert not extraction.tables
    assert "PDF" in extraction.problems[0].message


def test_an_unknown_name_is_misuse_and_the_message_lists_the_names():
    with pytest.raises(UsageError, match=r"html, .*latex"):
        extract_content(_PAGE, "magic")
    assert {"html", "latex", "pdf"} <= set(extractor_names())


def test_a_crash_becomes_a_problem_with_its_cause(registered, caplog):
    registered(broken="fails")
    with caplog.at_level(logging.CRITICAL, logger=registry.__name__):
        extraction = extract_content(_PAGE, "broken")
    assert not extraction.tables
    assert "ZeroDivisionError: a fault of mine" in extraction.problems[0].message


def test_an_extractor_whose_package_is_missing_becomes_a_problem(monkeypatch):
    entry = EntryPoint("lost", "package_that_is_not_there:extract", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: {"lost": entry})
    extraction = extract_content(_PAGE, "lost")
    assert "package_that_is_not_there" in extraction.problems[0].message
    assert "install" in extraction.problems[0].message


def test_the_version_names_the_code_and_what_it_says_of_itself():
    assert extractor_version("html").startswith("tablecheck.extractors.html:extract@")


def test_the_version_of_a_reader_that_is_slow_to_load_is_told_without_loading_it():
    asking = "import sys; from tablecheck.extractors.registry import extractor_version as version"
    asked = f"{asking}; print(version('pdf'), 'pymupdf' in sys.modules)"
    asked = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert asked.stdout.split() == [f"tablecheck.extractors.cascade.auto:extract@{auto.VERSION}", "False"]
