"""Which manuscripts a batch is about: the entries of a folder, or the lines of a list."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tablecheck.model.errors import UsageError

_ARCHIVES = (".tar.gz", ".tgz", ".tar", ".zip", ".gz")
_ARXIV = re.compile(r"(?:arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?/\d{7}(?:v\d+)?)", re.IGNORECASE)
_LARGEST_LIST = 64 * 2**20  # bytes


@dataclass(frozen=True, slots=True)
class Submission:
    """One manuscript of a batch.

    ``name`` is its own in the batch and fit for a file name. ``place`` is a folder, a ``.tex`` file or an archive;
    ``arxiv_id`` stands where it is still to be fetched.
    """

    name: str
    place: Path
    arxiv_id: str = ""


def find_submissions(start: Path) -> tuple[Submission, ...]:
    """List the manuscripts of a folder or of a list, in the order of their names or of its lines.

    In a folder every folder, archive and ``.tex`` file is one. A line of a list is a path, seen from the list, or an
    arXiv id; empty lines and those after ``#`` are passed over.

    Raises:
        UsageError: there is nothing of the kind.
    """
    if start.is_dir():
        found = list(_in_folder(start))
        if not found:
            raise UsageError(f"{start} holds no folders, archives or .tex files; name the folder that holds them")
    elif start.is_file() and not _is_manuscript(start):
        found = list(_in_list(start))
        if not found:
            raise UsageError(f"{start} names no manuscripts; write one path or arXiv id on a line")
    elif start.is_file():
        found = [(start, "")]
    else:
        raise UsageError(f"there is no {start}")
    return tuple(_named(found))


def is_archive(path: Path) -> bool:
    """Tell whether a file is packed, by its name."""
    return path.name.lower().endswith(_ARCHIVES)


def _is_manuscript(path: Path) -> bool:
    return path.suffix.lower() == ".tex" or is_archive(path)


def _in_folder(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.iterdir()):
        if not path.name.startswith(".") and (path.is_dir() or _is_manuscript(path)):
            yield path, ""


def _in_list(file: Path) -> Iterator[tuple[Path, str]]:
    if file.stat().st_size > _LARGEST_LIST:
        raise UsageError(f"{file} is too large for a list of manuscripts")
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        text = line.split("#", 1)[0].strip()
        if not text:
            continue
        path = file.parent / text
        match = _ARXIV.fullmatch(text)
        yield (Path(match[1].replace("/", "-")), match[1]) if match and not path.exists() else (path, "")


def _named(found: Iterable[tuple[Path, str]]) -> Iterator[Submission]:
    """Give each a name of its own: that of its file, with a number where others are called so."""
    taken: set[str] = set()
    for place, arxiv_id in found:
        plain = _fit(arxiv_id or _stem(place))
        name, count = plain, 1
        while name.lower() in taken:
            count += 1
            name = f"{plain}-{count}"
        taken.add(name.lower())
        yield Submission(name, place, arxiv_id)


def _stem(path: Path) -> str:
    lower = path.name.lower()
    ending = next((one for one in (*_ARCHIVES, ".tex") if lower.endswith(one)), "")
    return path.name[: len(path.name) - len(ending)]


def _fit(name: str) -> str:
    return re.sub(r"[^\w.+-]", "-", name)[:120].strip(".-") or "manuscript"
