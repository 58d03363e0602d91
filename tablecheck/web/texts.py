"""Files as an editor in a page sees them: lines that end with a line feed, and a digest of the bytes they came from."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tablecheck.linter.source_file import SourceFile, read_source, replace_source
from tablecheck.model.errors import UnreadableError

_LINE_END = re.compile(r"\r\n?|\n")


class ChangedOnDiskError(UnreadableError):
    """The file holds other bytes than those the page has seen."""


@dataclass(frozen=True, slots=True)
class SeenText:
    """A file as the page sees it; ``digest`` names the bytes, in hexadecimal."""

    text: str
    digest: str


def read_text(path: Path) -> SeenText:
    """Read a file for the page.

    Raises:
        UnreadableError: it cannot be read, or holds bytes that its encoding could not give back.
    """
    return _seen(read_source(path))


def save_text(path: Path, text: str, digest: str) -> SeenText:
    """Put the page's text in the place of the bytes that ``digest`` names, in their encoding and with their line ends.

    A text that was not changed gives the same bytes again.

    Raises:
        ChangedOnDiskError: the file holds other bytes by now; nothing is written.
        UnreadableError: the file cannot be written, or its encoding has no such character.
    """
    source = read_source(path)
    if _digest(source.content) != digest:
        raise ChangedOnDiskError(f"{path.name} has changed on disk since it was opened here; not saved")
    replace_source(source, with_line_ends(text, source.text))
    return _seen(read_source(path))


def with_line_ends(text: str, before: str) -> str:
    """Give the lines of ``text`` the line ends of the same lines in ``before``.

    Lines are the same at the beginning and at the end of both; those in between get the commonest end of ``before``.
    A return and a feed of two lines never meet: together they would be one line end.
    """
    ends: list[str] = _LINE_END.findall(before)
    if not ends or set(ends) == {"\n"}:
        return text
    usual = max(("\r\n", "\n", "\r"), key=ends.count)
    old, new = _LINE_END.split(before), text.split("\n")
    head = _common(old, new)
    tail = _common(old[: head - 1 if head else None : -1], new[: head - 1 if head else None : -1])

    def end_after(row: int) -> str:
        from_last = len(new) - 1 - row
        if row < min(head, len(ends)):
            return ends[row]
        return ends[-from_last] if from_last <= min(tail, len(ends)) else usual

    pieces: list[str] = []
    for row, line in enumerate(new[:-1]):
        end = end_after(row)
        would_join = not line and end == "\n" and bool(pieces) and pieces[-1].endswith("\r")
        pieces.append(line + ("\r" if would_join else end))
    return "".join(pieces) + new[-1]


def _common(some: Sequence[str], others: Sequence[str]) -> int:
    """Count the lines that two texts have in common at their beginning."""
    return next(
        (row for row, (one, other) in enumerate(zip(some, others, strict=False)) if one != other),
        min(len(some), len(others)),
    )


def _seen(source: SourceFile) -> SeenText:
    return SeenText(_LINE_END.sub("\n", source.text), _digest(source.content))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
