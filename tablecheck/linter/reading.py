"""Reads the tables of cited documents, each at most once, and none for longer than it may take."""

import logging
import time
from collections.abc import Callable
from threading import Thread
from typing import Protocol

from tablecheck.model.document import Extraction, SourceDocument
from tablecheck.model.problem import Problem
from tablecheck.model.progress import Progress, silent

Extract = Callable[[SourceDocument], Extraction]


class Kept(Protocol):
    """What was read out of documents before, by this program or another."""

    def keeps(self, kind: str) -> bool:
        """Tell whether documents of this kind are kept."""
        ...

    def get(self, sha256: str, version: str) -> Extraction | None:
        """Give what was read out of a document by this version of its extractor, if it is there."""
        ...

    def put(self, sha256: str, version: str, extraction: Extraction) -> None:
        """Keep what was read after ``get`` gave nothing."""
        ...


logger = logging.getLogger(__name__)
_LOOK_EVERY = 0.05  # seconds between two looks at whether somebody wants the run stopped


class Reader:
    """Keeps what was read by content, so that a paper cited twice or checked again is read once.

    ``extract`` is a stranger's code: what it raises becomes a problem of its document, and where it does not
    come back in time the document is given up. The thread it runs in is then left behind; it holds nothing
    that the program waits for. ``kept`` keeps what was read beyond the run.
    """

    def __init__(
        self, extract: Extract, version: Callable[[str], str], seconds: float, kept: Kept | None = None
    ) -> None:
        self._extract = extract
        self._version = version
        self._seconds = seconds
        self._kept = kept
        self._read: dict[tuple[str, str, str], Extraction] = {}

    def read(self, document: SourceDocument, progress: Progress = silent, done: int = 0, total: int = 1) -> Extraction:
        """Read the tables of a document.

        Raises:
            Cancelled: ``progress`` says so.
        """
        key = (document.sha256, document.kind, self._version_of(document.kind))
        if key not in self._read:
            self._read[key] = self._read_or_kept(document, key[2], progress, done, total)
        return self._read[key]

    def _read_or_kept(
        self, document: SourceDocument, version: str, progress: Progress, done: int, total: int
    ) -> Extraction:
        if self._kept is None or not version or not self._kept.keeps(document.kind):
            return self._read_in_time(document, progress, done, total)
        extraction = self._kept.get(document.sha256, version)
        if extraction is None:
            extraction = self._read_in_time(document, progress, done, total)
            self._kept.put(document.sha256, version, extraction)
        return extraction

    def _version_of(self, kind: str) -> str:
        try:
            return self._version(kind)
        except Exception:
            logger.warning("the extractor for %s cannot tell its version", kind, exc_info=True)
            return ""

    def _read_in_time(self, document: SourceDocument, progress: Progress, done: int, total: int) -> Extraction:
        results: list[Extraction] = []

        def work() -> None:
            try:
                results.append(self._extract(document))
            except Exception as error:
                logger.exception("reading %s failed", document.found_at)
                message = f"{document.found_at}: reading failed ({type(error).__name__}: {error})"
                results.append(Extraction((), (Problem("extract", message, document.found_at),)))

        thread = Thread(target=work, name=f"read {document.found_at}", daemon=True)
        thread.start()
        give_up = time.monotonic() + self._seconds
        while thread.is_alive() and time.monotonic() < give_up:
            thread.join(_LOOK_EVERY)
            progress("extract", done, total)
        if results:
            return results[0]
        message = f"{document.found_at}: reading took longer than {self._seconds:g} seconds and was given up"
        return Extraction((), (Problem("extract", message, document.found_at),))
