"""The text files of an arXiv source: a tar, a compressed tar, one compressed file, or plain LaTeX.

Nothing is written to disk. A member counts only if it is a regular file with a name that stays inside the
archive; the work an archive can cause is limited, for anybody may have made it.
"""

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import IO, Self, cast

from tablecheck.model.problem import Problem

_TEXT_SUFFIXES = frozenset(
    {
        ".tex",
        ".ltx",
        ".latex",
        ".bbl",
        ".bib",
        ".sty",
        ".cls",
        ".def",
        ".cfg",
        ".inc",
        ".tab",
        ".table",
        ".tikz",
        ".txt",
    }
)
_NOTES_OF_ARXIV = frozenset({"00readme.xxx", "00readme.json"})
_MOST_MEMBERS = 20_000
_LARGEST_MEMBER = 8 * 2**20  # bytes; the largest hand-written .tex file is far below a tenth of it
_LARGEST_TEXT = 64 * 2**20
_LARGEST_STREAM = 2**28  # figures are passed over, but have to be decompressed; arXiv takes 50 MB compressed
_LARGEST_HEADER = 2**20  # long names and comments are read at once
_EXTENDED_HEADERS = frozenset(
    {tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK}
)
_LARGEST_RATIO = 200  # LaTeX and pictures compress 3 to 20 times, a bomb 1000 times
_FREE_OF_RATIO = 16 * 2**20


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The text files by their names in the archive, and what was left out."""

    files: dict[str, bytes]
    problems: tuple[Problem, ...] = ()


class _TooLarge(Exception):  # noqa: N818 - ends the reading of one archive, nothing else
    pass


@dataclass(slots=True)
class _Counted(io.RawIOBase):
    """A stream that refuses to give more than an honest archive of this size would hold."""

    stream: IO[bytes]
    compressed_size: int
    given: int = field(default=0)

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self.stream.read(size if 0 <= size <= _LARGEST_MEMBER else _LARGEST_MEMBER)
        self.given += len(piece)
        ratio = self.given / max(1, self.compressed_size)
        if self.given > _LARGEST_STREAM or (self.given > _FREE_OF_RATIO and ratio > _LARGEST_RATIO):
            raise _TooLarge
        return piece


class _Member(tarfile.TarInfo):
    """The head of a member, refused where reading its extended header would take much memory."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        member = super().frombuf(buf, encoding, errors)
        if member.type in _EXTENDED_HEADERS and member.size > _LARGEST_HEADER:
            raise _TooLarge
        return member


def unpack(content: bytes) -> Unpacked:
    """Take the text files out of an archive, or give the one file that the bytes are."""
    compressed = content.startswith(b"\x1f\x8b")
    stream: IO[bytes] = (
        cast(IO[bytes], gzip.GzipFile(fileobj=io.BytesIO(content))) if compressed else io.BytesIO(content)
    )
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    try:
        head = stream.read(512)
        stream.seek(0)
        if head[257:262] != b"ustar":
            return _single(_Counted(stream, len(content)))
        files.update(_members(_Counted(stream, len(content)), problems))  # keeps what came before an error
    except _TooLarge:
        problems.append(_problem("grows too large when it is unpacked; the rest of it was not read"))
    except (OSError, EOFError, zlib.error, tarfile.TarError, ValueError, OverflowError) as error:
        problems.append(_problem(f"is damaged ({error}); what came before the damage was read. Fetch it again"))
    return Unpacked(files, tuple(problems))


def _single(stream: _Counted) -> Unpacked:
    text = stream.read(_LARGEST_MEMBER)
    if stream.read(1):
        return Unpacked({}, (_problem("is a single file that is too large for LaTeX"),))
    if text.startswith(b"%PDF-"):
        return Unpacked({}, (_problem("holds a PDF and no LaTeX; give the PDF itself"),))
    return Unpacked({"main.tex": text})


def _members(stream: _Counted, problems: list[Problem]) -> Iterator[tuple[str, bytes]]:
    kept = 0
    with tarfile.open(fileobj=cast(IO[bytes], stream), mode="r|", tarinfo=_Member) as archive:
        for count, member in enumerate(archive):
            if count >= _MOST_MEMBERS:
                problems.append(_problem(f"has more than {_MOST_MEMBERS} members; the rest was not read"))
                return
            path = PurePosixPath(member.name.removeprefix("./"))
            if path.suffix.lower() not in _TEXT_SUFFIXES and path.name.lower() not in _NOTES_OF_ARXIV:
                continue
            if not member.isreg() or path.is_absolute() or ".." in path.parts or "\\" in member.name:
                problems.append(_problem(f"has a member {member.name!r} that is no file inside it; it was left out"))
                continue
            if member.size > _LARGEST_MEMBER or kept + member.size > _LARGEST_TEXT:
                problems.append(_problem(f"has a member {member.name!r} that is too large; it was left out"))
                continue
            opened = archive.extractfile(member)
            if opened is not None:
                text = opened.read()
                kept += len(text)
                yield str(path), text


def _problem(what: str) -> Problem:
    return Problem("extract", f"the source archive {what}")
