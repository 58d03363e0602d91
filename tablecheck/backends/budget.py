"""A cap on what asking may cost; nothing is asked that might lead beyond it."""

import threading

from tablecheck.backends.failure import AskingError, Failure


class Budget:
    """Counts what is spent, for all threads of a run.

    Before a question is sent, the most it can cost is set aside; when the answer has come, what it did cost takes
    that place. So the sum never passes the limit, however many questions are on their way.
    """

    def __init__(self, limit: float | None = None) -> None:
        self._limit = limit
        self._spent = 0.0
        self._set_aside = 0.0
        self._lock = threading.Lock()

    @property
    def spent(self) -> float:
        """What answers have cost, earlier ones of the same work among them."""
        with self._lock:
            return self._spent

    def set_aside(self, most: float) -> None:
        """Keep back the most that a question can cost.

        Raises:
            AskingError: that is more than is left.
        """
        with self._lock:
            if self._limit is not None and self._spent + self._set_aside + most > self._limit + 1e-9:
                left = max(0.0, self._limit - self._spent - self._set_aside)
                message = (
                    f"not asked: it may cost {most:.4f}, and of the budget of {self._limit:g} there is {left:.4f} "
                    "left; raise the budget, and what is answered already is not asked again"
                )
                raise AskingError(Failure.OVER_BUDGET, message)
            self._set_aside += most

    def settle(self, most: float, cost: float) -> None:
        """Put what an answer did cost in the place of what was set aside for it."""
        with self._lock:
            self._set_aside = max(0.0, self._set_aside - most)
            self._spent += cost

    def count(self, cost: float) -> None:
        """Count what an earlier run paid for an answer that is kept."""
        with self._lock:
            self._spent += cost
