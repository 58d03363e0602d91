"""Gives the documents that a lock names, with their bytes where they are at hand."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.progress import Progress, silent
from tablecheck.sources.folder import Shelved, look_at
from tablecheck.sources.library import Obtained
from tablecheck.sources.loading import load
from tablecheck.sources.lock import NAME, Lock, LockedDocument, LockedReference
from tablecheck.sources.provenance import is_address
from tablecheck.sources.reasons import fate_words


class LockedLibrary:
    """Stands in for the library of a run that compares with what a lock holds.

    ``at_hand`` is what the library found for the same references. From there come the bytes, which pictures are
    cut from, and all that the lock does not know yet. The answers are the same where nothing is at hand.
    """

    def __init__(self, lock: Lock, at_hand: Mapping[str, Obtained], root: Path) -> None:
        self._lock = lock
        self._at_hand = at_hand
        self._root = root

    def obtain(self, references: Sequence[Reference], progress: Progress = silent) -> tuple[Obtained, ...]:
        """Give the documents of references; one answer for each, in their order."""
        answers = []
        for done, reference in enumerate(references, start=1):
            locked = self._lock.of(reference)
            answers.append(self._at_hand[reference.key] if locked is None else self._answer(reference, locked))
            progress("obtain", done, len(references))
        return tuple(answers)

    def _answer(self, reference: Reference, locked: LockedReference) -> Obtained:
        if not locked.documents:
            again = f"`tablecheck fetch --lock {self._lock.manuscript}` looks for it online"
            return Obtained(
                reference.key, (), f"not obtained when {NAME} was written{fate_words(locked.fate)}; {again}"
            )
        bytes_of = {document.sha256: document.content for document in self._at_hand[reference.key].documents}
        documents = []
        for one in locked.documents:
            content = bytes_of.get(one.sha256) or self._content_beside(reference, one)
            documents.append(SourceDocument(reference, one.kind, content, one.sha256, one.found_at, one.version))
        places = "; ".join(document.found_at for document in documents)
        return Obtained(
            reference.key, tuple(documents), f"tables taken from {NAME}, where they were read from {places}"
        )

    def _content_beside(self, reference: Reference, locked: LockedDocument) -> bytes:
        document = document_beside(self._root, reference, locked)
        return document.content if document is not None and document.sha256 == locked.sha256 else b""


def document_beside(root: Path, reference: Reference, locked: LockedDocument) -> SourceDocument | None:
    """Load the file below the folder of the manuscript that a locked document was read from, if it is there."""
    path = path_beside(root, locked.found_at)
    shelved = look_at(path) if path is not None else None
    loaded = load(shelved, reference, locked.version) if isinstance(shelved, Shelved) else None
    return loaded if isinstance(loaded, SourceDocument) else None


def path_beside(root: Path, found_at: str) -> Path | None:
    """Give the file that a lock means, ``None`` where there is none or it lies outside the manuscript's folder."""
    if is_address(found_at):
        return None
    try:
        path = (root / found_at).resolve()
        return path if path.is_relative_to(root.resolve()) and path.is_file() else None
    except (OSError, ValueError, RuntimeError):
        return None
