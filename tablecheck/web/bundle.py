"""The page itself: a few files that are the same for everybody, under a policy that lets nothing in from outside."""

import secrets
from http import HTTPStatus
from importlib.resources import files

from websockets.datastructures import Headers
from websockets.http11 import Response

_TYPES = {
    "/": "text/html; charset=utf-8",
    "/page.js": "text/javascript; charset=utf-8",
    "/page.css": "text/css; charset=utf-8",
    "/icon.svg": "image/svg+xml",
    "/licences.txt": "text/plain; charset=utf-8",
}
_NONCE = b"@NONCE@"


def page_response(path: str) -> Response:
    """Answer a request for one of the page's files."""
    kind = _TYPES.get(path.partition("?")[0])
    if kind is None:
        return plain_response(HTTPStatus.NOT_FOUND)
    name = path.partition("?")[0].lstrip("/") or "index.html"
    nonce = secrets.token_urlsafe(16)
    body = (files("tablecheck.web") / "page" / name).read_bytes().replace(_NONCE, nonce.encode())
    return _response(HTTPStatus.OK, kind, body, nonce)


def plain_response(status: HTTPStatus) -> Response:
    """Refuse a request in a line of text."""
    return _response(status, "text/plain; charset=utf-8", f"{status.value} {status.phrase}\n".encode(), "")


def _response(status: HTTPStatus, kind: str, body: bytes, nonce: str) -> Response:
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Connection": "close",
            "Content-Security-Policy": _policy(nonce),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }
    )
    return Response(status.value, status.phrase, headers, body)


def _policy(nonce: str) -> str:
    """The editor writes its styles into an element of its own, which the nonce allows; pictures of pages are data."""
    style = f"'self' 'nonce-{nonce}'" if nonce else "'none'"
    rules = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": style,
        "img-src": "'self' data:",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())
