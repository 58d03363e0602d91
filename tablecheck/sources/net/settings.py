"""What a run may do on the network, and who it says it is."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from tablecheck.model.errors import UsageError
from tablecheck.sources.net.endpoints import Endpoints, endpoints_at
from tablecheck.sources.net.service import Service

_KEYS = {
    Service.SEMANTIC_SCHOLAR: "SEMANTIC_SCHOLAR_API_KEY",
    Service.OPENALEX: "OPENALEX_API_KEY",
    Service.PMC: "NCBI_API_KEY",
}


@dataclass(frozen=True, slots=True)
class Caps:
    """What one request may cost at most; bytes are counted after decompression.

    ``ratio`` is how much larger than its transfer an answer may be. ``attempts`` counts the first one.
    ``patience`` is the longest Retry-After that is waited for, in seconds; ``backoff`` the first pause where a
    busy service names none.
    """

    document_bytes: int = 50_000_000  # no paper of the development data has more than 31 MB
    document_seconds: float = 180.0
    answer_bytes: int = 10_000_000  # Semantic Scholar's own limit
    answer_seconds: float = 30.0
    silence_seconds: float = 20.0
    connect_seconds: float = 10.0
    ratio: int = 100
    redirects: int = 5
    attempts: int = 4
    patience: float = 60.0
    backoff: float = 1.0


@dataclass(frozen=True, slots=True)
class NetworkSettings:
    """Who asks, where, and how much it may cost.

    ``contact`` is an e-mail address; the services that want one get it, nobody else. ``allow_loopback_ports``
    opens ports of this machine, for tests. ``intervals`` replaces the seconds between two requests to a
    service. ``refresh`` asks again for what the cache holds. ``trusted_certificates`` is a file of
    certificates, for networks that bring their own.
    """

    cache_folder: Path
    contact: str | None = field(default=None, repr=False)
    keys: Mapping[Service, str] = field(default_factory=dict, repr=False)
    endpoints: Endpoints = field(default_factory=Endpoints)
    allow_loopback_ports: tuple[int, ...] = ()
    intervals: Mapping[Service, float] = field(default_factory=dict)
    caps: Caps = field(default_factory=Caps)
    refresh: bool = False
    trusted_certificates: str | None = None

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be printed or written down."""
        return tuple(secret for secret in (self.contact, *self.keys.values()) if secret)


def settings_from_environment(
    environment: Mapping[str, str] = os.environ, cache_folder: Path | None = None
) -> NetworkSettings:
    """Read the settings from the variables that docs/services.md lists.

    ``TABLECHECK_SERVICES_AT`` puts every service under one address of this machine, so that a server can stand
    in for them all; only then ``TABLECHECK_SERVICES_INTERVAL`` sets the seconds between two requests.

    Raises:
        UsageError: a variable does not hold what it should.
    """
    folder = cache_folder or Path(
        environment.get("TABLECHECK_CACHE") or platformdirs.user_cache_dir("tablecheck", appauthor=False)
    )
    contact = environment.get("TABLECHECK_EMAIL", "").strip() or None
    if contact and ("@" not in contact or any(character in contact for character in " \r\n\t<>()")):
        raise UsageError("TABLECHECK_EMAIL does not hold an e-mail address; write it plainly: you@example.org")
    base = environment.get("TABLECHECK_SERVICES_AT", "").strip()
    return NetworkSettings(
        cache_folder=folder / "network",
        contact=contact,
        keys={service: _key(environment, name) for service, name in _KEYS.items() if environment.get(name, "").strip()},
        endpoints=endpoints_at(base) if base else Endpoints(),
        allow_loopback_ports=(_loopback_port(base),) if base else (),
        intervals=_intervals(environment.get("TABLECHECK_SERVICES_INTERVAL", "")) if base else {},
        trusted_certificates=environment.get("REQUESTS_CA_BUNDLE") or environment.get("SSL_CERT_FILE") or None,
    )


def _key(environment: Mapping[str, str], name: str) -> str:
    key = environment[name].strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise UsageError(f"{name} does not hold a key; it has spaces or special characters in it")
    return key


def _intervals(written: str) -> dict[Service, float]:
    try:
        return dict.fromkeys(Service, float(written)) if written.strip() else {}
    except ValueError:
        raise UsageError("TABLECHECK_SERVICES_INTERVAL does not hold a number of seconds") from None


def _loopback_port(base: str) -> int:
    parts = urlsplit(base)
    if parts.scheme != "http" or parts.hostname not in {"127.0.0.1", "::1", "localhost"} or not parts.port:
        raise UsageError("TABLECHECK_SERVICES_AT must be an address of this machine: http://127.0.0.1:PORT")
    return parts.port
