"""Looks up the paths that the ``file`` field of a bibliography entry names."""

from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

from tablecheck.model.citation import Reference


def candidate_paths(reference: Reference, root: Path) -> Iterator[Path]:
    """Give the places where the files of an entry may be, likeliest first.

    Relative paths start at the manuscript or at the ``.bib`` file. Mendeley drops the slash an absolute path
    begins with. On another machine only the name of the file may still be right.
    """
    bib = (root / reference.place.path).parent if reference.place else root
    for written in reference.files:
        windows = "\\" in written or PureWindowsPath(written).drive
        path = Path(written.replace("\\", "/")) if windows else Path(written)
        if written.startswith("~"):
            path = _at_home(path)
        yield from dict.fromkeys((root / path, bib / path, Path("/", path)))


def file_names(reference: Reference) -> tuple[str, ...]:
    """Give the bare names of the files of an entry, in lower case."""
    return tuple(PureWindowsPath(written).name.lower() for written in reference.files)


def _at_home(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:  # a user this machine does not know
        return path
