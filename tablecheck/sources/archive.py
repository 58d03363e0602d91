"""Looks into the archives of LaTeX sources that arXiv gives out, in memory and within bounds."""

import io
import re
import tarfile
import zlib
from collections.abc import Iterator

LARGEST_CONTENT = 50_000_000  # bytes that one archive may unpack to; beyond that it is a bomb or not a paper
_MOST_MEMBERS = 2_000
_LARGEST_TEX = 5_000_000  # bytes of one file
_MAIN = re.compile(rb"\\document(?:class|style)\b")


def gunzipped(content: bytes) -> bytes | None:
    """Unpack a gzip file; ``None`` when it is damaged before the first byte or too large."""
    decoder = zlib.decompressobj(wbits=31)
    try:
        unpacked = decoder.decompress(content, LARGEST_CONTENT)
    except zlib.error:
        return None
    return None if decoder.unconsumed_tail else unpacked


def tex_members(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Give the names and contents of the regular ``.tex`` files of a tar archive, as far as it can be read."""
    total = 0
    try:
        with tarfile.open(fileobj=io.BytesIO(content), mode="r:") as archive:
            for count, member in enumerate(archive):
                total += member.size
                if count >= _MOST_MEMBERS or total > LARGEST_CONTENT:
                    return
                if member.isreg() and member.name.lower().endswith((".tex", ".ltx")) and member.size <= _LARGEST_TEX:
                    stream = archive.extractfile(member)
                    if stream is not None:
                        yield member.name, stream.read()
    except (tarfile.TarError, OSError, EOFError, ValueError):
        return


def main_tex(content: bytes) -> str | None:
    """Find the text of the main ``.tex`` file in an e-print: a tar, a tar.gz or one gzipped file."""
    if content.startswith(b"\x1f\x8b"):
        unpacked = gunzipped(content)
        if unpacked is None:
            return None
        content = unpacked
    if content[257:262] != b"ustar":
        return content.decode("utf-8", errors="replace")
    members = [text for _, text in tex_members(content)]
    mains = [text for text in members if _MAIN.search(text)]
    # Several files may stand alone (a supplement, a poster); the paper is the one with a title, or else the longest.
    titled = [text for text in mains if b"\\title" in text or b"\\icmltitle" in text]
    for candidates in (titled, mains, members):
        if candidates:
            return max(candidates, key=len).decode("utf-8", errors="replace")
    return None
