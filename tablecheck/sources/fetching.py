"""Fetches the cited papers that are not at hand; nothing else in the program leads to the network."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.errors import Cancelled
from tablecheck.model.progress import Progress, silent
from tablecheck.sources.cache import Cache
from tablecheck.sources.cited import fingerprint
from tablecheck.sources.library import Library, Obtained
from tablecheck.sources.net.settings import NetworkSettings, settings_from_environment
from tablecheck.sources.outcome import Fate, Outcome
from tablecheck.sources.workers import each_done

Tell = Callable[[Reference, Outcome, int, int], None]
"""Is called when a paper is done that was asked for, with how many of those are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be fetched, and how.

    ``papers`` and ``root`` are those of the library. ``refresh`` asks again for what is remembered. ``contact`` is
    an e-mail address for the services that want one; without it that of the environment is used.
    """

    papers: tuple[Path | tuple[str, Path], ...]
    root: Path
    all_versions: bool = False
    refresh: bool = False
    contact: str | None = None


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of one reference; ``reason`` says how it ended and what the author can do.

    ``documents`` are all that a check compares with. ``suggestion`` is the identifier that is probably meant.
    """

    reference: Reference
    fate: Fate
    reason: str
    documents: tuple[SourceDocument, ...] = ()
    suggestion: str | None = None


def fetch(
    references: Sequence[Reference],
    wish: Wish,
    cache: Cache,
    tell: Tell | None = None,
    progress: Progress = silent,
    stop: threading.Event | None = None,
) -> tuple[Fetched, ...]:
    """Fetch what is not at hand, many hosts at once, each at its own pace; one answer for each reference.

    A Ctrl-C, or ``stop`` where it is set, ends the fetching and not the function: what arrived is kept, the rest is
    ``NOT_ASKED``.

    Raises:
        UsageError: the environment holds a setting that cannot be used.
        StoreError: the cache folder cannot be made or read.
        Cancelled: ``progress`` asked to stop before anything was asked for.
    """
    settings = _settings(wish, cache)
    own = _own(references, wish, progress)
    remembered = {} if wish.refresh else _remembered(references, wish, cache, settings)
    open_ones = {fingerprint(one): one for one in references if one.key not in own}
    asked = [one for name, one in open_ones.items() if name not in remembered]
    stop = stop or threading.Event()
    answers = _ask(asked, wish, cache, settings, tell, progress, stop) if asked else {}
    outcomes = dict.fromkeys(open_ones, _NOT_ASKED) | remembered | answers
    found = Library(wish.papers, wish.root, cache).obtain(references, progress)
    answered = []
    for reference, obtained in zip(references, found, strict=True):
        name = fingerprint(reference)
        outcome = None if reference.key in own else outcomes[name]
        answered.append(_fetched(reference, obtained, outcome, fresh=name in answers))
    return tuple(answered)


_NOT_ASKED = Outcome(Fate.NOT_ASKED, "the run was stopped before this one; run again to go on", 0.0)


def _settings(wish: Wish, cache: Cache) -> NetworkSettings:
    contact = {"TABLECHECK_EMAIL": wish.contact} if wish.contact else {}
    return replace(settings_from_environment({**os.environ, **contact}, cache.folder), refresh=wish.refresh)


def _own(references: Sequence[Reference], wish: Wish, progress: Progress) -> frozenset[str]:
    """Give the keys of the references for which the author's own documents are enough."""
    found = Library(wish.papers, wish.root).obtain(references, progress)
    pairs = zip(references, found, strict=True)
    return frozenset(reference.key for reference, obtained in pairs if _is_enough(reference, obtained, wish))


def _is_enough(reference: Reference, obtained: Obtained, wish: Wish) -> bool:
    versions = {document.version for document in obtained.documents}
    if not versions:
        return False
    if wish.all_versions:
        return reference.arxiv_id is None and versions == {None}
    return reference.arxiv_version is None or bool(versions & {None, reference.arxiv_version})


def _remembered(
    references: Sequence[Reference], wish: Wish, cache: Cache, settings: NetworkSettings
) -> dict[str, Outcome]:
    known: dict[str, Outcome] = {}
    for reference in references:
        outcome = cache.outcome(reference)
        if outcome is None or not cache.has_all(outcome):
            continue
        named = settings.contact is not None
        if outcome.holds(time.time(), all_versions=wish.all_versions, named=named):
            known[fingerprint(reference)] = outcome
    return known


def _ask(
    references: Sequence[Reference],
    wish: Wish,
    cache: Cache,
    settings: NetworkSettings,
    tell: Tell | None,
    progress: Progress,
    stop: threading.Event,
) -> dict[str, Outcome]:
    from tablecheck.sources.bringing import Bringing
    from tablecheck.sources.net.session import Network
    from tablecheck.sources.services.resolve import asked_at_once

    answers: dict[str, Outcome] = {}
    with Network(settings) as network:
        try:
            progress("fetch", 0, len(references))
            run = asked_at_once(references, network)
            work = Bringing(
                network, run, cache.store(), cache.outcomes(), wish.all_versions, wish.refresh, _until(stop)
            )
            for index, outcome in each_done(references, work.bring, stop):
                answers[fingerprint(references[index])] = outcome
                if tell is not None:
                    tell(references[index], outcome, len(answers), len(references))
                progress("fetch", len(answers), len(references))
        except (KeyboardInterrupt, Cancelled):
            stop.set()
    return answers


def _until(stop: threading.Event) -> Progress:
    def progress(stage: str, done: int, total: int) -> None:
        if stop.is_set():
            raise Cancelled("the fetching was stopped")

    return progress


def _fetched(reference: Reference, obtained: Obtained, outcome: Outcome | None, *, fresh: bool) -> Fetched:
    if outcome is None or (obtained.documents and not fresh):
        return Fetched(reference, Fate.AT_HAND, obtained.reason, obtained.documents)
    if obtained.documents:
        # Documents that were fetched for another entry serve this one too, whatever became of its own search.
        fate = outcome.fate if outcome.fate.has_documents else Fate.AT_HAND
        reason = outcome.reason if outcome.fate.has_documents else obtained.reason
        return Fetched(reference, fate, reason, obtained.documents, outcome.suggestion)
    if outcome.documents:
        return Fetched(reference, Fate.REFUSED, obtained.reason)
    reason = outcome.reason
    if not fresh and outcome.when:
        day = datetime.fromtimestamp(outcome.when).astimezone().date()
        reason += f"; asked on {day}, --refresh asks again"
    return Fetched(reference, outcome.fate, reason, (), outcome.suggestion)
