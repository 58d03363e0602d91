"""Reads the marks of a manuscript: ``% tablecheck: ignore[TC101] measured again``."""

import difflib
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, pairwise

from tablecheck.latex.provenance import is_provenance
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import Span, TextPlace

_BEGIN = re.compile(r"(?:(?<![\\%])|(?<=\\%))(?:\\\\)*+%++[ \t]*+(?=tablecheck:)", re.I)
_MARK = re.compile(r"tablecheck:[ \t]*+(?P<word>[\w-]*+)[ \t]*+(?:\[(?P<names>[^\]]*+)\]?)?(?P<reason>.*)", re.I | re.S)
_BETWEEN_NAMES = re.compile(r",\s*(?=[A-Za-z])|,\s*$")  # a number may hold a comma
_MOST = 2_000
_OF_PROVENANCE = ("rerun", "source=", "version=")  # words of the marks that latex.provenance reads
_UNREAD = frozenset({".bib", ".bbl"})


class Word(StrEnum):
    """What a mark says."""

    IGNORE = "ignore"
    NEXT_ROW = "ignore-next-row"
    TABLE = "ignore-table"
    FILE = "ignore-file"
    DISABLE = "disable"
    ENABLE = "enable"

    @property
    def needs_rules(self) -> bool:
        """Whether it reaches so far that it must say which rules it means."""
        return self in (Word.TABLE, Word.FILE, Word.DISABLE)


@dataclass(frozen=True, slots=True)
class Name:
    """A rule that a mark names, by code, beginning of a code or name, and perhaps the number it accepts."""

    rule: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as written. ``word`` is ``None`` where it is none that is known; no names mean all rules."""

    place: TextPlace
    word: Word | None
    written_word: str
    names: tuple[Name, ...] = ()
    reason: str = ""


def marks_of(manuscript: Manuscript) -> tuple[Mark, ...]:
    """Read all marks, file by file, up to a number that no author writes; beyond it nothing is accepted."""
    marks = (
        mark
        for path, text in manuscript.texts.items()
        if posixpath.splitext(path)[1] not in _UNREAD
        for mark in marks_in(path, text)
    )
    return tuple(islice(marks, _MOST))


def marks_in(path: str, text: str) -> Iterator[Mark]:
    """Read the marks of one file; those that say where numbers come from are the reader's."""
    if "tablecheck:" not in text.lower():
        return
    begins = list(_BEGIN.finditer(text))
    for match, after in pairwise([*begins, None]):
        assert match is not None  # noqa: S101 - only the last is none
        start = match.end()
        line_end = text.find("\n", start)
        end = min(len(text) if line_end < 0 else line_end, after.start() if after else len(text))
        written = text[start:end].rstrip(" \t\r")
        if is_provenance(written.partition(":")[2].lstrip()):
            continue
        yield _mark(TextPlace(path, Span(start, start + len(written))), written)


def _mark(place: TextPlace, written: str) -> Mark:
    match = _MARK.match(written)
    assert match is not None  # noqa: S101 - a mark begins so
    word = match["word"].lower()
    known = Word(word) if word in set(Word) else None
    names = tuple(_name(one) for one in _BETWEEN_NAMES.split(match["names"] or "") if one.strip())
    return Mark(place, known, match["word"], names, match["reason"].strip())


def near_word(word: str) -> str:
    """The word that was likely meant, for a message."""
    known = [*Word, *_OF_PROVENANCE]
    near = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


def plain_number(text: str) -> str:
    """Write a number without the signs and spaces that typesetting puts in for those of the keyboard."""
    return re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")


def _name(written: str) -> Name:
    rule, _, number = written.partition("=")
    return Name(rule.strip(), plain_number(number))
