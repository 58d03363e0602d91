"""What the status and the headers of an answer mean, in words."""

import re
from collections.abc import Mapping

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.turn import Turn

_SLOWEST = 60.0  # seconds between two requests that a header may ask for
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|m|h)?")
_UNITS = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "h": 3600.0}


def check_status(service: Service, status: int, headers: Mapping[str, str]) -> None:
    """Let an answer pass that brings what was asked for.

    Raises:
        RequestError: it brings something else.
    """
    if status in (200, 206):
        return
    who = service.label
    if status in (404, 410):
        raise RequestError(Failure.NOT_FOUND, f"{who} does not have it ({status})")
    if status in (429, 500, 502, 503, 504):
        after = headers.get("Retry-After", "")
        when = f"in {after} seconds" if after.isdecimal() else "later"
        raise RequestError(Failure.BUSY, f"{who} is busy ({status}); try again {when}")
    if status in (401, 402, 403, 407, 451):
        raise RequestError(Failure.DENIED, f"{who} does not give it to programs without a login or key ({status})")
    raise RequestError(Failure.BAD_ANSWER, f"{who} answers with status {status}")


def obey_rate_headers(turn: Turn, headers: Mapping[str, str]) -> None:
    """Slow down to the rate that an answer announces (Crossref: ``x-rate-limit-limit`` and ``-interval``)."""
    limit = headers.get("x-rate-limit-limit", "")
    interval = _INTERVAL.fullmatch(headers.get("x-rate-limit-interval", "").strip())
    if limit.isdecimal() and int(limit) and interval:
        seconds = float(interval[1]) * _UNITS[interval[2] or ""] / int(limit)
        turn.slow_down(min(seconds, _SLOWEST))
