"""Packs a LaTeX source that lies unpacked in a folder, so that its reader gets all its files as one document."""

import io
import re
import tarfile
from collections.abc import Iterator
from pathlib import Path

_MOST_FILES = 500
_LARGEST = 20_000_000  # bytes of text in all
_INCLUDES = re.compile(
    r"\\(?:input|include|subfile)\s*(?:\{\s*([^{}\s]+)\s*\}|([^\s{}\\]+))"
    r"|\\(?:sub)?import\s*\{([^{}]*)\}\s*\{([^{}]+)\}"
    r"|\\(?:usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^\]]*\])?\s*\{([^{}]+)\}"
)
_COMMENT = re.compile(r"(?<!\\)%.*")
_ENDINGS = ("", ".tex", ".sty", ".cls")


def packed(main: Path, content: bytes) -> bytes:
    """Give a tar of a ``.tex`` file and of the files it includes, or its own bytes where it includes none.

    Only files below its folder are packed. The same files give the same bytes.
    """
    folder = main.parent.resolve()
    files = {main.name: content}
    waiting = [content]
    while waiting and len(files) < _MOST_FILES:
        for path in _included(waiting.pop(), folder):
            name = path.relative_to(folder).as_posix()
            if name in files or len(files) >= _MOST_FILES:
                continue
            text = _text(path, _LARGEST - sum(map(len, files.values())))
            if text is not None:
                files[name] = text
                waiting.append(text)
    if len(files) == 1:
        return content
    return _tar(files)


def _included(content: bytes, folder: Path) -> Iterator[Path]:
    for match in _INCLUDES.finditer(_COMMENT.sub("", content.decode("utf-8", errors="replace"))):
        braced, bare, below, imported, packages = match.groups()
        named = packages.split(",") if packages else [f"{below}/{imported}" if imported else braced or bare]
        for name in (name.strip() for name in named):
            for ending in _ENDINGS:
                path = _below(folder, name + ending)
                if path is not None:
                    yield path
                    break


def _below(folder: Path, name: str) -> Path | None:
    """Find a file by its name, unless it lies outside the folder, by ``..`` or by a link."""
    try:
        path = (folder / name).resolve()
        return path if path.is_relative_to(folder) and path.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None


def _text(path: Path, room: int) -> bytes | None:
    try:
        return path.read_bytes() if path.stat().st_size <= room else None
    except OSError:
        return None


def _tar(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            try:
                member = tarfile.TarInfo(name)
                member.size = len(files[name])
                archive.addfile(member, io.BytesIO(files[name]))
            except ValueError:  # a name too long for the format
                continue
    return packed.getvalue()
