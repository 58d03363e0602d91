"""Spreads calls over a Dask cluster, and loses none of them with a worker or a scheduler."""

import socket
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import tablecheck
from tablecheck.batch.job import code_name
from tablecheck.model.errors import UsageError

_AHEAD = 4  # calls for each thread of the cluster: enough that none waits, and few that a lost scheduler forgets
_PATIENCE = 60.0  # seconds in which a scheduler that went away may come back
LOST_WORKERS = 4
"""How many workers a call may take with it before it is given up; so Dask has it."""


class _SchedulerLostError(Exception):
    pass


def spread(
    function: Callable[..., Any], calls: Mapping[str, tuple[Any, ...]], address: str
) -> Iterator[tuple[str, Any]]:
    """Call a function with each tuple of arguments somewhere on the cluster; gives names and results as they come.

    ``None`` is the result of a call that was given up, since each worker that made it was lost. A scheduler that is
    restarted is given again what was not answered.

    Raises:
        UsageError: there is no scheduler at the address, or none comes back, or a worker has other code than we.
    """
    waiting = dict(calls)
    while waiting:
        client = _connect(address)
        try:
            yield from _answers(client, function, waiting)
        except _SchedulerLostError:
            continue
        finally:
            with suppress(OSError, TimeoutError, RuntimeError):
                client.close(timeout=2)


def _call(code: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function on a worker, where it is the code of who asks: results must not depend on where they are made."""
    if code != code_name():
        here = f"{tablecheck.__version__} in {Path(tablecheck.__file__).parent}"
        what = f"the worker on {socket.gethostname()} has another tablecheck ({here}) than the machine that asks"
        raise UsageError(f"{what}; install the same on both, and restart the workers")
    return function(*arguments)


def _connect(address: str) -> Any:
    try:
        import distributed
    except ImportError as error:
        raise UsageError("--cluster needs Dask; install it with `pip install 'tablecheck[cluster]'`") from error
    dask: Any = distributed
    give_up = time.monotonic() + _PATIENCE
    while True:
        try:
            return dask.Client(address, timeout=5, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            if time.monotonic() > give_up or isinstance(error, ValueError):
                raise UsageError(f"no Dask scheduler answers at {address} ({error}); is it running?") from error
        time.sleep(0.5)


def _answers(
    client: Any, function: Callable[..., Any], waiting: dict[str, tuple[Any, ...]]
) -> Iterator[tuple[str, Any]]:
    """Keep the cluster busy, and take out of ``waiting`` what is answered."""
    from concurrent.futures import CancelledError

    import distributed
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    dask: Any = distributed
    run = uuid.uuid4().hex  # the scheduler must not take a call for one of another run
    try:
        ahead = _AHEAD * max(1, sum(client.nthreads().values()))
        line = iter(list(waiting.items()))
        given: dict[str, str] = {}
        completed = dask.as_completed(loop=client.loop)

        def give() -> None:
            for name, arguments in line:
                future = client.submit(_call, code_name(), function, *arguments, key=f"{run}-{name}", pure=False)
                given[future.key] = name
                completed.add(future)
                return

        for _ in range(ahead):
            give()
        for future in completed:
            name = given.pop(future.key)
            try:
                answer = future.result()
            except KilledWorker:
                answer = None
            del waiting[name]
            yield name, answer
            future.release()
            give()
    except (CancelledError, CommClosedError, OSError, TimeoutError) as error:
        raise _SchedulerLostError from error
