"""Checks manuscripts on a Dask cluster: its workers each hold a child process, as the local ones do."""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tablecheck.batch.job import Task
from tablecheck.batch.submission import Submission
from tablecheck.batch.supervised import Answer, Supervised
from tablecheck.model.errors import UsageError
from tablecheck.model.problem import Problem

_AHEAD = 4  # tasks for each thread of the cluster: enough that none waits, and few that a lost scheduler forgets
_PATIENCE = 60.0  # seconds in which a scheduler that went away may come back
_LOST_WORKERS = 3  # that a manuscript may have taken with it before it is given up
_here = threading.local()


def check_on_cluster(
    task: Task, submissions: Sequence[Submission], address: str
) -> Iterator[tuple[Submission, Answer]]:
    """Give each manuscript with its answer as soon as it is there.

    A manuscript whose worker is lost is given to another one. A scheduler that is restarted is given again what was
    not answered.

    Raises:
        UsageError: there is no scheduler at the address, or none comes back.
    """
    waiting = list(reversed(submissions))
    while waiting:
        client = _connect(address)
        try:
            yield from _answers(client, task, waiting)
        except _SchedulerLostError:
            continue
        finally:
            _close(client)


class _SchedulerLostError(Exception):
    pass


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError("--cluster needs Dask; install it with `pip install 'tablecheck[cluster]'`") from error
    give_up = time.monotonic() + _PATIENCE
    while True:
        try:
            return Client(address, timeout=5, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, TimeoutError, ValueError) as error:
            if time.monotonic() > give_up or isinstance(error, ValueError):
                raise UsageError(f"no Dask scheduler answers at {address} ({error}); is it running?") from error
        time.sleep(0.5)


def _close(client: Any) -> None:
    with suppress(OSError, TimeoutError, RuntimeError):
        client.close(timeout=2)


def _answers(client: Any, task: Task, waiting: list[Submission]) -> Iterator[tuple[Submission, Answer]]:
    """Keep the cluster busy, and take out of ``waiting`` what is answered."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker, as_completed
    from distributed.comm.core import CommClosedError

    try:
        ahead = max(_AHEAD, _AHEAD * sum(client.nthreads().values()))
        line = list(reversed(waiting))
        given: dict[str, Submission] = {}
        completed: Any = as_completed(loop=client.loop)  # type: ignore[no-untyped-call]

        def give() -> None:
            if line:
                submission = line.pop(0)
                asked = (submission.name, str(submission.place))
                future = client.submit(
                    work, task.as_json(), *asked, key=f"{task.fingerprint()}-{submission.name}", pure=False
                )  # fmt: skip
                given[future.key] = submission
                completed.add(future)

        for _ in range(ahead):
            give()
        for future in completed:
            submission = given.pop(future.key)
            try:
                said = future.result()
                answer = Answer(said["result"], tuple(said["read"]), said["store"])
            except KilledWorker:
                answer = _given_up(submission)
            waiting.remove(submission)
            yield submission, answer
            future.release()
            give()
    except (CancelledError, CommClosedError, OSError, TimeoutError) as error:
        raise _SchedulerLostError from error


def _given_up(submission: Submission) -> Answer:
    from tablecheck.batch.checking import CRASHED, result_of

    what = f"{_LOST_WORKERS} workers were lost while they checked it; it was given up"
    return Answer(result_of(submission.name, CRASHED, [], [Problem("read", what, submission.name)]))


def work(task: dict[str, Any], name: str, place: str) -> dict[str, Any]:
    """Check one manuscript in a thread of a Dask worker, with the child that belongs to the thread."""
    held: tuple[dict[str, Any], Supervised] | None = getattr(_here, "held", None)
    if held is None or held[0] != task:
        if held is not None:
            held[1].close()
        held = _here.held = (task, Supervised(Task.of_json(task)))
    return asdict(held[1].check(Submission(name, Path(place))))
