"""Splits ``.bib`` files into entries; a damaged entry costs what is damaged of it, never its neighbours."""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bibtexparser.library import Library
from bibtexparser.model import Entry as ParsedEntry
from bibtexparser.model import ImplicitComment, ParsingFailedBlock, String
from bibtexparser.splitter import Splitter

from tablecheck.latex.bibliography.entry import Entry
from tablecheck.latex.bibliography.values import MONTH_NAMES, read_fields, read_value
from tablecheck.model.place import Span, line_column, line_starts
from tablecheck.model.problem import Problem

# The parser warns of every damaged entry on its logger; we say it ourselves, with the file and the line.
logging.getLogger("bibtexparser").addHandler(logging.NullHandler())

_HEAD = re.compile(r"@\s*(?P<type>[A-Za-z]+)\s*[{(]\s*(?P<key>[^\s,{}\"=()@#%]+)\s*(?=[,})]|$)", re.M)
_LINE_HEAD = re.compile(r"^[ \t]*@\s*[A-Za-z]+\s*[{(]", re.M)
_NOT_ENTRIES = frozenset({"string", "preamble", "comment"})


@dataclass(frozen=True, slots=True)
class BibFile:
    """A ``.bib`` file cut into blocks; ``blocks`` are those of bibtexparser with their spans."""

    path: str
    text: str
    blocks: tuple[tuple[Any, Span], ...]


def split_bib(path: str, text: str) -> BibFile:
    """Cut a ``.bib`` file into blocks."""
    return BibFile(path, text, tuple(_placed(Splitter(text).split(), text)))


def strings_of(files: Sequence[BibFile]) -> dict[str, str]:
    """Collect the ``@string`` definitions of all files, names in lower case; the later definition counts."""
    strings = dict(MONTH_NAMES)
    for file in files:
        for block, _ in file.blocks:
            if isinstance(block, String):
                strings[block.key.lower()] = read_value(block.value, 0, strings)[0]
    return strings


def entries_of(file: BibFile, strings: Mapping[str, str]) -> tuple[tuple[Entry, ...], tuple[Problem, ...]]:
    """Read the entries of a file; each damaged one is read as far as it goes and gives a problem."""
    entries: list[Entry] = []
    problems: list[Problem] = []
    starts: tuple[int, ...] = ()
    for block, span in file.blocks:
        if isinstance(block, ParsedEntry) and block.key:
            entries.append(_entry(file, block, span, strings))
        elif isinstance(block, ParsingFailedBlock | ImplicitComment):
            for damaged in _resynchronised(file, span, strings):
                entries.append(damaged)
                starts = starts or line_starts(file.text)
                line = line_column(starts, damaged.span.start).line
                message = f"entry {damaged.key} is not well formed; it was read as far as it goes. Close its braces"
                problems.append(Problem("read", message, file.path, line))
    return tuple(entries), tuple(problems)


def _placed(library: Library, text: str) -> Iterator[tuple[Any, Span]]:
    """Pair each block with its span; a duplicate is unwrapped, for BibTeX takes the first and so do we."""
    position = 0
    for block in library.blocks:
        raw = block.raw or ""
        start = text.find(raw, position)
        if start < 0:
            continue
        position = start + len(raw)
        hidden = block
        while isinstance(hidden, ParsingFailedBlock) and hidden.ignore_error_block is not None:
            hidden = hidden.ignore_error_block
        yield hidden, Span(start, position)


def _entry(file: BibFile, block: ParsedEntry, span: Span, strings: Mapping[str, str]) -> Entry:
    fields: dict[str, str] = {}
    for field in block.fields:
        value, end = read_value(field.value, 0, strings)
        fields.setdefault(field.key.lower(), value)
        # A comma forgotten between two fields leaves the second in the value of the first.
        if "=" in field.value[end:]:
            fields = {**read_fields(field.value[end:], strings), **fields}
    return Entry(block.key, block.entry_type.lower(), fields, span, file.path)


def _resynchronised(file: BibFile, span: Span, strings: Mapping[str, str]) -> Iterator[Entry]:
    """Read the entries that begin on a line of their own inside a block the parser gave up on."""
    text = file.text
    starts = [match.start() for match in _LINE_HEAD.finditer(text, span.start, span.end)] or [span.start]
    starts = [span.start, *(start for start in starts if start > span.start)]
    for start, end in zip(starts, [*starts[1:], span.end], strict=True):
        head = _HEAD.search(text, start, end)
        if head is None or head["type"].lower() in _NOT_ENTRIES:
            continue
        fields = read_fields(text[head.end() : end], strings)
        yield Entry(head["key"], head["type"].lower(), fields, Span(head.start(), end), file.path)
