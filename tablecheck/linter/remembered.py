"""A library whose answers are remembered until somebody says that they may have changed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.progress import Progress, silent
from tablecheck.sources.library import Obtained


class Obtains(Protocol):
    """Where the documents of cited papers come from."""

    def obtain(self, references: Sequence[Reference], progress: Progress = silent) -> tuple[Obtained, ...]:
        """Find the documents of references; one answer for each."""
        ...


class Remembered:
    """Asks a library anew where other references are wanted, and after ``forget``.

    A document that is the same as before is given as the very same object, so that what was worked out of it stays.
    """

    def __init__(self, library: Obtains) -> None:
        self._library = library
        self._references: tuple[Reference, ...] | None = None
        self._answers: tuple[Obtained, ...] = ()

    def obtain(self, references: Sequence[Reference], progress: Progress = silent) -> tuple[Obtained, ...]:
        """Find the documents of references; the very same answers where nothing may have changed."""
        wanted = tuple(replace(reference, place=None) for reference in references)
        if wanted != self._references:
            known = {document.sha256: document for one in self._answers for document in one.documents}
            answers = self._library.obtain(references, progress)
            self._answers = tuple(
                replace(one, documents=tuple(_known(document, known) for document in one.documents)) for one in answers
            )
            self._references = wanted
        return self._answers

    def forget(self) -> None:
        """Ask anew the next time."""
        self._references = None


def _known(document: SourceDocument, known: dict[str, SourceDocument]) -> SourceDocument:
    before = known.get(document.sha256)
    return before if before is not None and _facts(before) == _facts(document) else document


def _facts(document: SourceDocument) -> tuple[object, ...]:
    reference = replace(document.reference, place=None)
    return reference, document.kind, document.found_at, document.version, len(document.content)
