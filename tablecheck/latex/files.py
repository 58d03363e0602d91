"""The files of a manuscript: decoding them, and finding those that others name."""

import posixpath
from collections.abc import Callable, Mapping
from pathlib import Path

from tablecheck.model.problem import Problem

Find = Callable[[str], str | None]
"""Gives the text of a file by its path relative to the main file's folder, ``None`` where there is none."""

_SUFFIXES = frozenset({".tex", ".ltx", ".sty", ".cls", ".bib", ".bbl", ".tikz", ".txt", ".def", ".cfg", ".table", ""})
_HEAD = 1_000  # bytes, in which UTF-16 without a mark shows
_LARGEST_FILE = 20_000_000  # bytes; a book's source is a tenth of it


def decode(content: bytes) -> str:
    """Decode a source file: UTF-8, else the Windows superset of Latin-1; line ends stay as they are."""
    encoding = encoding_of(content)
    return content.decode(encoding, "replace" if encoding.startswith("utf-16") else "strict")


def encoding_of(content: bytes) -> str:
    """The name of the codec that ``decode`` takes; those with a mark at the beginning leave it out of the text."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    for first, encoding in enumerate(("utf-16-be", "utf-16-le")):
        if b"\0" in content[:2] and content[first:_HEAD:2].count(0) > len(content[:_HEAD]) // 4:  # Latin letters
            return encoding
    for encoding in ("utf-8-sig" if content.startswith(b"\xef\xbb\xbf") else "utf-8", "cp1252"):
        try:
            content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"


class DiskFiles:
    """Reads files below and beside the main file's folder, each once; ``overlay`` holds unsaved texts."""

    def __init__(self, folder: Path, overlay: Mapping[str, str]) -> None:
        self.folder = folder
        self.overlay = {posixpath.normpath(path): text for path, text in overlay.items()}
        self.problems: list[Problem] = []
        self._read: dict[str, str | None] = {}

    def find(self, path: str) -> str | None:
        """The text of a file named relative to the main file's folder."""
        if path in self.overlay:
            return self.overlay[path]
        if path not in self._read:
            self._read[path] = self._load(path)
        return self._read[path]

    def _load(self, path: str) -> str | None:
        suffix = Path(path).suffix.lower()
        if posixpath.isabs(path) or suffix not in _SUFFIXES or (not suffix and path.startswith("..")):
            return None  # nothing but sources, and only those with a suffix outside the manuscript's folder
        file = self.folder / path
        try:
            if not file.is_file():
                return None
            if file.stat().st_size > _LARGEST_FILE:
                self.problems.append(Problem("read", f"{path} is larger than {_LARGEST_FILE} bytes; not read", path))
                return None
            return decode(file.read_bytes())
        except (OSError, ValueError) as error:
            self.problems.append(Problem("read", f"{path} cannot be read: {error}", path))
            return None


def resolve(
    name: str, including: str, find: Find, folder: str = "", suffix: str = ".tex", home: str = ""
) -> str | None:
    """Find the path that ``\\input{name}`` means.

    It is looked for in ``folder`` (that of ``\\import``), then in ``home`` (that of the main file), then beside
    the file that includes it; with the suffix and without.
    """
    name = name.replace('"', "").strip()
    if not name or "\x00" in name or len(name) > 400:
        return None
    bases = [posixpath.join(home, folder), folder] if folder else []
    bases += [home, posixpath.dirname(including), ""]
    for base in dict.fromkeys(bases):
        path = posixpath.normpath(posixpath.join(base, name))
        candidates = (path,) if path.endswith(suffix) else (path + suffix, path)
        for candidate in candidates:
            if find(candidate) is not None:
                return candidate
    return None
