"""What a manuscript cites, and what each entry of its bibliography says."""

from dataclasses import dataclass
from enum import StrEnum

from tablecheck.model.place import TextPlace


@dataclass(frozen=True, slots=True)
class Citation:
    """One citing command and the keys it names, in their printed order."""

    keys: tuple[str, ...]
    command: str
    place: TextPlace | None = None


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the bibliography: who and what is cited, and under which identifiers it can be found.

    ``arxiv_version`` is the number after ``v`` where the entry pins one. ``files`` are the local paths the
    entry itself names (JabRef, Zotero and Mendeley ``file`` fields), as written.
    """

    key: str
    entry_type: str = "misc"
    title: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    arxiv_id: str | None = None
    arxiv_version: int | None = None
    doi: str | None = None
    acl_id: str | None = None
    openreview_id: str | None = None
    url: str | None = None
    note: str | None = None
    files: tuple[str, ...] = ()
    place: TextPlace | None = None


class Scope(StrEnum):
    """How far a citation reaches inside a table."""

    CELL = "cell"
    ROW = "row"
    COLUMN = "column"
    BLOCK = "block"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Attribution:
    """A citation and the cells it governs.

    ``rows`` and ``columns`` are grid indices; the cells governed are their product.
    """

    key: str
    scope: Scope
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    citation: Citation | None = None
