"""The checks under way: one at a time for each manuscript, and the newest texts win."""

import asyncio
import gc
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from tablecheck.lsp.projects import Checked, Project
from tablecheck.model.errors import Cancelled, TablecheckError
from tablecheck.model.progress import Progress

logger = logging.getLogger(__name__)

_AT_ONCE = 4  # manuscripts; a paper that takes long to read must not keep the others waiting

Prepare = Callable[[Project], Callable[[Progress], Checked]]
"""Takes hold of the texts as they are now; what it gives checks them, in any thread."""


class Checks:
    """Runs checks in threads, and gives what they find to the loop, where nothing newer can have come between.

    A check is told to stop as soon as a newer text is there. What it finds is taken only while its texts are the
    newest, and the loop, which alone changes them, is where that is looked at: so nothing stale is ever delivered.
    """

    def __init__(self, prepare: Prepare, begin: Callable[[Project], None], deliver: Callable[[Project], None]) -> None:
        self._prepare = prepare
        self._begin = begin
        self._deliver = deliver
        self._pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="check")
        self.count = 0

    def want(self, project: Project, delay: float = 0.0) -> None:
        """Say that the texts of a manuscript have changed; it is checked when nothing has changed for a while."""
        project.wanted += 1
        project.stop.set()
        project.settled.clear()
        project.due = asyncio.get_running_loop().time() + delay
        if project.worker is None:
            project.worker = asyncio.get_running_loop().create_task(self._work(project))

    def hurry(self, project: Project) -> None:
        """Let the next check begin at once."""
        project.due = 0.0

    def drop(self, project: Project) -> None:
        """Check a manuscript no more."""
        project.stop.set()
        project.wanted = project.done = -1
        project.settled.set()
        if project.worker is not None:
            project.worker.cancel()

    def close(self) -> None:
        """Let the threads end; those that work end at their next step."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _work(self, project: Project) -> None:
        try:
            while not project.is_fresh:
                await self._once(project)
        finally:
            project.worker = None

    async def _once(self, project: Project) -> None:
        loop = asyncio.get_running_loop()
        while (wait := project.due - loop.time()) > 0:
            await asyncio.sleep(wait)
        wanted, project.stop = project.wanted, Event()
        check = self._prepare(project)
        stop = project.stop
        self.count += 1
        self._begin(project)
        checked, failure = None, ""
        try:
            checked = await loop.run_in_executor(self._pool, check, _until(stop))
        except Cancelled:
            return
        except TablecheckError as error:
            failure = str(error)
        except Exception as error:
            logger.exception("checking %s failed", project.key)
            failure = f"the check failed ({type(error).__name__}: {error}); this is a mistake in tablecheck"
        if project.wanted == wanted:
            project.checked, project.failure, project.done = checked, failure, wanted
            self._deliver(project)
            project.settled.set()


def keep_for_long(*, search: bool) -> None:
    """Take what there is now out of the search for garbage.

    After a first check that is a million values which live as long as their manuscript, and going through them costs
    a tenth of a second, at moments that nobody can choose. A check leaves hardly any garbage behind that must be
    searched for, so doing that now and then is enough.
    """
    if search:
        gc.unfreeze()
        gc.collect()
    gc.freeze()


def _until(stop: Event) -> Progress:
    def progress(stage: str, done: int, total: int) -> None:
        if stop.is_set():
            raise Cancelled

    return progress
