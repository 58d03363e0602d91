"""Checks manuscripts on a Dask cluster: its workers each hold a child process, as the local ones do."""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tablecheck.batch.job import Task
from tablecheck.batch.result import CRASHED
from tablecheck.batch.spreading import LOST_WORKERS, spread
from tablecheck.batch.submission import Submission
from tablecheck.batch.supervised import Answer, Supervised, lost_result

_here = threading.local()


def check_on_cluster(
    task: Task, submissions: Sequence[Submission], address: str
) -> Iterator[tuple[Submission, Answer]]:
    """Give each manuscript with its answer as soon as it is there; one whose worker is lost goes to another worker.

    Raises:
        UsageError: there is no scheduler at the address, or none comes back.
    """
    by_name = {one.name: one for one in submissions}
    calls = {name: (task.as_json(), name, str(one.place)) for name, one in by_name.items()}
    for name, said in spread(work, calls, address):
        if said is None:
            what = f"{LOST_WORKERS} workers were lost while they checked it; it was given up"
            yield by_name[name], Answer(lost_result(name, CRASHED, what))
        else:
            yield by_name[name], Answer(said["result"], tuple(said["read"]), said["store"])


def work(task: dict[str, Any], name: str, place: str) -> dict[str, Any]:
    """Check one manuscript in a thread of a Dask worker, with the child that belongs to the thread."""
    held: tuple[dict[str, Any], Supervised] | None = getattr(_here, "held", None)
    if held is None or held[0] != task:
        if held is not None:
            held[1].close()
        held = _here.held = (task, Supervised(Task.of_json(task)))
    return asdict(held[1].check(Submission(name, Path(place))))
