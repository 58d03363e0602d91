"""Says in what a lock no longer fits the manuscript, the documents at hand, and the readers of this program."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.sources.library import Obtained
from tablecheck.sources.lock import Lock, LockedReference
from tablecheck.sources.locked import document_beside, path_beside
from tablecheck.sources.provenance import is_address


def stale(
    lock: Lock,
    references: Sequence[Reference],
    at_hand: Mapping[str, Obtained],
    root: Path,
    version_of: Callable[[str], str],
) -> tuple[str, ...]:
    """Give a sentence for everything in which a lock is stale; none for one that may be relied on.

    ``references`` are those cited in tables now, ``at_hand`` what the library finds for them. Documents that are not
    at hand do not count, nor what was fetched into somebody's cache meanwhile: only files of the author's do.
    ``version_of`` gives the extractor, with its version, that reads a kind of document.
    """
    found: dict[str, None] = {}
    for reference in references:
        locked = lock.of(reference)
        if locked is None:
            known = reference.key in lock.references
            what = "says another thing than it did" if known else "is cited and not in it"
            found[f"[{reference.key}] {what}"] = None
            continue
        found |= dict.fromkeys(_changed(reference, locked, at_hand[reference.key], root))
    gone = sorted(set(lock.references) - {reference.key for reference in references})
    found |= dict.fromkeys(f"[{key}] is in it and no longer cited in a table" for key in gone)
    found |= dict.fromkeys(_other_readers(lock, version_of))
    return tuple(found)


def newer(lock: Lock, references: Sequence[Reference], at_hand: Mapping[str, Obtained]) -> tuple[str, ...]:
    """Give a sentence for every paper that has been fetched since; a lock without it is incomplete, not stale."""
    return tuple(
        f"[{reference.key}] has been fetched since the lock was written"
        for reference in references
        if (locked := lock.of(reference)) is not None and not locked.documents and at_hand[reference.key].documents
    )


def _changed(reference: Reference, locked: LockedReference, at_hand: Obtained, root: Path) -> Iterator[str]:
    hashes = {document.sha256 for document in locked.documents}
    changed = set()
    for one in locked.documents:
        beside = document_beside(root, reference, one)
        if beside is not None and beside.sha256 != one.sha256:
            changed.add(beside.sha256)
            yield f"{one.found_at} is another file than the one that it was read from"
        elif beside is None and path_beside(root, one.found_at) is not None:
            yield f"{one.found_at} can no longer be read"
    for document in at_hand.documents:
        if not is_address(document.found_at) and document.sha256 not in hashes | changed:
            yield f"{document.found_at} is at hand for [{reference.key}] and not in it"


def _other_readers(lock: Lock, version_of: Callable[[str], str]) -> Iterator[str]:
    for tables in lock.tables.values():
        now = version_of(tables.kind)
        if now != tables.extractor:
            yield f"its {tables.kind} tables were read by {tables.extractor}, this program reads them by {now}"
