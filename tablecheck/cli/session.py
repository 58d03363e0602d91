"""A manuscript as the command line checks it: with unsaved texts, a progress bar, and a name as seen from here."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tablecheck.cli.asked import Asked, overrides
from tablecheck.cli.bar import progress_bar
from tablecheck.cli.judging import Judge, judge_of
from tablecheck.cli.outputs import seen_from_here
from tablecheck.model.report import Report

if TYPE_CHECKING:
    from tablecheck.linter import session as linter_session
    from tablecheck.linter.config import Config
    from tablecheck.linter.settings import Settings
    from tablecheck.model.manuscript import Manuscript


@dataclass(frozen=True, slots=True)
class Session:
    """One main file that is opened. ``texts`` are unsaved ones, by the manuscript's names.

    ``judge`` has a model judge what was found, where that is asked for.
    """

    opened: "linter_session.Session"
    texts: Mapping[str, str]
    progress: bool
    judge: Judge | None = None

    @property
    def main(self) -> Path:
        """The main file."""
        return self.opened.main

    @property
    def config(self) -> "Config":
        """What is chosen for it."""
        return self.opened.config

    @property
    def settings(self) -> "Settings":
        """The settings of its runs."""
        return self.opened.settings

    @property
    def papers(self) -> tuple[Path, ...]:
        """The files and folders that cited papers were looked for in."""
        return tuple(paper if isinstance(paper, Path) else paper[1] for paper in self.opened.papers)

    def read(self, texts: Mapping[str, str]) -> "Manuscript":
        """Read the manuscript with other texts in place of some of its own."""
        return self.opened.read({**self.texts, **texts})

    def report_on(self, manuscript: "Manuscript") -> Report:
        """Check a manuscript that was read."""
        with progress_bar(wanted=self.progress) as progress:
            report = self.opened.check(manuscript, progress)
            if self.judge is not None:
                report = self.judge(report, progress)
            return replace(report, folder=seen_from_here(self.main.parent))

    def report(self) -> Report:
        """Read the manuscript as it is now, and check it with the papers that are at hand now."""
        self.opened.forget()
        return self.report_on(self.read({}))


def open_session(main: Path, asked: Asked, unsaved: Mapping[Path, str]) -> Session:
    """Read the configuration of a main file, fetch what is asked for, and open what it is checked with.

    Raises:
        UsageError: the configuration or the options cannot be obeyed.
        LockError: the lock must be used and cannot.
    """
    from tablecheck.linter import session as linter_session
    from tablecheck.linter.config import read_config

    config = read_config(main.parent, overrides(asked), asked.config_file, isolated=asked.isolated)
    opened = linter_session.open_session(main, config, locked=asked.locked, no_lock=asked.no_lock)
    if asked.fetch:
        from tablecheck.cli.fetch import fetch_papers

        fetch_papers(main, opened.papers, progress=asked.progress)  # what is opened looks for papers at its first check
    return Session(opened, linter_session.names_beside(main, unsaved), asked.progress, judge_of(config, asked))
