"""What a service said to one question."""

import json
from dataclasses import dataclass, field
from typing import Any

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service


@dataclass(frozen=True, slots=True)
class Answer:
    """What a service said; ``url`` is the one that was asked, without keys."""

    service: Service
    url: str
    status: int
    content: bytes = field(repr=False)

    def json(self) -> Any:
        """Read the content as JSON.

        Raises:
            RequestError: it is none.
        """
        try:
            return json.loads(self.content)
        except (ValueError, RecursionError):
            raise self.nonsense("no JSON") from None

    def nonsense(self, what: str) -> RequestError:
        """Make the exception for an answer that is not as documented."""
        message = f"{self.service.label} sent {what} where an answer was expected; try again later"
        return RequestError(Failure.BAD_ANSWER, message)
