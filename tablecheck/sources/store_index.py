"""The index of the store: an SQLite table that says which bytes are which version of which paper.

Every function opens the file anew, so that threads and processes share nothing but the file.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tablecheck.model.document import Kind
from tablecheck.model.errors import StoreError

NAME = "index-1.sqlite3"  # the number is that of the schema: another one begins another file
_PATIENCE = 30.0  # seconds to wait for another process's transaction; ours take milliseconds
_SCHEMA = """
CREATE TABLE IF NOT EXISTS documents (
    identity TEXT NOT NULL,   -- arxiv:2101.90001, doi:10.9999/toy
    version INTEGER NOT NULL, -- -1 where it is not known, for NULL is unequal to itself
    kind TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    found_at TEXT NOT NULL,
    used REAL NOT NULL,       -- seconds since 1970
    PRIMARY KEY (identity, version, kind)
) WITHOUT ROWID
"""
_COLUMNS = "identity, version, kind, sha256, size, found_at, used"
_NEWEST_FIRST = "ORDER BY identity, version DESC, kind"


@dataclass(frozen=True, slots=True)
class Stored:
    """A document in the store.

    ``identity`` is ``arxiv:``, ``doi:`` or the like and the identifier. ``size`` is in bytes, ``used`` in
    seconds since 1970. ``found_at`` is where the bytes came from.
    """

    identity: str
    version: int | None
    kind: Kind
    sha256: str
    size: int
    found_at: str
    used: float


def add(folder: Path, stored: Stored) -> None:
    """Write one line; it takes the place of the line of the same identity, version and kind."""
    with _opened(folder) as index:
        index.execute(f"INSERT OR REPLACE INTO documents ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", _line(stored))  # noqa: S608


def find(folder: Path, identity: str) -> tuple[Stored, ...]:
    """Give the documents of one paper, the newest version first."""
    query = f"SELECT {_COLUMNS} FROM documents WHERE identity = ? {_NEWEST_FIRST}"  # noqa: S608 - our own words
    with _opened(folder) as index:
        return tuple(map(_stored, index.execute(query, (identity,))))


def everything(folder: Path) -> tuple[Stored, ...]:
    """Give all lines, by identity, the newest version first."""
    with _opened(folder) as index:
        return tuple(map(_stored, index.execute(f"SELECT {_COLUMNS} FROM documents {_NEWEST_FIRST}")))  # noqa: S608


def mark_used(folder: Path, sha256: str, when: float) -> None:
    """Remember when bytes were last asked for."""
    with _opened(folder) as index:
        index.execute("UPDATE documents SET used = ? WHERE sha256 = ?", (when, sha256))


def forget(folder: Path, sha256: str) -> None:
    """Take out all lines that name some bytes."""
    with _opened(folder) as index:
        index.execute("DELETE FROM documents WHERE sha256 = ?", (sha256,))


@contextmanager
def _opened(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the index for one transaction; a damaged one is put aside, for all it knew can be fetched again."""
    path = folder / NAME
    try:
        with closing(_connect(path)) as connection, connection:
            yield connection
    except sqlite3.DatabaseError as error:
        advice = "see that the disk has room and that you may write there, or name another cache"
        raise StoreError(f"the index {path} cannot be used ({error}); {advice}") from error


def _connect(path: Path) -> sqlite3.Connection:
    try:
        return _checked(path)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for ending in ("", "-journal"):
            damaged = path.with_name(path.name + ending)
            if damaged.exists():
                damaged.replace(path.with_name(f"damaged-{path.name}{ending}"))
        return _checked(path)


def _checked(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_PATIENCE)
    try:
        connection.execute(_SCHEMA)
        connection.execute(f"SELECT {_COLUMNS} FROM documents LIMIT 1").fetchall()  # noqa: S608
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _line(stored: Stored) -> tuple[object, ...]:
    version = -1 if stored.version is None else stored.version
    return stored.identity, version, stored.kind, stored.sha256, stored.size, stored.found_at, stored.used


def _stored(line: tuple[str, int, Kind, str, int, str, float]) -> Stored:
    identity, version, *rest = line
    return Stored(identity, None if version < 0 else version, *rest)  # type: ignore[arg-type]
