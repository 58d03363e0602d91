"""Follows redirects by hand, so that every hop is looked at before it is asked."""

from collections.abc import Callable
from urllib.parse import urljoin

from requests import PreparedRequest, Request, RequestException, Response

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.guard import Guard
from tablecheck.sources.net.service import Service

Send = Callable[[PreparedRequest], Response]

_REDIRECTS = (301, 302, 303, 307, 308)
_LEFT_OUT = frozenset({"content-length", "content-type", "cookie", "authorization"})


def follow(guard: Guard, service: Service, hops: list[PreparedRequest], send: Send, most: int) -> Response:
    """Send the request in ``hops``, and those it is redirected to; each is put into ``hops`` before it is sent.

    Raises:
        RequestError: a hop leads where nobody goes, or there are more than ``most`` redirects.
    """
    came_from = None
    for _ in range(most + 1):
        request = hops[-1]
        url = request.url or ""
        guard.check(service, url, came_from)
        response = send(request)
        if response.status_code not in _REDIRECTS or "Location" not in response.headers:
            return response
        response.close()
        came_from = url
        hops.append(_next_hop(service, request, response.headers["Location"]))
    raise RequestError(Failure.REFUSED, f"{service.label} redirects more than {most} times")


def unreadable_target(service: Service) -> RequestError:
    """Make the exception for a redirect to something that is no address."""
    return RequestError(Failure.REFUSED, f"{service.label} redirects to an address that cannot be read")


def _next_hop(service: Service, request: PreparedRequest, location: str) -> PreparedRequest:
    headers = {name: value for name, value in request.headers.items() if name.lower() not in _LEFT_OUT}
    try:
        # The header is Latin-1 by the letter and UTF-8 in practice.
        target = urljoin(request.url or "", location.encode("latin-1").decode("utf-8", "replace"))
        return Request("GET", target, headers=headers).prepare()
    except (RequestException, ValueError):
        raise unreadable_target(service) from None
