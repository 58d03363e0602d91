"""The documents kept from earlier runs."""

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from platformdirs import user_cache_path

from tablecheck.model.citation import Reference
from tablecheck.model.errors import StoreError
from tablecheck.sources.file_names import FileName
from tablecheck.sources.folder import Shelf, Shelved, look_at, read_shelf
from tablecheck.sources.front import Front
from tablecheck.sources.identity import authors_agree
from tablecheck.sources.outcome import Outcome
from tablecheck.sources.outcomes import Outcomes
from tablecheck.sources.store import Store
from tablecheck.sources.words import squeezed


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder with what was fetched, and with what somebody put by hand.

    ``store`` holds the fetched documents, ``outcomes`` how the fetching of each reference ended; ``documents``
    may hold files named by arXiv id and version, ``2101.90001v2.pdf``.
    """

    folder: Path

    @classmethod
    def of_user(cls) -> "Cache":
        """The cache in the place that the platform keeps for it, or where ``TABLECHECK_CACHE`` says."""
        named = os.environ.get("TABLECHECK_CACHE")
        return cls(Path(named) if named else user_cache_path("tablecheck", appauthor=False))

    def store(self) -> Store:
        """Open the store, which makes its folder.

        Raises:
            StoreError: the folder cannot be made.
        """
        return Store(self.folder / "store")

    def outcomes(self) -> Outcomes:
        """What is remembered of earlier fetching."""
        return Outcomes(self.folder / "outcomes")

    def outcome(self, reference: Reference) -> Outcome | None:
        """How fetching a reference ended last time; ``None`` where nobody has tried."""
        return self.outcomes().of(reference)

    def has_all(self, outcome: Outcome) -> bool:
        """Tell whether everything that was fetched is still in the store, and no other bytes in its place."""
        if not outcome.documents:
            return True
        store = self.store()
        return all(
            store.path_of(document.sha256).is_file()
            and any(stored.sha256 == document.sha256 for stored in store.find(document.identity))
            for document in outcome.documents
        )

    def fetched_by_title(self, references: Sequence[Reference]) -> dict[str, frozenset[str]]:
        """Find what was fetched for entries of other manuscripts, or of other keys, of the same title and authors.

        Gives the hashes of the documents, by the keys of ``references``.
        """
        fetched: dict[str, list[tuple[Reference, frozenset[str]]]] = {}
        for entry, hashes in self.outcomes().fetched():
            fetched.setdefault(squeezed(entry.title or ""), []).append((entry, hashes))
        return {
            reference.key: frozenset(
                sha256
                for entry, hashes in fetched.get(squeezed(reference.title or "") or "-", ())
                if authors_agree(reference, Front(authors=", ".join(entry.authors))) is not False
                for sha256 in hashes
            )
            for reference in references
        }

    def clear(self) -> tuple[int, int]:
        """Drop all that was fetched and remembered; gives how many documents and outcomes there were.

        The pace of the services is kept, and so is what somebody put here by hand.

        Raises:
            StoreError: the store cannot be written.
        """
        documents = self.store().clear()
        outcomes = self.outcomes().clear()
        for kept in ("answers.sqlite", "answers.sqlite-wal", "answers.sqlite-shm"):
            (self.folder / "network" / kept).unlink(missing_ok=True)
        shutil.rmtree(self.folder / "network" / "partial", ignore_errors=True)
        return documents, outcomes

    def shelf(self) -> Shelf:
        """List what is kept; nothing where there is no cache yet. A store that cannot be read is told."""
        by_hand = read_shelf([self.folder / "documents"])
        if not (self.folder / "store").is_dir():
            return by_hand
        try:
            return replace(by_hand, documents=(*self._fetched(), *by_hand.documents))
        except StoreError as error:
            return replace(by_hand, left_out=(*by_hand.left_out, str(error)))

    def _fetched(self) -> Iterator[Shelved]:
        store = self.store()
        for stored in store.everything():
            found = look_at(store.path_of(stored.sha256))
            if isinstance(found, Shelved):
                scheme, _, identifier = stored.identity.partition(":")
                arxiv_id = identifier if scheme == "arxiv" else None
                letters = squeezed(identifier)
                name = FileName(letters, letters, arxiv_id, stored.version)
                yield replace(found, names=(name,), found_at=stored.found_at, sha256=stored.sha256)
