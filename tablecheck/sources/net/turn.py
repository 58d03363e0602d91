"""Lets one request at a time go to a service, and no sooner than its pace allows, over all processes of a user."""

import sqlite3
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout
from pyrate_limiter import Limiter, Rate, RateItem, SQLiteBucket
from pyrate_limiter.limiter import SingleBucketFactory

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service

_LONGEST_QUEUE = 900.0  # seconds; a whole bibliography of another run, at arXiv's pace
_CLOCK_JUMP = 1000  # milliseconds that a stamp may lie in the future


class Turn:
    """The right to talk to one service: a lock file for one at a time, a bucket in SQLite for the pace.

    The pace counts from the moment at which the last request is known to have reached the service, so that
    slow connections cannot bring two requests closer together at the other end.
    """

    def __init__(self, service: Service, folder: Path, interval: float) -> None:
        self.service = service
        self._interval = interval
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(folder / f"{service}.lock")
            self._bucket = SQLiteBucket.init_from_file(
                [_rate(interval)], table="stamps", db_path=str(folder / f"{service}.pace"), use_file_lock=True
            )
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(folder, error) from None
        self._limiter = Limiter(SingleBucketFactory(self._bucket, schedule_leak=False), buffer_ms=5)
        self._folder = folder

    def __enter__(self) -> Self:
        """Wait until nobody else talks to the service.

        Raises:
            RequestError: somebody does for very long.
        """
        try:
            self._lock.acquire(timeout=_LONGEST_QUEUE)
        except Timeout:
            message = f"another run has long been fetching from {self.service.label}; try again when it is done"
            raise RequestError(Failure.BUSY, message) from None
        except OSError as error:
            raise _unwritable(self._folder, error) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()

    def wait(self) -> None:
        """Wait until the service may be asked again."""
        try:
            last = self._bucket.peek(0)
            if last is not None and last.timestamp > time.time_ns() // 1_000_000 + _CLOCK_JUMP:
                self._bucket.flush()  # the clock of this machine was put back
            self._limiter.try_acquire(self.service)
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(self._folder, error) from None

    def arrived(self) -> None:
        """Count the pace from now: the service has seen the request."""
        try:
            with self._bucket.lock:
                self._bucket.flush()
                self._bucket.put(RateItem(self.service, time.time_ns() // 1_000_000))
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(self._folder, error) from None

    def slow_down(self, interval: float) -> None:
        """Keep to a slower pace, where the service asks for one; a faster one is not taken."""
        if interval > self._interval:
            self._interval = interval
            self._bucket.rates = [_rate(interval)]

    def close(self) -> None:
        """Give the files back."""
        self._bucket.conn.close()


def _rate(interval: float) -> Rate:
    return Rate(1, max(1, round(interval * 1000)))


def _unwritable(folder: Path, error: Exception) -> RequestError:
    # Without these files nobody keeps the pace, so nothing is asked at all.
    message = f"the folder {folder} cannot be used ({error}); free some space, or name another by TABLECHECK_CACHE"
    return RequestError(Failure.DISK, message)
