"""A manuscript that is open: what it is checked with, what its last check gave, and whether a newer one is wanted."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Event

from tablecheck.linter.session import Session
from tablecheck.lsp.convert import Lines
from tablecheck.lsp.homes import DiskHome
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


@dataclass(eq=False)
class Project:
    """One main file. ``failure`` says why the last check came to nothing; empty where it did not.

    ``wanted`` counts the texts that there have been, ``done`` is the newest of them that was checked; a check that
    ``stop`` tells to end leaves nothing behind. ``due`` is when the next may begin.
    """

    key: str
    home: DiskHome
    main: str
    session: Session | None = None
    checked: Checked | None = None
    failure: str = ""
    wanted: int = 0
    done: int = 0
    due: float = 0.0
    stop: Event = field(default_factory=Event)
    worker: "asyncio.Task[None] | None" = None
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    told: set[str] = field(default_factory=set)

    @property
    def is_fresh(self) -> bool:
        """Whether the last check saw the texts as they are now."""
        return self.done == self.wanted
