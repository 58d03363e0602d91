"""Carries requests of the requests library through a door: in turn, watched, with retries that keep the pace."""

from typing import Any, Self

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter
from requests.exceptions import RequestException, RetryError, SSLError, Timeout
from urllib3 import BaseHTTPResponse, PoolManager, Retry
from urllib3.exceptions import HTTPError

from tablecheck.sources.net.body import failure_while_reading, read_pieces
from tablecheck.sources.net.connection import Door, pools_behind
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.settings import Caps
from tablecheck.sources.net.watch import Watch, current_watch, watching

_TRY_AGAIN = (429, 500, 502, 503, 504)


class _PoliteRetry(Retry):
    """Waits as long as the service asks, but gives up at once where that is longer than anybody waits."""

    patience: float = 60.0
    who: str = "the server"

    def new(self, **changes: Any) -> Self:
        retry = super().new(**changes)
        retry.patience, retry.who = self.patience, self.who
        return retry

    def increment(
        self,
        method: str | None = None,
        url: str | None = None,
        response: BaseHTTPResponse | None = None,
        *args: Any,
        **options: Any,
    ) -> Self:
        asked = self.get_retry_after(response) if response is not None else None
        if response is not None and asked is not None and asked > self.patience:
            response.close()
            raise RequestError(Failure.BUSY, f"{self.who} asks to come back in {asked:.0f} seconds; run again then")
        return super().increment(method, url, response, *args, **options)

    def sleep(self, response: BaseHTTPResponse | None = None) -> None:
        current_watch().stop()  # the pause that was asked for is not the server's slowness
        super().sleep(response)


class GuardedAdapter(HTTPAdapter):
    """The transport of one service."""

    def __init__(self, door: Door, caps: Caps, trusted_certificates: str | None = None) -> None:
        self.door = door
        self.caps = caps
        self._trusted = trusted_certificates or True
        super().__init__(pool_connections=8, pool_maxsize=2, max_retries=_retries(door, caps))

    def init_poolmanager(self, connections: int, maxsize: int, block: bool = False, **options: Any) -> None:
        """Make the pools; requests calls this when it is made."""
        self.poolmanager = PoolManager(num_pools=connections, maxsize=maxsize, block=block, **options)
        self.poolmanager.pool_classes_by_scheme = pools_behind(self.door)

    def send(self, request: PreparedRequest, stream: bool = False, *args: Any, **options: Any) -> Response:
        """Send a request; unless it is streamed, its whole body is read within the caps.

        Raises:
            RequestError: nothing came, or more than may.
        """
        with self.door.turn, watching(self.caps.answer_seconds) as watch:
            response = self._send(request, watch)
            if not stream:
                pieces = read_pieces(response, watch, self.caps.answer_bytes, self.caps.ratio)
                try:
                    # What requests itself would put here after reading, but without a limit.
                    response._content = b"".join(pieces)
                    response._content_consumed = True
                finally:
                    response.raw.close()
            return response

    def _send(self, request: PreparedRequest, watch: Watch) -> Response:
        timeout = (self.caps.connect_seconds, self.caps.silence_seconds)
        try:
            response = super().send(request, stream=True, timeout=timeout, verify=self._trusted, proxies={})
        except (RequestException, HTTPError, OSError, ValueError, AttributeError) as error:
            raise _failure_of(error, self.door, request, watch) from None
        if watch.expired:  # we closed the connection ourselves; to the reader of headers that looks like their end
            response.raw.close()
            raise _failure_of(TimeoutError(), self.door, request, watch)
        return response


def _retries(door: Door, caps: Caps) -> Retry:
    retry = _PoliteRetry(
        total=caps.attempts - 1,
        status_forcelist=_TRY_AGAIN,
        allowed_methods=("GET", "POST"),  # all that is ever posted is a question
        backoff_factor=caps.backoff,
        backoff_max=caps.patience,
        raise_on_status=False,
        redirect=0,
        raise_on_redirect=False,
    )
    retry.patience, retry.who = caps.patience, door.service.label
    return retry


def _failure_of(error: Exception, door: Door, request: PreparedRequest, watch: Watch) -> RequestError:
    host = (request.url or "").split("//", 1)[-1].split("/", 1)[0]
    if watch.expired or isinstance(error, Timeout) or "timed out" in str(error).lower():
        return failure_while_reading(TimeoutError(), host, watch, 0)
    if isinstance(error, SSLError):
        message = f"{host} shows no certificate that can be trusted; name your network's own by REQUESTS_CA_BUNDLE"
        return RequestError(Failure.UNREACHABLE, message)
    if isinstance(error, RetryError):
        return RequestError(Failure.BUSY, f"{door.service.label} is busy; try again later")
    return RequestError(Failure.BROKEN, f"{host} broke off before it answered; try again later")
