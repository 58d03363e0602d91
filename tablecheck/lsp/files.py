"""Where the files of a manuscript are read: on disk, or by the client, which alone can read a virtual workspace."""

import posixpath
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol

from tablecheck.latex.manuscript import read_found
from tablecheck.linter.by_lock import ChosenLock, checker
from tablecheck.linter.chosen import settings_of
from tablecheck.linter.config import FILE_NAMES, config_of_text, read_config
from tablecheck.linter.papers import open_library, papers_of
from tablecheck.linter.remembered import Remembered
from tablecheck.linter.session import Session, names_beside, open_session
from tablecheck.lsp.documents import Document, texts_on_disk
from tablecheck.lsp.homes import DiskHome, Home, VirtualHome
from tablecheck.lsp.options import Options
from tablecheck.model.manuscript import Manuscript
from tablecheck.sources.lock import lock_beside
from tablecheck.sources.lock_file import lock_of_text

Ask = Callable[[str], str | None]
"""Asks the client for the text of a file by its address; waits for the answer, in the thread of a check."""

_MOST_ROUNDS = 12  # of reading and asking; a file that includes a file that includes a file needs three
_MOST_ASKED = 2_000  # files of one manuscript
_SOURCES = (".tex", ".ltx", ".sty", ".cls", ".bib", ".bbl", ".tikz")
_NO_TEXTS: Mapping[str, str] = {}
_NOWHERE = Path("/nonexistent")


class Files(Protocol):
    """Reads a manuscript, and opens what it is checked with."""

    home: Home

    def open(self, options: Options) -> Session:
        """Read the configuration, and open what the manuscript is checked with."""
        ...

    def read(self, session: Session, documents: Iterable[Document], texts: Mapping[str, str] = _NO_TEXTS) -> Manuscript:
        """Read the manuscript; what is open counts, not what is saved, and ``texts`` count more than either."""
        ...

    def forget(self) -> None:
        """Look at everything anew the next time."""
        ...


class OnDisk:
    """A manuscript on disk."""

    def __init__(self, main: Path) -> None:
        self.main = main
        self.home: Home = DiskHome(main.parent)

    def open(self, options: Options) -> Session:
        """Read the configuration, and open what the manuscript is checked with."""
        return open_session(self.main, read_config(self.main.parent, options.overrides), locked=options.locked)

    def read(self, session: Session, documents: Iterable[Document], texts: Mapping[str, str] = _NO_TEXTS) -> Manuscript:
        """Read the manuscript; what is open counts, not what is saved, and ``texts`` count more than either."""
        return session.read({**names_beside(self.main, texts_on_disk(documents)), **texts})

    def forget(self) -> None:
        """Nothing of the disk is remembered."""


class OnClient:
    """A manuscript that only the client can read.

    Cited papers come from the folders that the editor's user names and from the cache; the lock beside the main file
    is read like the configuration, by asking.
    """

    def __init__(self, main: str, ask: Ask) -> None:
        self.home: Home = VirtualHome(main)
        self._name = self.home.name_of(main)
        self._ask = ask
        self._asked: dict[str, str | None] = {}

    def open(self, options: Options) -> Session:
        """Read the configuration, and open what the manuscript is checked with."""
        name, text = next(
            ((name, text) for name in FILE_NAMES if (text := self._text(name)) is not None), (FILE_NAMES[0], "")
        )
        config = config_of_text(text, name, options.overrides)
        main = _NOWHERE / self._name
        settings, papers = settings_of(config, main), papers_of(config)
        written = self._text(lock_beside(Path(self._name)).as_posix())
        lock = lock_of_text(written, "tablecheck.lock") if written else None
        chosen = ChosenLock(Path("tablecheck.lock"), lock, must_fit=options.locked and lock is not None)
        library = Remembered(open_library(main, papers))
        check = checker(chosen, library, _NOWHERE, settings)
        return Session(main, config, settings, papers, check, library.forget)

    def read(self, session: Session, documents: Iterable[Document], texts: Mapping[str, str] = _NO_TEXTS) -> Manuscript:
        """Read the manuscript, ask for what it names and nobody has read yet, and read it again."""
        opened = {self.home.name_of(one.uri): one.text for one in documents} | dict(texts)
        missing: set[str] = set()

        def find(name: str) -> str | None:
            if name in opened:
                return opened[name]
            if name not in self._asked and name.endswith(_SOURCES) and len(self._asked) < _MOST_ASKED:
                missing.add(name)
            return self._asked.get(name)

        manuscript = read_found(self._name, find, session.memo)
        for _ in range(_MOST_ROUNDS):
            if not missing:
                break
            for name in sorted(missing):
                self._text(name)
            missing.clear()
            manuscript = read_found(self._name, find, session.memo)
        return manuscript

    def forget(self) -> None:
        """Ask for everything anew the next time."""
        self._asked.clear()

    def _text(self, name: str) -> str | None:
        if name not in self._asked:
            self._asked[name] = None if posixpath.isabs(name) else self._ask(self.home.uri_of(name))
        return self._asked[name]
