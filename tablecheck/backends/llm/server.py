"""Which server and model are asked, and how."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from urllib.parse import urlsplit

from tablecheck.model.errors import UsageError

VENDOR = "https://api.openai.com/v1"
BASE_URL, KEY, MODEL = "OPENAI_BASE_URL", "OPENAI_API_KEY", "TABLECHECK_MODEL"


@dataclass(frozen=True, slots=True)
class ModelServer:
    """A model behind a server that the user names; nothing is sent anywhere else.

    ``base_url`` is the part of the address before ``/chat/completions``. ``most_output`` bounds the tokens of an
    answer, ``seconds`` the silence that is borne, ``attempts`` how often a question is sent, ``patience`` how many
    seconds a server may ask to be left alone. ``stream`` has answers sent in pieces, which slow servers need.
    """

    model: str
    base_url: str = VENDOR
    key: str = field(default="", repr=False)
    temperature: float = 0.0
    most_output: int = 4096
    seconds: float = 120.0
    attempts: int = 5
    patience: float = 120.0
    concurrency: int = 4
    stream: bool = False

    @property
    def host(self) -> str:
        """The server as messages name it."""
        return urlsplit(self.base_url).netloc.rpartition("@")[2]


def server_of(
    model: str | None = None,
    base_url: str | None = None,
    environment: Mapping[str, str] = os.environ,
) -> ModelServer:
    """Put together what was said and what the environment says.

    The key comes from ``OPENAI_API_KEY`` alone, the address from a caller or ``OPENAI_BASE_URL``: a configuration
    that lies beside somebody's manuscript must not send the user's key to an address of its own.

    Raises:
        UsageError: no model is named, the address is none, a key is missing, or the extra is not installed.
    """
    needs_extra()
    address = (base_url or environment.get(BASE_URL) or VENDOR).strip().rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise UsageError(f"{address!r} is no address of a server; write it like http://localhost:8000/v1")
    named = (model or environment.get(MODEL) or "").strip()
    if not named:
        raise UsageError(f"no model is named; give --llm, or set {MODEL}")
    key = environment.get(KEY, "").strip()
    if not key and address == VENDOR:
        raise UsageError(f"{parts.hostname} wants a key; set {KEY}, or name your own server with --base-url")
    return ModelServer(named, address, key)


def needs_extra() -> None:
    """Make sure that what talks to servers is installed.

    Raises:
        UsageError: the extra ``llm`` is not installed.
    """
    missing = [name for name in ("openai", "tenacity", "tiktoken") if find_spec(name) is None]
    if missing:
        raise UsageError(f"{' and '.join(missing)} not found: install the extra with pip install 'tablecheck[llm]'")
