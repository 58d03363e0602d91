"""Checks by the lock file where there is one, and says where it no longer fits."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tablecheck.model.errors import LockError, UsageError
from tablecheck.model.problem import Problem
from tablecheck.model.progress import Progress
from tablecheck.model.report import Report

if TYPE_CHECKING:
    from tablecheck.linter.engine import Engine
    from tablecheck.linter.reading import Kept
    from tablecheck.linter.remembered import Remembered
    from tablecheck.linter.settings import Settings
    from tablecheck.model.manuscript import Manuscript
    from tablecheck.sources.lock import Lock

_MOST_SAID = 5


@dataclass(frozen=True, slots=True)
class ChosenLock:
    """The lock that a run compares with, where it lies, and whether the run may go on where it is stale.

    ``lock`` is ``None`` where there is none to use; ``problem`` says why, if that is worth saying.
    """

    place: Path
    lock: "Lock | None" = None
    must_fit: bool = False
    problem: Problem | None = None


def chosen_lock(paper: Path, lock_file: Path | None, *, locked: bool, no_lock: bool) -> ChosenLock:
    """Find the lock that the options ask for; without ``--locked`` and ``--lock-file``, one that lies beside the paper.

    Raises:
        UsageError: the options contradict each other, or there is no such file.
        LockError: with ``--locked``, the file is damaged or belongs to another manuscript.
    """
    from tablecheck.sources.lock import lock_beside
    from tablecheck.sources.lock_file import read_lock

    place = lock_file or lock_beside(paper)
    if no_lock:
        if locked or lock_file is not None:
            raise UsageError("--no-lock contradicts --locked and --lock-file; leave one of them out")
        return ChosenLock(place)
    if not place.is_file():
        if locked or lock_file is not None:
            raise UsageError(f"there is no {place}; write it with `tablecheck lock {paper}`")
        return ChosenLock(place)
    try:
        lock = read_lock(place)
        if lock.manuscript != paper.name:
            raise LockError(f"{place} is the lock of {lock.manuscript} and not of {paper.name}")
    except LockError as error:
        if locked:
            raise
        return ChosenLock(place, problem=Problem("obtain", str(error), str(place)))
    return ChosenLock(place, lock, must_fit=locked)


def checker(
    chosen: ChosenLock, library: "Remembered", root: Path, settings: "Settings", kept: "Kept | None" = None
) -> "Callable[[Manuscript, Progress], Report]":
    """Give what checks a manuscript by a lock, or as if there were none, as often as it is asked.

    ``kept`` holds what was read out of cited papers before, where that is not in the cache of the user.
    What it gives raises LockError where the lock is stale and must not be, and Cancelled where progress says so.
    """
    if chosen.lock is not None:
        return _by_lock(chosen, chosen.lock, library, root, settings)
    engine = _engine(library, settings, kept)
    problems = (chosen.problem,) if chosen.problem is not None else ()
    return lambda manuscript, progress: _with_problems(engine.check(manuscript, progress), problems)


def _by_lock(
    chosen: ChosenLock, lock: "Lock", library: "Remembered", root: Path, settings: "Settings"
) -> "Callable[[Manuscript, Progress], Report]":
    from tablecheck.linter.locking import LockedEngine

    engine = LockedEngine(lock, library, root, settings)
    renew = f"run `tablecheck lock {lock.manuscript}` to renew it"

    def check(manuscript: "Manuscript", progress: Progress) -> Report:
        fit = engine.fit(manuscript, progress)
        if fit.stale and chosen.must_fit:
            raise LockError(f"{chosen.place} is stale: {_some(fit.stale)}; {renew}")
        report = engine.check(manuscript, progress)
        said = [f"{chosen.place.name} is stale: {sentence}; {renew}" for sentence in fit.stale]
        if not chosen.must_fit:
            said += [f"{sentence}; {renew}" for sentence in fit.newer]
        return _with_problems(report, tuple(Problem("obtain", sentence, chosen.place.name) for sentence in said))

    return check


def _engine(library: "Remembered", settings: "Settings", kept: "Kept | None") -> "Engine":
    from tablecheck.linter.engine import Engine
    from tablecheck.linter.kept import KeptExtractions

    return Engine(library, settings, kept=kept or KeptExtractions.of_user())


def _with_problems(report: Report, problems: tuple[Problem, ...]) -> Report:
    return replace(report, problems=(*problems, *report.problems))


def _some(sentences: tuple[str, ...]) -> str:
    more = len(sentences) - _MOST_SAID
    return "; ".join(sentences[:_MOST_SAID]) + (f"; and {more} more" if more > 0 else "")
