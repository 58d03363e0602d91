"""Reads the marks of a manuscript: ``% tablecheck: ignore[TC101] measured again``."""

import difflib
import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from tablecheck.latex.provenance import is_provenance
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import Span, TextPlace

_MARK = re.compile(
    r"(?<!\\)(?:\\\\)*%+[ \t]*(?P<mark>tablecheck:[ \t]*(?P<word>[\w-]*)[ \t]*(?:\[(?P<names>[^\]\r\n]*)\]?)?"
    r"(?P<reason>[^\r\n]*?))[ \t]*(?=$|\r|\n|%+[ \t]*tablecheck:)",
    re.I,
)
_BETWEEN_NAMES = re.compile(r",\s*(?=[A-Za-z])|,\s*$")  # a number may hold a comma
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
    """Read all marks, file by file."""
    return tuple(
        mark
        for path, text in manuscript.texts.items()
        if posixpath.splitext(path)[1] not in _UNREAD
        for mark in marks_in(path, text)
    )


def marks_in(path: str, text: str) -> Iterator[Mark]:
    """Read the marks of one file; those that say where numbers come from are the reader's."""
    for match in _MARK.finditer(text):
        if is_provenance(match["mark"].partition(":")[2].lstrip()):
            continue
        word = match["word"].lower()
        known = Word(word) if word in set(Word) else None
        names = tuple(_name(one) for one in _BETWEEN_NAMES.split(match["names"] or "") if one.strip())
        place = TextPlace(path, Span(*match.span("mark")))
        yield Mark(place, known, match["word"], names, match["reason"].strip())


def near_word(word: str) -> str:
    """The word that was likely meant, for a message."""
    near = difflib.get_close_matches(word.lower(), list(Word), n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(Word)}"


def plain_number(text: str) -> str:
    """Write a number without the signs and spaces that typesetting puts in for those of the keyboard."""
    return re.sub(r"\s", "", text).replace("−", "-").replace("–", "-")


def _name(written: str) -> Name:
    rule, _, number = written.partition("=")
    return Name(rule.strip(), plain_number(number))
