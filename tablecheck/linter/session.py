"""A manuscript that is being checked: what is opened for it once, and how to read and check it again and again."""

import os
import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.latex.memo import ReadingMemo
from tablecheck.linter.baseline import read_baseline
from tablecheck.linter.by_lock import checker, chosen_lock
from tablecheck.linter.chosen import settings_of
from tablecheck.linter.config import Config
from tablecheck.linter.papers import Papers, open_library, papers_of
from tablecheck.linter.reading import Kept
from tablecheck.linter.remembered import Remembered
from tablecheck.linter.settings import Settings
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.progress import Progress
from tablecheck.model.report import Report
from tablecheck.sources.fronts import Fronts


@dataclass(frozen=True, slots=True)
class Session:
    """One main file with its configuration, and what it is compared with.

    ``check`` keeps what was read out of cited papers; ``papers`` is where the author's own copies of them are
    looked for, and ``forget`` has them looked for anew. ``memo`` keeps what was read of the manuscript.
    """

    main: Path
    config: Config
    settings: Settings
    papers: Papers
    check: Callable[[Manuscript, Progress], Report]
    forget: Callable[[], None]
    memo: ReadingMemo = field(default_factory=ReadingMemo, repr=False)

    def read(self, texts: Mapping[str, str]) -> Manuscript:
        """Read the manuscript with other texts in place of some of its own, by the manuscript's names."""
        return read_manuscript(self.main, texts, self.memo)


def open_session(
    main: Path,
    config: Config,
    *,
    locked: bool = False,
    no_lock: bool = False,
    kept: Kept | None = None,
    fronts: Fronts | None = None,
) -> Session:
    """Open what a main file is checked with.

    ``locked`` compares with the lock alone and refuses a stale one; ``no_lock`` pays no heed to it.
    ``kept`` and ``fronts`` hold what was read of cited papers for other manuscripts.

    Raises:
        UsageError: the configuration cannot be obeyed.
        LockError: the lock must be used and cannot.
    """
    lock_file = next(iter(config.paths("lock-file")), None)
    lock = chosen_lock(main, lock_file, locked=locked, no_lock=no_lock)
    baseline = next((read_baseline(file) for file in config.paths("baseline")), None)
    settings = settings_of(config, main, baseline)
    papers = papers_of(config)
    library = Remembered(open_library(main, papers, fronts))
    check = checker(lock, library, main.resolve().parent, settings, kept)
    return Session(main, config, settings, papers, check, library.forget)


def names_beside(main: Path, texts: Mapping[Path, str]) -> dict[str, str]:
    """Name texts as the manuscript names its files: relative to the folder of the main file."""
    home = main.resolve().parent
    return {posixpath.normpath(Path(os.path.relpath(path, home)).as_posix()): text for path, text in texts.items()}
