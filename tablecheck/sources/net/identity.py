"""Who we say we are: keys and the e-mail address are put into a request when it leaves, and not before.

So they are in no address that is logged, cached, printed or redirected; the filter here catches what a server
sends back of them.
"""

import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from tablecheck import __version__
from tablecheck.sources.net.endpoints import Origin, origins_of
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.settings import NetworkSettings

_HOME = "https://github.com/tablecheck-dev/tablecheck"
_LIBRARIES = ("urllib3", "requests", "requests_cache", "pyrate_limiter", "filelock", "tablecheck")
HIDDEN = "[hidden]"


@dataclass(frozen=True, slots=True)
class Identity:
    """What is added to the requests that go to the origins of one service."""

    origins: frozenset[Origin]
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    params: Mapping[str, str] = field(default_factory=dict, repr=False)

    def signed(self, origin: Origin, path: str, headers: Mapping[str, str]) -> tuple[str, dict[str, str]]:
        """Add to a request what its server may know."""
        if origin not in self.origins:
            return path, dict(headers)
        if self.params:
            path += ("&" if "?" in path else "?") + urlencode(self.params)
        return path, {**headers, **self.headers}


def user_agent(contact: str | None = None) -> str:
    """Name the program, its home and, where they are wanted, whom to write to."""
    return f"tablecheck/{__version__} ({_HOME}{f'; mailto:{contact}' if contact else ''})"


def identities_of(settings: NetworkSettings) -> dict[Service, Identity]:
    """Say for every service what its servers are told."""
    return {
        service: Identity(origins, _headers(service, settings), _params(service, settings))
        for service, origins in origins_of(settings.endpoints).items()
    }


def _headers(service: Service, settings: NetworkSettings) -> dict[str, str]:
    headers = {"User-Agent": user_agent(settings.contact)}
    if service is Service.SEMANTIC_SCHOLAR and service in settings.keys:
        headers["x-api-key"] = settings.keys[service]
    return headers


def _params(service: Service, settings: NetworkSettings) -> dict[str, str]:
    params = {}
    if service is Service.UNPAYWALL and settings.contact:
        params["email"] = settings.contact
    if service is Service.OPENALEX and service in settings.keys:
        params["api_key"] = settings.keys[service]
    if service is Service.PMC:
        params["tool"] = "tablecheck"
        if settings.contact:
            params["email"] = settings.contact
        if service in settings.keys:
            params["api_key"] = settings.keys[service]
    return params


class HideSecrets(logging.Filter):
    """Takes secrets out of everything that is logged, also out of tracebacks."""

    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        self._secrets = tuple(secrets)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, without the secrets."""
        record.msg = redact(record.getMessage(), self._secrets)
        record.args = ()
        if record.exc_info:
            record.exc_text = redact(logging.Formatter().formatException(record.exc_info), self._secrets)
            record.exc_info = None
        return True


def redact(text: str, secrets: Iterable[str]) -> str:
    """Take secrets out of a text, in the forms in which addresses carry them too."""
    for secret in secrets:
        for form in sorted({secret, quote(secret), quote(secret, safe="")}, key=len, reverse=True):
            text = re.sub(re.escape(form), HIDDEN, text, flags=re.I)
    return text


def hide_secrets(secrets: Iterable[str]) -> HideSecrets:
    """Put a filter on the loggers of all that takes part in a request; a filter does not reach down to children."""
    hiding = HideSecrets(secrets)
    for logger in _loggers():
        logger.addFilter(hiding)
    return hiding


def stop_hiding(hiding: HideSecrets) -> None:
    """Take the filter off again."""
    for logger in _loggers():
        logger.removeFilter(hiding)


def _loggers() -> list[logging.Logger]:
    names = [name for name in logging.root.manager.loggerDict if name.partition(".")[0] in _LIBRARIES]
    return [logging.getLogger(name) for name in {*names, *_LIBRARIES}]
