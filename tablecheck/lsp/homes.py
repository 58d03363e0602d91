"""Where a manuscript lies: its names for its files, and the addresses that a client has for them."""

import os
import posixpath
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from pygls.uris import from_fs_path

from tablecheck.lsp.documents import path_of


class Home(Protocol):
    """The folder of a main file; names are relative to it, with forward slashes."""

    def uri_of(self, name: str) -> str:
        """The address of a file of the manuscript."""
        ...

    def name_of(self, uri: str) -> str:
        """What the manuscript would call a file; empty for one that lies in another world."""
        ...


@dataclass(frozen=True, slots=True)
class DiskHome:
    """A resolved folder on disk."""

    folder: Path

    def uri_of(self, name: str) -> str:
        """The address of a file of the manuscript."""
        return from_fs_path(os.path.normpath(self.folder / name)) or ""

    def name_of(self, uri: str) -> str:
        """What the manuscript would call a file; empty for one that lies in another world."""
        path = path_of(uri)
        if path is None:
            return ""
        try:
            return posixpath.normpath(Path(os.path.relpath(path.resolve(), self.folder)).as_posix())
        except ValueError:  # another drive of Windows
            return ""


@dataclass(frozen=True, slots=True)
class VirtualHome:
    """The folder of an address that only the client can read; what follows the path belongs to every address."""

    main: str

    def uri_of(self, name: str) -> str:
        """The address of a file of the manuscript."""
        parts = urlsplit(self.main)
        folder = posixpath.dirname(unquote(parts.path))
        return urlunsplit(parts._replace(path=quote(posixpath.normpath(posixpath.join(folder, name)))))

    def name_of(self, uri: str) -> str:
        """What the manuscript would call a file; empty for one that lies in another world."""
        ours, other = urlsplit(self.main), urlsplit(uri)
        if (ours.scheme, ours.netloc, unquote(ours.query)) != (other.scheme, other.netloc, unquote(other.query)):
            return ""
        return posixpath.relpath(unquote(other.path), posixpath.dirname(unquote(ours.path)) or "/")
