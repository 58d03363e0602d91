"""A manuscript that is being checked: what was read for it once, and how to read and check it again."""

import os
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tablecheck.cli.asked import Asked, overrides, papers_of, settings_of
from tablecheck.cli.bar import progress_bar
from tablecheck.cli.by_lock import checker, chosen_lock
from tablecheck.cli.outputs import seen_from_here
from tablecheck.cli.papers import open_library
from tablecheck.model.progress import Progress
from tablecheck.model.report import Report

if TYPE_CHECKING:
    from tablecheck.linter.config import Config
    from tablecheck.linter.settings import Settings
    from tablecheck.model.manuscript import Manuscript


@dataclass(frozen=True, slots=True)
class Session:
    """One main file with its configuration. ``texts`` are unsaved ones, by the manuscript's names.

    ``papers`` are the files and folders that cited papers were looked for in.
    """

    main: Path
    config: "Config"
    settings: "Settings"
    check: "Callable[[Manuscript, Progress], Report]"
    texts: Mapping[str, str]
    progress: bool
    papers: tuple[Path, ...] = ()

    def read(self, texts: Mapping[str, str]) -> "Manuscript":
        """Read the manuscript with other texts in place of some of its own."""
        from tablecheck.latex.manuscript import read_manuscript

        return read_manuscript(self.main, {**self.texts, **texts})

    def report_on(self, manuscript: "Manuscript") -> Report:
        """Check a manuscript that was read."""
        with progress_bar(wanted=self.progress) as progress:
            return replace(self.check(manuscript, progress), folder=seen_from_here(self.main.parent))

    def report(self) -> Report:
        """Read the manuscript as it is now, and check it."""
        return self.report_on(self.read({}))


def open_session(main: Path, asked: Asked, unsaved: Mapping[Path, str]) -> Session:
    """Read the configuration of a main file, and open what it is checked with.

    Raises:
        UsageError: the configuration or the options cannot be obeyed.
        LockError: the lock must be used and cannot.
    """
    from tablecheck.linter.baseline import read_baseline
    from tablecheck.linter.config import read_config

    config = read_config(main.parent, overrides(asked), asked.config_file, isolated=asked.isolated)
    lock_file = next(iter(config.paths("lock-file")), None)
    lock = chosen_lock(main, lock_file, locked=asked.locked, no_lock=asked.no_lock)
    baseline = next((read_baseline(file) for file in config.paths("baseline")), None)
    settings = settings_of(config, main, baseline)
    papers = papers_of(config)
    if asked.fetch:
        from tablecheck.cli.fetch import fetch_papers

        fetch_papers(main, papers, progress=asked.progress)
    check = checker(lock, open_library(main, papers), main.resolve().parent, settings)
    places = tuple(paper if isinstance(paper, Path) else paper[1] for paper in papers)
    return Session(main, config, settings, check, _overlay(main, unsaved), asked.progress, places)


def _overlay(main: Path, unsaved: Mapping[Path, str]) -> dict[str, str]:
    """Unsaved texts by their names relative to the folder of the main file."""
    home = main.resolve().parent
    return {posixpath.normpath(Path(os.path.relpath(path, home)).as_posix()): text for path, text in unsaved.items()}
