"""Keeps the fronts of documents, each read once."""

from collections.abc import Iterable
from pathlib import Path

from tablecheck.model.progress import Progress, silent
from tablecheck.sources.folder import Shelved
from tablecheck.sources.front import Front, front_of
from tablecheck.sources.pdf_front import pdf_fronts

MOST_READ = 2_000  # documents; at some 30 ms each a minute of work, after which names alone must do


class Fronts:
    """What was read of each document's front, by path; a text says why a document could not be read."""

    def __init__(self) -> None:
        self._read: dict[Path, Front | str] = {}

    def read(self, documents: Iterable[Shelved], progress: Progress = silent) -> None:
        """Read the fronts that are not known yet.

        Raises:
            Cancelled: ``progress`` says so; what was read is kept.
        """
        unread = [document for document in documents if document.path not in self._read]
        unread = unread[: max(0, MOST_READ - len(self._read))]
        for document in (document for document in unread if document.form != "pdf"):
            try:
                self._read[document.path] = front_of(document)
            except OSError as error:
                self._read[document.path] = f"it could not be opened ({error.strerror})"
        pdfs = [document.path for document in unread if document.form == "pdf"]
        for count, (path, front) in enumerate(pdf_fronts(pdfs)):
            self._read[path] = front
            progress("obtain", count, len(pdfs))

    def of(self, document: Shelved) -> Front | str:
        """Give the front of a document; empty where it was never read."""
        return self._read.get(document.path, Front())
