"""What could not be looked at, as opposed to what was found wrong."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something the run could not see; it never makes a run clean.

    ``stage`` is one of ``read``, ``obtain``, ``extract``, ``match``; ``line`` counts from 1.
    """

    stage: str
    message: str
    path: str | None = None
    line: int | None = None
