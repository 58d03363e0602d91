"""Looks up the paths that the ``file`` field of a bibliography entry names."""

import re
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

from tablecheck.model.citation import Reference

_ZOTERO_KEY = re.compile(r"[A-Z0-9]{8}")


def candidate_paths(written: str, reference: Reference, root: Path) -> Iterator[Path]:
    """Give the places where a file that an entry names may be, likeliest first.

    Relative paths start at the manuscript or at the ``.bib`` file. Mendeley drops the slash an absolute path
    begins with.
    """
    bib = (root / reference.place.path).parent if reference.place else root
    windows = "\\" in written or PureWindowsPath(written).drive
    path = Path(written.replace("\\", "/")) if windows else Path(written)
    if written.startswith("~"):
        path = _at_home(path)
    yield from dict.fromkeys((root / path, bib / path, Path("/", path)))


def may_be(written: str, found: Path) -> bool:
    """Tell whether a file of the same name may be the one that was written down on another machine.

    Zotero keeps every file in a folder of its own, whose name stays the same on all machines.
    """
    folder = PureWindowsPath(written).parent.name
    keys = (folder, found.parent.name)
    return folder.lower() == found.parent.name.lower() or not all(map(_ZOTERO_KEY.fullmatch, keys))


def bare_name(written: str) -> str:
    """Give the name of a file without its folders, in lower case."""
    return PureWindowsPath(written).name.lower()


def _at_home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:  # a user this machine does not know
        return path
