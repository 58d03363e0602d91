"""Connections that go only where the guard allows, sign what they send, and keep the pace of their service.

These are urllib3's own classes with a step put in where a socket is made, a request leaves and an answer begins:
the only places that retries, redirects and libraries above cannot go around.
"""

import socket
from dataclasses import dataclass
from typing import Any, ClassVar

from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.response import HTTPResponse
from urllib3.util.connection import create_connection

from tablecheck.sources.net.endpoints import Origin
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.guard import Guard
from tablecheck.sources.net.identity import Identity
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.turn import Turn
from tablecheck.sources.net.watch import current_watch

_MOST_ADDRESSES = 4  # tried one after the other


@dataclass(frozen=True, slots=True)
class Door:
    """What stands between us and one service."""

    service: Service
    guard: Guard
    turn: Turn
    identity: Identity


class _Guarded(HTTPConnection):
    door: ClassVar[Door]
    scheme: ClassVar[str] = "http"

    def _new_conn(self) -> socket.socket:
        failed: OSError | None = None
        for address in self.door.guard.addresses(self._dns_host, self.port)[:_MOST_ADDRESSES]:
            try:
                sock = create_connection((address, self.port), self.timeout, socket_options=self.socket_options)
            except OSError as error:
                failed = error
            else:
                current_watch().show(sock)
                return sock
        message = f"{self.host} cannot be reached ({failed}); try again later"
        raise RequestError(Failure.UNREACHABLE, message) from None

    def request(self, method: str, url: str, body: Any = None, headers: Any = None, **options: Any) -> None:
        if self.sock is not None:
            current_watch().show(self.sock)
        origin = Origin(self.scheme, self.host.lower(), self.port)
        url, headers = self.door.identity.signed(origin, url, headers or {})
        super().request(method, url, body, headers, **options)

    def getresponse(self) -> HTTPResponse:  # type: ignore[override]
        try:
            return super().getresponse()
        finally:
            self.door.turn.arrived()


class _GuardedTls(_Guarded, HTTPSConnection):
    scheme = "https"


class _Paced(HTTPConnectionPool):
    door: ClassVar[Door]

    def urlopen(self, *args: Any, **options: Any) -> Any:
        watch = current_watch()
        watch.stop()  # waiting for our turn is not the server's time
        self.door.turn.wait()
        watch.start()
        return super().urlopen(*args, **options)


def pools_behind(door: Door) -> dict[str, type[HTTPConnectionPool]]:
    """Make the classes of the pools, by scheme, whose connections go through a door."""

    class Plain(_Guarded):
        pass

    class Tls(_GuardedTls):
        pass

    class PlainPool(_Paced):
        ConnectionCls = Plain

    class TlsPool(_Paced, HTTPSConnectionPool):
        ConnectionCls = Tls

    for kind in (Plain, Tls, PlainPool, TlsPool):
        kind.door = door
    return {"http": PlainPool, "https": TlsPool}
