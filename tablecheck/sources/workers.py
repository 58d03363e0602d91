"""Does many small works at once in threads that the program may leave behind.

The threads are daemons on purpose: a person who presses Ctrl-C does not wait until a slow host has answered.
"""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from tablecheck.model.errors import Cancelled

T = TypeVar("T")
R = TypeVar("R")

# Each host is asked by one thread at a time, so the number only has to be larger than that of the hosts; those that
# wait for the slowest host must not keep the others from theirs.
_MOST_THREADS = 24
_LOOK_EVERY = 0.2  # seconds; a Ctrl-C that arrives while a queue is waited on must be seen on every platform
_GRACE = 2.0  # seconds for works that are nearly done when the run is stopped


def each_done(works: Sequence[T], do: Callable[[T], R], stop: threading.Event) -> Iterator[tuple[int, R]]:
    """Do every work and give its index and result as it is done, in any order.

    ``do`` must not raise but ``Cancelled``, which ends its work without a result. Where ``stop`` is set, or at the
    first Ctrl-C, nothing more is begun, and what is done within two seconds is still given.
    """
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    done: queue.SimpleQueue[tuple[int, R] | None] = queue.SimpleQueue()
    for index in range(len(works)):
        waiting.put(index)

    def run() -> None:
        with suppress(queue.Empty, Cancelled):
            while not stop.is_set():
                index = waiting.get_nowait()
                done.put((index, do(works[index])))
        done.put(None)

    threads = [threading.Thread(target=run, daemon=True) for _ in range(min(_MOST_THREADS, len(works)))]
    for thread in threads:
        thread.start()
    yield from _results(done, len(threads), stop)


def _results(
    done: "queue.SimpleQueue[tuple[int, R] | None]", running: int, stop: threading.Event
) -> Iterator[tuple[int, R]]:
    patience = _GRACE
    while running and patience > 0:
        try:
            result = done.get(timeout=_LOOK_EVERY)
        except queue.Empty:
            patience -= _LOOK_EVERY if stop.is_set() else 0
            continue
        except KeyboardInterrupt:
            if stop.is_set():
                raise
            stop.set()
            continue
        if result is None:
            running -= 1
        else:
            yield result
