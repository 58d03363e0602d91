"""Asks again where it helps, at the pace that a server asks for."""

import random
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from tablecheck.backends.failure import PASSING, AskingError
from tablecheck.backends.llm.server import ModelServer

T = TypeVar("T")

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0  # seconds; doubled each time, as OpenAI's own client does


def until_answered(once: Callable[[], T], server: ModelServer, stop: threading.Event) -> T:
    """Do something as often as the server may be asked, until it does not fail or will always.

    Raises:
        AskingError: it failed for the last time.
    """
    import tenacity

    def is_worth_another(error: BaseException) -> bool:
        if not isinstance(error, AskingError) or error.failure not in PASSING or stop.is_set():
            return False
        return error.wait is None or error.wait <= server.patience

    def sleep(seconds: float) -> None:
        stop.wait(seconds)

    trying = tenacity.Retrying(
        stop=tenacity.stop_after_attempt(server.attempts),
        retry=tenacity.retry_if_exception(is_worth_another),
        wait=pause,
        sleep=sleep,
        reraise=True,
    )
    return trying(once)


def pause(state: Any) -> float:
    """How long to wait before the next attempt: what the server asks for, or longer each time."""
    error = state.outcome.exception()
    if isinstance(error, AskingError) and error.wait is not None:
        return error.wait
    longest = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2.0 ** (int(state.attempt_number) - 1))
    return float(longest * random.uniform(0.5, 1.0))  # noqa: S311 - so that threads do not come back all at once
