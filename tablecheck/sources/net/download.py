"""Receives one document, from the beginning or from where an earlier attempt broke off."""

import re
from dataclasses import dataclass, field

from requests import Response

from tablecheck.sources.net.body import host_of, read_pieces
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.partial import Partial
from tablecheck.sources.net.settings import Caps
from tablecheck.sources.net.watch import Watch

_RANGE = re.compile(r"bytes (\d+)-\d+/(?:\d+|\*)")


@dataclass(frozen=True, slots=True)
class Validators:
    """By what a server knows which version of a document we have."""

    etag: str = ""
    last_modified: str = ""

    def headers(self) -> dict[str, str]:
        """Ask for the document only if it is another one by now."""
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in asked.items() if value}

    @property
    def strong(self) -> str:
        """What a part of a document may be continued by (RFC 9110, 13.1.5)."""
        return self.etag if self.etag and not self.etag.startswith("W/") else self.last_modified


@dataclass(frozen=True, slots=True)
class Fetched:
    """The bytes of a document; ``url`` is where they came from in the end."""

    content: bytes = field(repr=False)
    url: str
    content_type: str
    validators: Validators


def receive(response: Response, partial: Partial, watch: Watch, caps: Caps) -> Fetched:
    """Read an answer with status 200 or 206 to its end.

    Raises:
        RequestError: it is too much, too slow, broken off, or not the part that was asked for.
    """
    validators = Validators(response.headers.get("ETag", ""), response.headers.get("Last-Modified", ""))
    try:
        already = _already(response, partial)
        if not already:
            partial.begin(_continuable(response, validators))
        try:
            for piece in read_pieces(response, watch, caps.document_bytes, caps.ratio, already):
                partial.add(piece)
        except RequestError as error:
            if error.failure not in (Failure.BROKEN, Failure.TOO_SLOW) or not partial.size:
                partial.discard()
            raise
        return Fetched(partial.finish(), response.url, response.headers.get("Content-Type", ""), validators)
    except OSError as error:
        message = f"the folder {partial.data.parent} cannot be written ({error}); name another by TABLECHECK_CACHE"
        raise RequestError(Failure.DISK, message) from None


def _already(response: Response, partial: Partial) -> int:
    if response.status_code != 206:
        return 0
    begins = _RANGE.fullmatch(response.headers.get("Content-Range", "").strip())
    if begins is None or int(begins[1]) != partial.size or not partial.size:
        partial.discard()
        message = f"{host_of(response)} sent another part of the document than it was asked for; run again"
        raise RequestError(Failure.BROKEN, message)
    return partial.size


def _continuable(response: Response, validators: Validators) -> str:
    # Bytes that were unpacked on the way cannot be counted in a Range.
    return "" if response.headers.get("Content-Encoding") else validators.strong
