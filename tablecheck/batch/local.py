"""Checks manuscripts with several processes of this machine."""

import queue
import threading
from collections.abc import Iterator, Sequence

from tablecheck.batch.job import Task
from tablecheck.batch.submission import Submission
from tablecheck.batch.supervised import Answer, Supervised


def check_locally(task: Task, submissions: Sequence[Submission], jobs: int) -> Iterator[tuple[Submission, Answer]]:
    """Give each manuscript with its answer as soon as it is there; ends its processes when it is closed."""
    waiting: queue.SimpleQueue[Submission] = queue.SimpleQueue()
    for submission in submissions:
        waiting.put(submission)
    done: queue.SimpleQueue[tuple[Submission, Answer] | BaseException] = queue.SimpleQueue()
    stop = threading.Event()
    workers = [Supervised(task) for _ in range(max(1, min(jobs, len(submissions))))]

    def work(worker: Supervised) -> None:
        try:
            while not stop.is_set():
                submission = waiting.get_nowait()
                done.put((submission, worker.check(submission)))
        except queue.Empty:
            pass
        except BaseException as error:  # noqa: BLE001 - told to whoever waits
            done.put(error)
        finally:
            worker.close()

    threads = [threading.Thread(target=work, args=(worker,), daemon=True) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        for _ in submissions:
            answer = done.get()
            if isinstance(answer, BaseException):
                raise answer
            yield answer
    finally:
        stop.set()
        for worker in workers:
            worker.end()
        for thread in threads:
            thread.join()
