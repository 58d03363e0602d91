"""The one way to a GROBID service: a server that the user runs and names, most often on the same machine.

It stands outside ``sources``, which guards against addresses that papers name; this one comes from the user alone.
The document is sent nowhere else.
"""

import http.client
import os
import time
import uuid
from urllib.parse import urlsplit

VARIABLE = "TABLECHECK_GROBID"
_PATH = "/api/processFulltextDocument"
_SECONDS = 120.0  # GROBID gives up by itself after as many
_PATIENCE = 60.0  # while all its workers are busy, which it says by 503
_PAUSE = 2.0
_LARGEST = 64 * 2**20  # bytes of an answer


class ServiceError(Exception):
    """The service is not there, or gave no document."""


def full_text(content: bytes) -> bytes:
    """Have a PDF converted to TEI, with the places of figures and tables.

    Raises:
        ServiceError: no service is named, or it gave no document.
    """
    address = os.environ.get(VARIABLE, "").strip()
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        message = f"no GROBID service is named; run one and set {VARIABLE}, such as {VARIABLE}=http://localhost:8070"
        raise ServiceError(message)
    give_up = time.monotonic() + _PATIENCE
    while True:
        status, body = _post(parts.scheme, parts.netloc, parts.path.rstrip("/") + _PATH, content)
        if status == http.client.SERVICE_UNAVAILABLE and time.monotonic() < give_up:
            time.sleep(_PAUSE)
            continue
        if status != http.client.OK:
            raise ServiceError(f"GROBID at {parts.netloc} answered with status {status}: {_short(body)}")
        return body


def _post(scheme: str, host: str, path: str, content: bytes) -> tuple[int, bytes]:
    boundary = uuid.uuid4().hex
    fields = [("teiCoordinates", "figure"), ("teiCoordinates", "table")]
    body = b"".join(
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields
    )
    body += (
        f'--{boundary}\r\nContent-Disposition: form-data; name="input"; filename="document.pdf"\r\n'
        "Content-Type: application/pdf\r\n\r\n"
    ).encode()
    body += content + f"\r\n--{boundary}--\r\n".encode()
    kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    try:
        connection = kind(host, timeout=_SECONDS)
        try:
            headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Accept": "application/xml"}
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(_LARGEST)
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise ServiceError(f"GROBID at {host} cannot be reached: {error}; is it running?") from error


def _short(body: bytes) -> str:
    return " ".join(body.decode("utf-8", "replace").split())[:200]
