"""Reads what a server sends, until it is whole or too much."""

from collections.abc import Iterator

from requests import Response
from urllib3.exceptions import DecodeError, HTTPError, IncompleteRead, ReadTimeoutError
from urllib3.response import HTTPResponse

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.watch import Watch

_CHUNK = 65536
_RATIO_FROM = 1_000_000  # bytes; below, a high ratio is a page of blanks and harms nobody


def read_pieces(response: Response, watch: Watch, most: int, ratio: int, already: int = 0) -> Iterator[bytes]:
    """Give the body piece by piece, without its transfer coding.

    ``most`` counts bytes after decompression, with the ``already`` bytes that an earlier attempt has brought.

    Raises:
        RequestError: it is too much, takes too long, or ends too early.
    """
    raw: HTTPResponse = response.raw
    host = host_of(response)
    declared = raw.headers.get("Content-Length", "")
    announced = int(declared[:20]) if declared.isdecimal() else 0
    if already + announced > most:
        raise RequestError(Failure.TOO_LARGE, f"{host} announces {announced:,} bytes; at most {most:,} are taken")
    total = 0
    try:
        # Whatever is there, at once: a piece that is still being filled is lost when the connection breaks.
        while piece := raw.read1(_CHUNK, decode_content=True):
            total += len(piece)
            if already + total > most:
                raise RequestError(Failure.TOO_LARGE, f"{host} sends more than {most:,} bytes; no more are taken")
            if total > _RATIO_FROM and total > ratio * max(1, raw.tell()):
                message = f"{host} sends data that unpack to more than {ratio} times their size; they are not taken"
                raise RequestError(Failure.TOO_LARGE, message)
            yield piece
        if watch.expired:  # we closed the connection ourselves; without a length that looks like the end
            raise TimeoutError
    except (HTTPError, OSError, ValueError, AttributeError) as error:
        raise failure_while_reading(error, host, watch, already + total) from None


def failure_while_reading(error: Exception, host: str, watch: Watch, received: int) -> RequestError:
    """Say what a broken-off answer means."""
    if watch.expired or isinstance(error, ReadTimeoutError | TimeoutError):
        spent = f"was not done after {watch.seconds:g} seconds" if watch.expired else "fell silent"
        return RequestError(Failure.TOO_SLOW, f"{host} {spent}, {received:,} bytes in; try again later")
    if isinstance(error, DecodeError):
        return RequestError(Failure.BROKEN, f"{host} sends data that do not unpack; try again later")
    missing = error.__cause__ or error.args[-1:] if not isinstance(error, IncompleteRead) else error
    if isinstance(error, IncompleteRead) or "IncompleteRead" in repr(missing):
        return RequestError(Failure.BROKEN, f"{host} broke off after {received:,} bytes; run again to go on")
    return RequestError(Failure.BROKEN, f"{host} broke the connection ({type(error).__name__}); try again later")


def host_of(response: Response) -> str:
    """The name of the server that answered."""
    return (response.url or "").split("//", 1)[-1].split("/", 1)[0] or "the server"
