"""What a service answers."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, BinaryIO


@dataclass
class Asked:
    """A request as it came; ``path`` is what follows the name of the endpoint."""

    endpoint: str
    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes
    base: str
    time: float = 0.0
    connection: int = 0


@dataclass
class Reply:
    """An answer; ``write`` takes over the connection and sends whatever it likes."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    write: Callable[[BinaryIO], None] | None = None


def as_json(value: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(status, json.dumps(value).encode(), {"Content-Type": "application/json", **headers})


def document(content: bytes, content_type: str, etag: str) -> Reply:
    return Reply(200, content, {"Content-Type": content_type, "ETag": f'"{etag}"', "Accept-Ranges": "bytes"})
