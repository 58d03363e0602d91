"""Who may come in: our own page, at an address of this machine, with the token of this run."""

import hmac
from collections.abc import Sequence
from http import HTTPStatus

from websockets.http11 import Request

PROTOCOL = "tablecheck"
_TOKEN = "tablecheck.token."  # noqa: S105 - how a subprotocol begins that carries one
_NAMES = frozenset({"127.0.0.1", "localhost"})


def refused_host(request: Request) -> HTTPStatus | None:
    """Refuse a page whose name was made to lead to this machine: ours has one of two names, at any (forwarded) port."""
    name, colon, port = _one(request, "Host").rpartition(":")
    is_ours = colon and port.isdigit() and name in _NAMES
    return None if is_ours else HTTPStatus.MISDIRECTED_REQUEST


def refused_socket(request: Request, token: str) -> HTTPStatus | None:
    """Refuse a socket that another page opens, or that does not know the token.

    Browsers say truly where a page came from; programs may say anything, but do not know the token.
    """
    if _one(request, "Origin") != f"http://{_one(request, 'Host')}":
        return HTTPStatus.FORBIDDEN
    told = next((one[len(_TOKEN) :] for one in _subprotocols(request) if one.startswith(_TOKEN)), "")
    return None if hmac.compare_digest(told.encode(), token.encode()) else HTTPStatus.FORBIDDEN


def chosen_subprotocol(offered: Sequence[str]) -> str | None:
    """The answer to a page's offers; never the one that carries the token."""
    return PROTOCOL if PROTOCOL in offered else None


def _subprotocols(request: Request) -> list[str]:
    lines = request.headers.get_all("Sec-WebSocket-Protocol")
    return [one.strip() for line in lines for one in line.split(",")]


def _one(request: Request, header: str) -> str:
    values = request.headers.get_all(header)
    return values[0] if len(values) == 1 else ""
