"""Ends an exchange that takes too long, however the time is spent.

A time-out of a socket counts from the last byte: a server that sends one byte now and then never meets it.
"""

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextvars import ContextVar

_current: ContextVar["Watch | None"] = ContextVar("watch", default=None)


class Watch:
    """A clock that closes the sockets it was shown when its time is over."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.expired = False
        self._sockets: list[socket.socket] = []
        self._timer: threading.Timer | None = None

    def start(self) -> None:
        """Begin to count; again from nothing if it counted already."""
        self.stop()
        self._timer = threading.Timer(self.seconds, self._expire)
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        """Count no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def show(self, sock: socket.socket) -> None:
        """Remember a socket that is to be closed."""
        if sock not in self._sockets:
            self._sockets.append(sock)

    def _expire(self) -> None:
        self.expired = True
        for sock in self._sockets:
            with contextlib.suppress(OSError):
                # Not the method of an SSL socket, which forgets its state while another thread reads from it.
                socket.socket.shutdown(sock, socket.SHUT_RDWR)


@contextlib.contextmanager
def watching(seconds: float) -> Iterator[Watch]:
    """Watch what the block does on the network; inside another watch, that one counts."""
    if (outer := _current.get()) is not None:
        yield outer
        return
    watch = Watch(seconds)
    token = _current.set(watch)
    try:
        yield watch
    finally:
        watch.stop()
        _current.reset(token)


def current_watch() -> Watch:
    """The watch of this thread; one that never ends where there is none."""
    return _current.get() or Watch(threading.TIMEOUT_MAX)
