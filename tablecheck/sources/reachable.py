"""Whether the services can be reached: one small request to each host, and nothing about any paper."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict

import requests

from tablecheck.sources.net.settings import NetworkSettings, settings_from_environment

_SECONDS = 8.0  # for a connection and a first answer; slower ones are of no use for fetching


def reachable(settings: NetworkSettings | None = None) -> Iterator[tuple[str, str]]:
    """Give each address, and what is wrong with reaching it; empty where an answer came, of whatever kind.

    Raises:
        UsageError: a variable of the environment does not hold what it should.
    """
    settings = settings or settings_from_environment()
    addresses = tuple(dict.fromkeys(asdict(settings.endpoints).values()))
    with ThreadPoolExecutor(max_workers=len(addresses)) as pool:
        certificates = settings.trusted_certificates or True
        yield from zip(addresses, pool.map(lambda address: _problem(address, certificates), addresses), strict=True)


def _problem(address: str, certificates: str | bool) -> str:
    try:
        with requests.head(address, timeout=_SECONDS, allow_redirects=False, verify=certificates):
            return ""
    except requests.RequestException as error:
        return f"cannot be reached ({type(error).__name__})"
