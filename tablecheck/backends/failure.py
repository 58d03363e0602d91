"""Why a model gave no answer, in a few words that callers can decide by."""

from enum import StrEnum

from tablecheck.model.errors import ModelError


class Failure(StrEnum):
    """What went wrong; the message of the exception says the rest."""

    UNREACHABLE = "unreachable"
    TOO_SLOW = "too-slow"
    CUT = "cut"  # the connection ended in the middle of an answer
    BUSY = "busy"  # 429: asked too often
    BROKEN = "broken"  # 5xx
    DENIED = "denied"  # no key, a wrong one, or no money
    TOO_LONG = "too-long"  # more than fits the model
    REFUSED = "refused"  # the server does not take the request, for another reason
    BAD_ANSWER = "bad-answer"  # not what the protocol promises
    OVER_BUDGET = "over-budget"  # by us: it might have cost more than is left
    STOPPED = "stopped"  # by us: the run is over


PASSING = frozenset(
    {Failure.UNREACHABLE, Failure.TOO_SLOW, Failure.CUT, Failure.BUSY, Failure.BROKEN, Failure.BAD_ANSWER}
)
"""The failures after which the same question may well be answered."""

OF_THE_QUESTION = frozenset({Failure.TOO_LONG, Failure.REFUSED, Failure.BAD_ANSWER})
"""The failures that say something about one question only: others may go on being asked."""


class AskingError(ModelError):
    """A question was not answered; ``str`` says why, where, and what to do.

    ``wait`` is for how many seconds the server wants to be left alone, where it says so.
    """

    def __init__(self, failure: Failure, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        self.failure = failure
        self.wait = wait
