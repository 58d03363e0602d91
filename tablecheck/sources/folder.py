"""Lists the documents in the folders an author keeps papers in."""

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablecheck.sources.file_names import FileName, read_file_name
from tablecheck.sources.kinds import HEAD, Form, form_of

MOST_FILES = 20_000  # per folder given; a whole Zotero storage fits, a home folder named by mistake does not
LARGEST = 50_000_000  # bytes; the largest PDFs of arXiv are about as big
_SKIPPED = frozenset({"node_modules", "__pycache__", "__MACOSX", "venv", "site-packages"})
_ENDINGS = frozenset({".pdf", ".html", ".htm", ".xhtml", ".tex", ".ltx", ".tar", ".tgz", ".gz", ""})


@dataclass(frozen=True, slots=True)
class Shelved:
    """A document in a folder; ``names`` are what its file, and a folder made for it alone, are called.

    ``found_at`` says where the bytes came from, where that is not the path; ``sha256`` is what their digest was.
    """

    path: Path
    form: Form
    names: tuple[FileName, ...]
    found_at: str = ""
    sha256: str = ""

    @property
    def origin(self) -> str:
        """Where the bytes came from, in words for the author."""
        return self.found_at or str(self.path)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The documents found, and what was left out, in words for the author."""

    documents: tuple[Shelved, ...]
    left_out: tuple[str, ...] = ()


def read_shelf(places: Sequence[Path]) -> Shelf:
    """List the documents in folders and among single files; a file in several places is listed once."""
    documents: dict[Path, Shelved] = {}
    left_out: list[str] = []
    for place in places:
        count = 0
        for path in _files(place):
            count += 1
            if count > MOST_FILES:
                left_out.append(f"{place} holds more than {MOST_FILES} files; only the first were looked at")
                break
            # Those that end otherwise cannot be ours unless they were given by name.
            if path.suffix.lower() not in _ENDINGS and not path.suffix[1:].isdigit() and path != place:
                continue
            found = look_at(path, alone_in=path.parent if path.parent != place else None)
            if isinstance(found, str):
                left_out.append(found)
            elif found is not None:
                documents.setdefault(path.resolve(), found)
    return Shelf(tuple(documents.values()), tuple(left_out))


def look_at(path: Path, alone_in: Path | None = None) -> Shelved | str | None:
    """Judge one file by its first bytes; a text says why a document cannot be used, ``None`` that it is none.

    ``alone_in`` is the folder whose name may speak for the file.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size == 0:
            return None
        with path.open("rb") as stream:
            form = form_of(stream.read(HEAD))
    except (OSError, ValueError) as error:
        return f"{path} could not be opened ({getattr(error, 'strerror', None) or error})"
    if form is None:
        return None
    if status.st_size > LARGEST:
        return f"{path} is larger than {LARGEST // 1_000_000} MB"
    names = (path.name, alone_in.name) if alone_in else (path.name,)
    return Shelved(path, form, tuple(map(read_file_name, names)))


def _files(place: Path) -> Iterator[Path]:
    """Walk a folder in the order of names; links to folders are not followed, so that no circle is walked."""
    if place.is_file():
        yield place
        return
    for folder, folders, files in os.walk(place):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        for name in sorted(files):
            if not name.startswith("."):
                yield Path(folder, name)
