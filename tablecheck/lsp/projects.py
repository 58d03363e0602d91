"""A manuscript that is open: what it is checked with, what its last check gave, and whether a newer one is wanted."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Event, Lock

from tablecheck.linter.session import Session
from tablecheck.lsp.convert import Lines
from tablecheck.lsp.files import Files
from tablecheck.lsp.homes import Home
from tablecheck.lsp.options import Options
from tablecheck.model.finding import Finding
from tablecheck.model.report import Report


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """What a check gave.

    ``findings`` are those that are shown. ``lines`` are the texts that were checked, by the manuscript's names.
    """

    report: Report
    findings: tuple[Finding, ...]
    lines: Mapping[str, Lines]


def _set() -> asyncio.Event:
    event = asyncio.Event()
    event.set()
    return event


@dataclass(eq=False)
class Project:
    """One main file, by its plain address. ``failure`` says why the last check came to nothing; empty where it did not.

    ``session`` is opened by the next check where it is ``None``. ``wanted`` counts the texts that there have been,
    ``done`` is the newest of them that was checked; a check that ``stop`` tells to end leaves nothing behind. ``due``
    is when the next may begin. ``told`` are the files of which the client was sent diagnostics.
    Whoever works with ``session`` holds ``busy``.
    """

    key: str
    files: Files
    options: Options
    session: Session | None = None
    checked: Checked | None = None
    failure: str = ""
    wanted: int = 0
    done: int = 0
    due: float = 0.0
    stop: Event = field(default_factory=Event)
    worker: "asyncio.Task[None] | None" = None
    settled: asyncio.Event = field(default_factory=_set)
    told: set[str] = field(default_factory=set)
    busy: Lock = field(default_factory=Lock)

    @property
    def home(self) -> Home:
        """Where the manuscript lies."""
        return self.files.home

    def forget(self) -> None:
        """Look at the files of the manuscript and at the papers at hand anew in the next check."""
        self.files.forget()
        if self.session is not None:
            self.session.forget()

    @property
    def is_fresh(self) -> bool:
        """Whether the last check saw the texts as they are now."""
        return self.done == self.wanted
