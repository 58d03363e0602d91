"""Which extractors there are, and which of them reads a document.

An extractor is an entry point of the group ``tablecheck.extractors``. Those named like a kind of document
(``html``, ``latex``) are the ones that are used when nobody asks for another; PDFs are then read by ``auto``.
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from typing import cast

from tablecheck.extractors.continued import joined_over_pages
from tablecheck.extractors.running import load_extractor, run_extractor
from tablecheck.extractors.sandbox import read_apart
from tablecheck.model.document import Extraction, Kind, SourceDocument
from tablecheck.model.errors import UsageError
from tablecheck.model.problem import Problem

GROUP = "tablecheck.extractors"
_DEFAULTS = {"pdf": "auto"}
_HEAD = 8192  # bytes; enough for licences and comments that stand before the first tag or command
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]|<(head|body|article|section|figure|table)[\s>]", re.I)
_LATEX = re.compile(rb"\\(documentclass|documentstyle|begin\s*\{|section|input\s*\{|newcommand|usepackage)")


def extract(document: SourceDocument, extractor: str | None = None) -> Extraction:
    """Read the tables of a document by the named extractor, or by the one for its kind; over pages they are joined.

    Raises:
        UsageError: there is no extractor of that name.
    """
    read = _run(extractor or default_extractor(document.kind), document.content)
    return replace(read, tables=joined_over_pages(read.tables))


def extract_content(content: bytes, extractor: str | None = None) -> Extraction:
    """Read the tables of bytes that are in nobody's bibliography, as they stand on the pages; their kind is seen.

    Raises:
        UsageError: there is no extractor of that name.
    """
    kind = kind_of(content)
    if extractor is None and kind is None:
        message = "neither a PDF, an HTML page, LaTeX nor an archive of LaTeX; give one of these"
        return Extraction((), (Problem("extract", message),))
    return _run(extractor or default_extractor(cast(Kind, kind)), content)


def default_extractor(kind: str) -> str:
    """The extractor that reads documents of a kind when nobody asks for another."""
    return _DEFAULTS.get(kind, kind)


def extractor_version(name: str) -> str:
    """Give the text under which results of an extractor may be cached; for a kind, those of its usual extractor.

    It is asked for at each check. The extractor is loaded only where it keeps its version to itself: MuPDF and its
    models take a second and a hundred megabytes.

    Raises:
        UsageError: there is no extractor of that name.
        ImportError: it needs a package that is not installed.
    """
    entry = _entry(default_extractor(name))
    return f"{entry.value}@{_version_of(entry)}"


def extractor_names() -> tuple[str, ...]:
    """The names that may be asked for, in alphabetical order."""
    return tuple(sorted(_entries()))


def kind_of(content: bytes) -> Kind | None:
    """Tell by its first bytes what a document is, ``None`` where they are nothing that can be read."""
    head = content[:_HEAD]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):  # UTF-16
        head = head.replace(b"\0", b"")
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(b"\x1f\x8b") or head[257:262] == b"ustar":
        return "latex"
    if _HTML.search(head):
        return "html"
    if _LATEX.search(head):
        return "latex"
    return None


@cache
def _version_of(entry: EntryPoint) -> str:
    beside = f"{entry.module}_version"
    if find_spec(beside) is not None:
        return str(import_module(beside).VERSION)
    load_extractor(entry)
    return str(getattr(sys.modules[entry.module], "VERSION", "0"))


@cache
def _entries() -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _run(name: str, content: bytes) -> Extraction:
    entry = _entry(name)
    return read_apart(entry, content) if kind_of(content) == "pdf" else run_extractor(entry, content)


def _entry(name: str) -> EntryPoint:
    if name not in _entries():
        raise UsageError(f"there is no extractor {name!r}; choose one of {', '.join(extractor_names())}")
    return _entries()[name]
