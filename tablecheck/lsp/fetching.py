"""Fetches the cited papers of a manuscript for an editor, paper by paper, until it is told to stop."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar, cast

from tablecheck.linter.coverage import references_in_tables
from tablecheck.linter.session import Session
from tablecheck.model.citation import Reference
from tablecheck.model.manuscript import Manuscript
from tablecheck.sources.cache import Cache
from tablecheck.sources.fetching import Wish, fetch
from tablecheck.sources.outcome import Outcome

T = TypeVar("T")
Tell = Callable[[str, int, int], None]
"""Is told what became of a paper, how many are done, and how many there are; in a thread of its own."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How a fetching ended: how many papers are at hand now, of how many, and what became of the others."""

    at_hand: int
    wanted: int
    missing: tuple[str, ...]

    @property
    def words(self) -> str:
        """A sentence."""
        return f"{self.at_hand} of {self.wanted} cited papers are at hand"


def in_thread_left_behind(work: Callable[[], T]) -> "asyncio.Future[T]":
    """Do something in a thread that nobody waits for at the end: a silent service may keep it for half a minute."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(result: T | None, error: Exception | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(cast(T, result))

    def run() -> None:
        result, error = None, None
        try:
            result = work()
        except Exception as raised:  # noqa: BLE001 - it is raised again where it is waited for
            error = raised
        with suppress(RuntimeError):  # the connection has ended meanwhile
            loop.call_soon_threadsafe(tell, result, error)

    threading.Thread(target=run, name="fetch", daemon=True).start()
    return done


def fetch_sources(session: Session, manuscript: Manuscript, tell: Tell, stop: threading.Event) -> Outcomes:
    """Fetch what the tables of a manuscript cite and what is not at hand; for a thread.

    Raises:
        UsageError, StoreError: as ``sources.fetching.fetch``.
    """

    def told(reference: Reference, outcome: Outcome, done: int, total: int) -> None:
        tell(f"[{reference.key}] {outcome.fate}", done, total)

    wish = Wish(session.papers, session.main.resolve().parent)
    fetched = fetch(references_in_tables(manuscript), wish, Cache.of_user(), told, stop=stop)
    missing = tuple(f"[{one.reference.key}] {one.reason}" for one in fetched if not one.fate.has_documents)
    return Outcomes(len(fetched) - len(missing), len(fetched), missing)
