"""Why a request gave nothing, in a few words that callers can decide by."""

from enum import StrEnum

from tablecheck.model.errors import NetworkError


class Failure(StrEnum):
    """What went wrong; the message of the exception says the rest."""

    REFUSED = "refused"  # by us: the address, the scheme or the redirect is not one we follow
    UNREACHABLE = "unreachable"  # no such host, no connection, no valid certificate
    BUSY = "busy"  # the service asks us to come back later
    DENIED = "denied"  # the service wants a login, a key or money
    NOT_FOUND = "not-found"
    TOO_LARGE = "too-large"
    TOO_SLOW = "too-slow"
    BROKEN = "broken"  # the connection was cut, or what came is not HTTP
    BAD_ANSWER = "bad-answer"  # not what the service is documented to send
    WRONG_KIND = "wrong-kind"  # a whole file, but not a document that we asked for
    DISK = "disk"  # our own cache folder cannot be written


SAYS_NOTHING = frozenset(
    {Failure.UNREACHABLE, Failure.BUSY, Failure.TOO_SLOW, Failure.BROKEN, Failure.BAD_ANSWER, Failure.DISK}
)
"""The failures that say nothing about the paper: another time there may be an answer."""


class RequestError(NetworkError):
    """A request gave nothing; ``str`` says what, where, and what to do."""

    def __init__(self, failure: Failure, message: str) -> None:
        super().__init__(message)
        self.failure = failure
