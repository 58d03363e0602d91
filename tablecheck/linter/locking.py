"""Checks by a lock, and makes one: the same road as without, with the tables taken from a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tablecheck.extractors.registry import extract, extractor_version
from tablecheck.linter.coverage import references_in_tables
from tablecheck.linter.engine import Engine
from tablecheck.linter.reading import Reader
from tablecheck.linter.remembered import Remembered
from tablecheck.linter.settings import Settings
from tablecheck.model.citation import Reference
from tablecheck.model.document import Extraction, SourceDocument
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.progress import Progress, silent
from tablecheck.model.report import Report
from tablecheck.sources.cache import Cache
from tablecheck.sources.cited import cited, identity_of
from tablecheck.sources.library import Library, Obtained
from tablecheck.sources.lock import Lock, LockedDocument, LockedReference, LockedTables
from tablecheck.sources.locked import LockedLibrary
from tablecheck.sources.outcome import Outcome
from tablecheck.sources.provenance import portable
from tablecheck.sources.stale import newer, stale


def make_lock(
    manuscript: Manuscript,
    name: str,
    library: Library,
    root: Path,
    cache: Cache,
    old: Lock | None = None,
    progress: Progress = silent,
) -> Lock:
    """Read all documents at hand that the tables cite, and lock them.

    ``name`` is that of the main file, ``root`` its folder. Of an ``old`` lock is kept what is said of entries that
    have not changed and of whose documents none is at hand, so that who has no documents does not lose them.

    Raises:
        Cancelled: ``progress`` says so.
    """
    references = references_in_tables(manuscript)
    reader = Reader(extract, extractor_version, Settings().seconds_a_paper)
    locked: dict[str, LockedReference] = {}
    tables: dict[str, LockedTables] = {}
    for reference, obtained in zip(references, library.obtain(references, progress), strict=True):
        outcome = cache.outcome(reference)
        before = old.of(reference) if old is not None else None
        if old is not None and before is not None and not obtained.documents and (before.documents or outcome is None):
            locked[reference.key] = before
            tables |= {one.sha256: old.tables[one.sha256] for one in before.documents}
            continue
        documents = tuple(_locked(document, outcome, root) for document in obtained.documents)
        fate = outcome.fate if outcome is not None and not documents else ""
        locked[reference.key] = LockedReference(cited(reference), documents, fate)
        for document, one in zip(obtained.documents, documents, strict=True):
            if one.sha256 not in tables or tables[one.sha256].extractor != extractor_version(one.kind):
                read = reader.read(replace(document, found_at=one.found_at), progress)
                tables[one.sha256] = LockedTables(one.kind, extractor_version(one.kind), read)
    return Lock(name, locked, tables)


@dataclass(frozen=True, slots=True)
class Fit:
    """In what a lock is stale, and what it could hold by now."""

    stale: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()


class LockedEngine:
    """An engine that compares with what a lock holds, and says how well the lock fits.

    What ``library`` gives for the same references is what is at hand; what it gave before is not looked at again.
    """

    def __init__(self, lock: Lock, library: Remembered, root: Path, settings: Settings) -> None:
        self._lock = lock
        self._library = library
        self._root = root
        self._locked = Remembered(_Locked(lock, library, root))
        self._engine = Engine(self._locked, settings, _reading(lock))
        self._at_hand: tuple[Obtained, ...] | None = None
        self._fit = Fit()

    def fit(self, manuscript: Manuscript, progress: Progress = silent) -> Fit:
        """Say how well the lock fits a manuscript and what is at hand.

        Raises:
            Cancelled: ``progress`` says so.
        """
        references = references_in_tables(manuscript)
        obtained = self._library.obtain(references, progress)
        if obtained is not self._at_hand:
            at_hand: Mapping[str, Obtained] = {one.key: one for one in obtained}
            self._fit = Fit(
                stale(self._lock, references, at_hand, self._root, extractor_version),
                newer(self._lock, references, at_hand),
            )
            self._locked.forget()
            self._at_hand = obtained
        return self._fit

    def check(self, manuscript: Manuscript, progress: Progress = silent) -> Report:
        """Check a manuscript with the tables of the lock.

        Raises:
            Cancelled: ``progress`` says so.
        """
        return self._engine.check(manuscript, progress)


class _Locked:
    """What the lock names, with the bytes that are at hand now."""

    def __init__(self, lock: Lock, library: Remembered, root: Path) -> None:
        self._lock = lock
        self._library = library
        self._root = root

    def obtain(self, references: Sequence[Reference], progress: Progress = silent) -> tuple[Obtained, ...]:
        at_hand = {one.key: one for one in self._library.obtain(references, progress)}
        return LockedLibrary(self._lock, at_hand, self._root).obtain(references, progress)


def _reading(lock: Lock) -> Callable[[SourceDocument], Extraction]:
    def read(document: SourceDocument) -> Extraction:
        locked = lock.tables.get(document.sha256)
        return extract(document) if locked is None else locked.extraction

    return read


def _locked(document: SourceDocument, outcome: Outcome | None, root: Path) -> LockedDocument:
    found_at = portable(document.found_at, root)
    fetched = outcome.documents if outcome is not None else ()
    identity = next((one.identity for one in fetched if one.found_at == document.found_at), None)
    identity = identity or identity_of(document.reference) or ""
    return LockedDocument(document.kind, document.version, document.sha256, found_at, identity)
