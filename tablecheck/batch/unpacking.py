"""Unpacks the texts of an archived manuscript into a folder, within bounds."""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from tablecheck.extractors.archives import unpack
from tablecheck.model.problem import Problem

_LARGEST_FILE = 256 * 2**20  # bytes of the archive itself
_LARGEST_MEMBER = 8 * 2**20
_LARGEST_TEXT = 64 * 2**20
_MOST_MEMBERS = 20_000
_TEXTS = frozenset(
    {
        ".tex", ".ltx", ".latex", ".bbl", ".bib", ".sty", ".cls", ".def", ".cfg", ".inc", ".tab", ".table", ".txt",
        ".toml",
    }
)  # fmt: skip


def unpack_into(archive: Path, folder: Path) -> tuple[Problem, ...]:
    """Write the text files of an archive into an empty folder; what is left out is told."""
    try:
        if archive.stat().st_size > _LARGEST_FILE:
            return (_problem(archive, "is too large for a manuscript"),)
        content = archive.read_bytes()
    except OSError as error:
        return (_problem(archive, f"cannot be read ({error.strerror})"),)
    if content.startswith(b"PK"):
        files: dict[str, bytes] = {}
        problems = [_problem(archive, said) for said in _of_zip(content, files)]
    else:
        unpacked = unpack(content)
        files = unpacked.files
        problems = [_problem(archive, one.message.removeprefix("the source archive ")) for one in unpacked.problems]
    for name, text in files.items():
        path = folder / name
        if not _stays_inside(name):
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
        except OSError as error:
            problems.append(_problem(archive, f"holds {name}, which cannot be written here ({error.strerror})"))
    return tuple(problems)


def _of_zip(content: bytes, files: dict[str, bytes]) -> Iterator[str]:
    room = _LARGEST_TEXT
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for count, member in enumerate(packed.infolist()):
                if count >= _MOST_MEMBERS:
                    yield f"has more than {_MOST_MEMBERS} members; the rest was not read"
                    return
                if member.is_dir() or PurePosixPath(member.filename).suffix.lower() not in _TEXTS:
                    continue
                with packed.open(member) as stream:
                    text = stream.read(min(_LARGEST_MEMBER, room) + 1)
                if len(text) > min(_LARGEST_MEMBER, room):
                    yield f"holds {member.filename}, which is too large; it was not read"
                    continue
                room -= len(text)
                files[member.filename] = text
    except (OSError, EOFError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile) as error:
        yield f"is damaged ({error}); what came before the damage was read"


def _stays_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return (
        bool(path.parts) and not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name
    )


def _problem(archive: Path, what: str) -> Problem:
    return Problem("read", f"{archive.name} {what}", archive.name)
