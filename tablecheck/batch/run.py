"""Runs a batch: what has no result yet is checked, here or on a cluster; then the index and the summary are written."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecheck.batch.job import Task
from tablecheck.batch.results import Results, as_csv, row_of
from tablecheck.batch.submission import Submission
from tablecheck.batch.summary import Tally, render_summary
from tablecheck.batch.supervised import Answer

Tell = Callable[[int, int], None]
"""Is called after each manuscript with how many are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a batch gave.

    ``read`` counts for each document how often it was read in this run; ``store`` says why the shared store failed,
    if it did. ``parquet`` tells whether the index could be written as Parquet too.
    """

    tally: Tally
    already: int
    read: Counter[str]
    store: str
    parquet: bool


def run_batch(
    task: Task,
    submissions: Sequence[Submission],
    out: Path,
    *,
    jobs: int,
    cluster: str | None = None,
    resume: bool = False,
    tell: Tell | None = None,
) -> Done:
    """Check many manuscripts; results are the same whatever the number of workers and their order.

    Raises:
        UsageError: the folder holds something else, or there is no cluster at the address.
    """
    results = Results(out, task.fingerprint(), resume=resume)
    finished = results.finished()
    open_ones = [submission for submission in submissions if submission.name not in finished]
    already = len(submissions) - len(open_ones)
    read: Counter[str] = Counter()
    store = ""
    if tell is not None:
        tell(already, len(submissions))
    for count, (_, answer) in enumerate(_answers(task, open_ones, jobs, cluster), start=1):
        results.put(answer.result)
        read.update(answer.read)
        store = store or answer.store
        if tell is not None:
            tell(already + count, len(submissions))
    return _sum_up(results, submissions, already, read, store)


def _answers(
    task: Task, submissions: Sequence[Submission], jobs: int, cluster: str | None
) -> Iterator[tuple[Submission, Answer]]:
    if not submissions:
        return iter(())
    if cluster is not None:
        from tablecheck.batch.cluster import check_on_cluster

        return check_on_cluster(task, submissions, cluster)
    from tablecheck.batch.local import check_locally

    return check_locally(task, submissions, jobs)


def _sum_up(results: Results, submissions: Sequence[Submission], already: int, read: Counter[str], store: str) -> Done:
    tally = Tally()
    for result in results.everything(submission.name for submission in submissions):
        tally.add(result, row_of(result))
    results.write("index.csv", as_csv(tally.rows))
    rows: list[dict[str, Any]] = tally.rows
    is_parquet = results.write_parquet(rows)
    results.write("summary.html", render_summary(tally, f"{len(rows)} manuscripts"))
    return Done(tally, already, read, store, is_parquet)
