"""What a page may open and save: the files of one manuscript, by the names the manuscript gives them."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.model.errors import UnreadableError
from tablecheck.web.texts import SeenText, read_text, save_text


@dataclass(frozen=True, slots=True)
class Desk:
    """A manuscript that lies open: its main file, and what its language server is told at the beginning."""

    main: Path
    settings: Mapping[str, Any]

    @property
    def folder(self) -> Path:
        """Where the names of files start, with all links followed."""
        return self.main.resolve().parent


def files_of(desk: Desk) -> tuple[str, ...]:
    """Name the files of the manuscript as it is on disk, the main file first."""
    texts = read_manuscript(desk.main).texts
    names = {name for name in texts if Path(name).suffix != ".bbl" or len(texts) == 1}
    return tuple(sorted(names | {desk.main.name}, key=lambda name: (name != desk.main.name, name)))


def uri_of(desk: Desk, name: str) -> str:
    """The address by which the language server knows a file; the link in its name is kept."""
    return Path(posixpath.normpath((desk.folder / name).as_posix())).as_uri()


def may_save(desk: Desk, name: str) -> bool:
    """Whether a file lies below the folder of the main file, also after all links were followed."""
    return (desk.folder / name).resolve().is_relative_to(desk.folder)


def open_file(desk: Desk, names: tuple[str, ...], name: str) -> SeenText:
    """Read a file of the manuscript.

    Raises:
        UnreadableError: it is none of ``names``, or cannot be read.
    """
    return read_text(_known(desk, names, name))


def save_file(desk: Desk, names: tuple[str, ...], name: str, text: str, digest: str) -> SeenText:
    """Save a file of the manuscript over the bytes that ``digest`` names.

    Raises:
        ChangedOnDiskError: the file holds other bytes by now.
        UnreadableError: it is none of ``names``, lies outside the manuscript's folder, or cannot be written.
    """
    path = _known(desk, names, name)
    if not may_save(desk, name):
        raise UnreadableError(f"{name} lies outside {desk.folder}; open it in another editor to change it")
    return save_text(path, text, digest)


def _known(desk: Desk, names: tuple[str, ...], name: str) -> Path:
    if name not in names:
        raise UnreadableError(f"{name} is no file of this manuscript")
    return desk.folder / name
