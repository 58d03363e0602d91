"""Looks into compressed sources just far enough to know that they are whole and harmless; writes nothing.

The headers of the archive are read here by hand: the standard library's reader spends minutes on made-up ones
(CVE-2024-6232), and all that is wanted are names, kinds and sizes.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tablecheck.sources.net.failure import Failure, RequestError

MOST_UNPACKED = 200_000_000  # bytes; four times the largest document that is taken
_MOST_MEMBERS = 5000
_RATIO = 200  # plots drawn in TeX come to 20
_RATIO_FROM = 10_000_000  # bytes
_LONGEST_NAME = 65_536  # bytes of a header that says nothing but a name
_BLOCK = 512
_TEXT_SUFFIXES = (".tex", ".ltx", ".latex", ".bbl", ".bib")
_WINDOWS = re.compile(r"[A-Za-z]:[/\\]|.*\\")
_OLD_NAMES = 1  # an archive of 1993 may hold its one paper without a suffix


@dataclass(frozen=True, slots=True)
class Member:
    """One entry of an archive."""

    name: str
    size: int
    kind: str


def unpacked_pieces(content: bytes) -> Iterator[bytes]:
    """Unpack gzip piece by piece.

    Raises:
        RequestError: it unpacks to too much, is damaged or ends too early.
    """
    total = 0
    rest = content
    while rest:
        unpacker = zlib.decompressobj(31)
        while not unpacker.eof:
            try:
                piece = unpacker.decompress(rest, 1 << 20)
            except zlib.error as error:
                if "header" in str(error) or "unknown" in str(error):
                    raise _broken("it is compressed in no way that can be read") from None
                raise _broken("its compressed data are damaged") from None
            rest = unpacker.unconsumed_tail or unpacker.unused_data
            total += len(piece)
            if total > MOST_UNPACKED or (total > _RATIO_FROM and total > _RATIO * len(content)):
                raise RequestError(Failure.TOO_LARGE, f"it unpacks to more than {total:,} bytes; it is not unpacked")
            if piece:
                yield piece
            if not piece and not rest and not unpacker.eof:
                raise _broken("its compressed data end too early")
        if rest[:2] != b"\x1f\x8b":
            return  # what follows the last member is padding


def check_archive(pieces: Iterator[bytes]) -> tuple[Member, ...]:
    """Walk through a tar archive.

    Raises:
        RequestError: it is damaged, has too many members, or wants to write outside its folder.
    """
    members = tuple(_members(_Stream(pieces)))
    for member in members:
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts or _WINDOWS.match(member.name):
            raise _wrong(f"its member {member.name[:80]!r} points outside the archive")
        if member.kind in "346":
            raise _wrong(f"its member {member.name[:80]!r} is a device, not a file")
    files = [member for member in members if member.kind == "0"]
    if not files:
        raise _wrong("the archive is empty")
    if not any(m.name.lower().endswith(_TEXT_SUFFIXES) for m in files) and len(files) > _OLD_NAMES:
        raise _wrong("there is no LaTeX in the archive")
    return members


class _Stream:
    """Reads exact numbers of bytes from pieces."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._held = b""

    def read(self, size: int) -> bytes:
        held = [self._held]
        have = len(self._held)
        while have < size:
            piece = next(self._pieces, b"")
            if not piece:
                raise _broken("the archive ends in the middle of a file")
            held.append(piece)
            have += len(piece)
        whole = b"".join(held)
        self._held = whole[size:]
        return whole[:size]

    def skip(self, size: int) -> None:
        while size > 0:
            size -= len(self.read(min(size, 1 << 20)))


def _members(stream: _Stream) -> Iterator[Member]:
    long_name = ""
    for _ in range(_MOST_MEMBERS):
        header = stream.read(_BLOCK)
        if not header.strip(b"\0"):
            return
        size, kind = _size(header), header[156:157].decode("latin-1").replace("\0", "0").replace("7", "0")
        padded = -(-size // _BLOCK) * _BLOCK
        if kind in "LKxg":
            if size > _LONGEST_NAME:
                raise _wrong(f"the archive has a header of {size:,} bytes")
            text = stream.read(padded)[:size]
            long_name = _long_name(kind, text) or long_name
            continue
        name = long_name or _name(header)
        long_name = ""
        if size > MOST_UNPACKED:
            raise RequestError(Failure.TOO_LARGE, f"its member {name[:80]!r} claims to have {size:,} bytes")
        stream.skip(padded if kind == "0" else 0)
        yield Member(name, size, kind)
    raise RequestError(Failure.TOO_LARGE, f"the archive has more than {_MOST_MEMBERS:,} members")


def _size(header: bytes) -> int:
    checksum = sum(header[:148]) + 8 * 32 + sum(header[156:])
    written = header[148:156].strip(b"\0 ")
    try:
        if int(written or b"0", 8) != checksum:
            raise ValueError
        field = header[124:136]
        if field[0] & 0x80:
            return int.from_bytes(bytes([field[0] & 0x7F]) + field[1:], "big")
        return int(field.strip(b"\0 ") or b"0", 8)
    except ValueError:
        raise _broken("the archive is damaged") from None


def _name(header: bytes) -> str:
    name = header[:100].split(b"\0", 1)[0].decode("utf-8", "replace")
    prefix = header[345:500].split(b"\0", 1)[0].decode("utf-8", "replace") if header[257:262] == b"ustar" else ""
    return f"{prefix}/{name}" if prefix else name


def _long_name(kind: str, text: bytes) -> str:
    if kind == "L":
        return text.split(b"\0", 1)[0].decode("utf-8", "replace")
    if kind == "x":
        for line in text.split(b"\n"):
            _, _, record = line.partition(b" ")
            if record.startswith(b"path="):
                return record[5:].decode("utf-8", "replace")
    return ""


def _broken(message: str) -> RequestError:
    return RequestError(Failure.BROKEN, message)


def _wrong(message: str) -> RequestError:
    return RequestError(Failure.WRONG_KIND, message)
