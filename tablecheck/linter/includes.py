"""Which files a main file includes, told from its text without running its macros."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tablecheck.latex.files import decode

_PARTS = re.compile(
    r"\\(?:(?:sub|inputf|includef)?import\*?\s*\{(?P<folder>[^{}\n]*)\}\s*\{(?P<inside>[^{}\n]*)\}"
    r"|(?:input|include|subfile|loadglsentries|InputIfFileExists)\s*\{(?P<file>[^{}\n]*)\}"
    r"|input\s+(?P<bare>[\w./-]+))"
)
_COMMENT = re.compile(r"(?<!\\)%.*")
_MOST_FILES = 2_000  # a thesis has a hundred

Unsaved = Mapping[Path, str]
"""Texts by resolved path that are newer than the disk."""


def parts_below(main: Path, unsaved: Unsaved) -> set[Path]:
    """All files that a main file includes, and itself, resolved."""
    home = main.parent
    found = {main.resolve()}
    waiting = [main]
    while waiting and len(found) < _MOST_FILES:
        including = waiting.pop()
        for name in _included(text_of(including, unsaved)):
            for base in dict.fromkeys((home, including.parent)):
                file = next((one for one in (base / f"{name}.tex", base / name) if exists(one, unsaved)), None)
                if file is not None and file.resolve() not in found:
                    found.add(file.resolve())
                    waiting.append(file)
    return found


def _included(text: str) -> Iterator[str]:
    for match in _PARTS.finditer(_COMMENT.sub("", text)):
        folder, inside = match["folder"] or "", match["inside"]
        name = f"{folder.rstrip('/')}/{inside}" if inside else match["file"] or match["bare"]
        name = name.strip().strip('"').removeprefix("./")
        if name and "\\" not in name and "\0" not in name and len(name) < 400:
            yield name


def exists(path: Path, unsaved: Unsaved) -> bool:
    try:
        return path.is_file() or path.resolve() in unsaved
    except (OSError, ValueError, RuntimeError):  # the last for links that lead in a circle
        return False


def text_of(path: Path, unsaved: Unsaved) -> str:
    try:
        resolved = path.resolve()
        return unsaved[resolved] if resolved in unsaved else decode(path.read_bytes())
    except (OSError, ValueError, RuntimeError):
        return ""
