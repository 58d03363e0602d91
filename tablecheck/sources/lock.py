"""The lock: which documents a check compared with, and the tables that were read out of them.

With it a check gives the same findings where the documents are not, and without the network. What is written here
is described field by field in docs/lock.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.model.document import Extraction, Kind
from tablecheck.sources.cited import Cited, cited

NAME = "tablecheck.lock"


@dataclass(frozen=True, slots=True)
class LockedDocument:
    """A document of a reference.

    ``sha256`` is that of the content that its reader was given, ``found_at`` a URL, a path relative to the folder of
    the manuscript, or a bare file name. ``identity`` is an identifier, ``arxiv:2101.90001``, empty without one.
    """

    kind: Kind
    version: int | None
    sha256: str
    found_at: str
    identity: str = ""


@dataclass(frozen=True, slots=True)
class LockedReference:
    """What an entry of the bibliography said, and the documents it stood for, in the order of comparison.

    ``fate`` is how fetching it ended, empty where nobody tried.
    """

    cited: Cited
    documents: tuple[LockedDocument, ...] = ()
    fate: str = ""


@dataclass(frozen=True, slots=True)
class LockedTables:
    """What a reader gave for the content of a document; ``extractor`` names the reader and its version."""

    kind: Kind
    extractor: str
    extraction: Extraction


@dataclass(frozen=True, slots=True)
class Lock:
    """All references cited in tables of one manuscript by key, and what was read by hash of the content."""

    manuscript: str
    references: Mapping[str, LockedReference] = field(default_factory=dict)
    tables: Mapping[str, LockedTables] = field(default_factory=dict)

    def of(self, reference: Reference) -> LockedReference | None:
        """Give what is locked for a reference; ``None`` where its entry is new or said another thing then."""
        locked = self.references.get(reference.key)
        return locked if locked is not None and locked.cited == cited(reference) else None


def lock_beside(main: Path) -> Path:
    """The place of the lock of a manuscript."""
    return main.parent / NAME
