"""The one way out: small answers from services, kept on disk, and whole documents, within caps."""

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Mapping
from http.cookiejar import DefaultCookiePolicy
from types import TracebackType
from typing import Any, Self, TypeVar

import requests
from requests_cache import CachedSession

from tablecheck.sources.net.adapter import GuardedAdapter
from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.answers import cached_session, open_answers
from tablecheck.sources.net.connection import Door
from tablecheck.sources.net.download import Fetched, Validators, receive
from tablecheck.sources.net.endpoints import origins_of
from tablecheck.sources.net.etiquette import ONE_CONNECTION, interval_of
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.guard import Guard
from tablecheck.sources.net.identity import hide_secrets, identities_of, redact, stop_hiding, user_agent
from tablecheck.sources.net.partial import drop_old_partials, partial_of
from tablecheck.sources.net.redirects import follow, unreadable_target
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.settings import NetworkSettings
from tablecheck.sources.net.statuses import check_status, obey_rate_headers
from tablecheck.sources.net.turn import Turn
from tablecheck.sources.net.watch import watching

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Network:
    """Lives as long as a run: holds the sessions, the cache of answers, and the turn of each service.

    Safe to use from several threads; requests to one service go one after the other.
    """

    def __init__(self, settings: NetworkSettings, guard: Guard | None = None) -> None:
        self.settings = settings
        self.endpoints = settings.endpoints
        self._guard = guard or Guard(origins_of(settings.endpoints), frozenset(settings.allow_loopback_ports))
        self._identities = identities_of(settings)
        self._answers = open_answers(settings.cache_folder)
        self._partials = settings.cache_folder / "partial"
        self._doors: dict[Service, tuple[GuardedAdapter, CachedSession | None, Turn]] = {}
        self._lock = threading.Lock()
        self._hiding = hide_secrets(settings.secrets)
        drop_old_partials(self._partials)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give connections and files back."""
        # A worker that was told to stop may still be opening a door of its own.
        with self._lock:
            doors, self._doors = self._doors, {}
        for adapter, cached, turn in doors.values():
            adapter.close()
            if cached is not None:
                cached.close()  # type: ignore[no-untyped-call]
            turn.close()
        if self._answers is not None:
            self._answers.close()  # type: ignore[no-untyped-call]
        stop_hiding(self._hiding)

    def lookup(
        self,
        service: Service,
        url: str,
        read: Callable[[Answer], T],
        *,
        params: Mapping[str, str] | None = None,
        post: Any = None,
        expected: tuple[int, ...] = (200,),
    ) -> T:
        """Ask a service, or the cache, and read its answer; an answer that cannot be read is not kept.

        ``params`` are added to the address, ``post`` is sent as JSON. ``expected`` are the statuses that
        ``read`` understands.

        Raises:
            RequestError: there is no answer, or ``read`` found none in it.
        """
        method = "GET" if post is None else "POST"
        request = requests.Request(method, url, params=dict(params or {}), json=post)
        with self._redacting():
            hops = [self._prepared(service, request)]
            try:
                answer = self._answer(service, hops)
                if answer.status not in expected:
                    check_status(service, answer.status, {})
                return read(answer)
            except RequestError:
                for hop in hops:
                    self._forget(hop)
                raise

    def fetch(self, service: Service, url: str, known: Validators | None = None) -> Fetched | None:
        """Bring a whole document; ``None`` where it is still the one that ``known`` describes.

        What breaks off is continued where the server allows it, now or in a later run.

        Raises:
            RequestError: it did not come.
        """
        with self._redacting():
            caps = self.settings.caps
            for attempt in range(1, caps.attempts + 1):
                before = partial_of(self._partials, url).size
                try:
                    return self._fetch(service, url, known)
                except RequestError as error:
                    went_on = partial_of(self._partials, url).size > before
                    if error.failure is not Failure.BROKEN or attempt == caps.attempts or not went_on:
                        raise
                    logger.info("%s; going on", error)
            raise AssertionError("the last attempt returns or raises")

    def _fetch(self, service: Service, url: str, known: Validators | None) -> Fetched | None:
        partial = partial_of(self._partials, url)
        headers = {"Accept-Encoding": "identity"}
        if partial.size:
            headers |= {"Range": f"bytes={partial.size}-", "If-Range": partial.validator}
        elif known is not None:
            headers |= known.headers()
        adapter, _, turn = self._door(service)
        hops = [self._prepared(service, requests.Request("GET", url, headers=headers))]
        # The turn lasts until the last byte is here: one connection means one.
        with turn, watching(self.settings.caps.document_seconds) as watch:
            most = self.settings.caps.redirects
            response = follow(self._guard, service, hops, lambda hop: adapter.send(hop, stream=True), most)
            with contextlib.closing(response):
                if response.status_code == 304:
                    return None
                if response.status_code != 416 or not partial.size:
                    check_status(service, response.status_code, response.headers)
                    return receive(response, partial, watch, self.settings.caps)
        # All of it had come when a run was ended, or it is shorter by now.
        partial.discard()
        return self._fetch(service, url, known)

    def _answer(self, service: Service, hops: list[requests.PreparedRequest]) -> Answer:
        url = hops[0].url or ""
        response = follow(self._guard, service, hops, lambda hop: self._ask(service, hop), self.settings.caps.redirects)
        obey_rate_headers(self._door(service)[2], response.headers)
        return Answer(service, url, response.status_code, response.content or b"")

    def _ask(self, service: Service, request: requests.PreparedRequest) -> requests.Response:
        adapter, cached, _ = self._door(service)
        if cached is not None:
            try:
                return cached.send(request, refresh=self.settings.refresh, allow_redirects=False)
            except sqlite3.Error as error:
                logger.warning("the answers of services are not kept: %s", error)
            except (requests.RequestException, ValueError):
                # The library looks at where a redirect leads, even if it is told not to go there.
                raise unreadable_target(service) from None
        return adapter.send(request)

    def _forget(self, request: requests.PreparedRequest) -> None:
        if self._answers is not None:
            with contextlib.suppress(sqlite3.Error):
                self._answers.delete(self._answers.create_key(request))

    def _prepared(self, service: Service, request: requests.Request) -> requests.PreparedRequest:
        request.headers = {"User-Agent": user_agent(), **(request.headers or {})}
        if service in ONE_CONNECTION:
            request.headers["Connection"] = "close"
        try:
            return request.prepare()
        except (requests.RequestException, ValueError):
            raise RequestError(Failure.REFUSED, f"{service.label} cannot be asked at {request.url!r:.200}") from None

    def _door(self, service: Service) -> tuple[GuardedAdapter, CachedSession | None, Turn]:
        with self._lock:
            if service not in self._doors:
                polite = interval_of(service, has_key=service in self.settings.keys)
                interval = self.settings.intervals.get(service, polite)
                turn = Turn(service, self.settings.cache_folder / "turns", interval)
                door = Door(service, self._guard, turn, self._identities[service])
                adapter = GuardedAdapter(door, self.settings.caps, self.settings.trusted_certificates)
                cached = _behind(cached_session(self._answers), adapter) if self._answers is not None else None
                self._doors[service] = (adapter, cached, turn)
            return self._doors[service]

    @contextlib.contextmanager
    def _redacting(self) -> Any:
        try:
            yield
        except RequestError as error:
            raise RequestError(error.failure, redact(str(error), self.settings.secrets)) from None


def _behind(session: CachedSession, adapter: GuardedAdapter) -> CachedSession:
    """Let a session use one adapter, and nothing of the environment: no proxy, no .netrc, no cookies."""
    session.trust_env = False
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    session.mount("https://", adapter)
    session.mount("http://", adapter)
    return session
