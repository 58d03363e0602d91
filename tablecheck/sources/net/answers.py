"""Keeps the answers of the services on disk, so that a second run asks nobody."""

import contextlib
import logging
import sqlite3
from datetime import timedelta
from pathlib import Path

from requests_cache import CachedSession
from requests_cache.backends.sqlite import SQLiteCache

# What is known of a paper changes rarely; an expired answer is only checked with its ETag.
_FRESH = timedelta(days=7)
# "Not known" is an answer too, in whatever way a service says it, and so is being sent elsewhere for good. Whoever
# asks forgets what was no answer to the question.
_KEPT = (200, 301, 308, 400, 403, 404)

logger = logging.getLogger(__name__)


def open_answers(folder: Path) -> SQLiteCache | None:
    """Open the cache; ``None`` where the disk does not let us, which costs time and nothing else."""
    path = folder / "answers.sqlite"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _set_damaged_aside(path)
        # JSON, not pickle: nobody who can write into the folder may run code here.
        return SQLiteCache(path, serializer="json", busy_timeout=30_000, wal=True)
    except (OSError, sqlite3.Error) as error:
        logger.warning("the answers of services are not kept: %s", error)
        return None


def cached_session(answers: SQLiteCache) -> CachedSession:
    """Make a session whose answers are kept."""
    return CachedSession(
        backend=answers,
        expire_after=_FRESH,
        allowable_codes=_KEPT,
        allowable_methods=("GET", "POST"),
        autoclose=False,
    )


def _set_damaged_aside(path: Path) -> None:
    if not path.exists():
        return
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=30)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        logger.warning("%s is damaged; a new one is begun", path)
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
