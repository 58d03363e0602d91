"""Checks by a lock, and makes one: the same road as without, with the tables taken from a file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tablecheck.extractors.registry import extract, extractor_version
from tablecheck.linter.coverage import references_in_tables
from tablecheck.linter.engine import Engine
from tablecheck.linter.reading import Reader
from tablecheck.linter.settings import Settings
from tablecheck.model.document import Extraction, SourceDocument
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.progress import Progress, silent
from tablecheck.sources.cache import Cache
from tablecheck.sources.cited import cited, identity_of
from tablecheck.sources.library import Library, Obtained
from tablecheck.sources.lock import Lock, LockedDocument, LockedReference, LockedTables
from tablecheck.sources.locked import LockedLibrary
from tablecheck.sources.outcome import Outcome
from tablecheck.sources.provenance import portable
from tablecheck.sources.stale import newer, stale


@dataclass(frozen=True, slots=True)
class OnLock:
    """An engine that compares with what a lock holds, in what the lock is stale, and what it could hold by now."""

    engine: Engine
    stale: tuple[str, ...] = ()
    newer: tuple[str, ...] = ()


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


def engine_on_lock(
    lock: Lock,
    manuscript: Manuscript,
    library: Library,
    root: Path,
    settings: Settings,
    progress: Progress = silent,
) -> OnLock:
    """Make an engine that compares with what a lock holds.

    Raises:
        Cancelled: ``progress`` says so.
    """
    references = references_in_tables(manuscript)
    at_hand: Mapping[str, Obtained] = {one.key: one for one in library.obtain(references, progress)}
    engine = Engine(LockedLibrary(lock, at_hand, root), settings, _reading(lock))
    return OnLock(engine, stale(lock, references, at_hand, root, extractor_version), newer(lock, references, at_hand))


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
