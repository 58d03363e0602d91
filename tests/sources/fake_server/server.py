"""The server itself: real HTTP on a port of this machine, with a log of who asked what, and when."""

import contextlib
import re
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from tablecheck.sources.net.endpoints import endpoints_at
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.settings import Caps, NetworkSettings
from tests.sources.fake_server import arxiv, indexes, pages
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Asked, Reply

Route = Callable[[Asked, tuple[Paper, ...]], Reply]

ROUTES: dict[str, Route] = {
    "arxiv_api": arxiv.api,
    "arxiv_source": arxiv.source,
    "arxiv": arxiv.site,
    "semantic_scholar": indexes.semantic_scholar,
    "crossref": indexes.crossref,
    "openalex": indexes.openalex,
    "unpaywall": indexes.unpaywall,
    "acl": pages.acl,
    "openreview_api": pages.openreview_api,
    "openreview_old_api": pages.openreview_old_api,
    "openreview": pages.openreview,
    "pmlr": pages.pmlr,
    "cvf": pages.cvf,
    "pmc_api": pages.pmc_api,
    "pmc_files": pages.pmc_files,
    "publisher": pages.publisher,
}

# Small enough for tests that wait for them to be over.
QUICK = Caps(
    document_bytes=3_000_000,
    document_seconds=1.5,
    answer_bytes=2_000_000,
    answer_seconds=1.5,
    silence_seconds=1.0,
    connect_seconds=2.0,
    backoff=0.01,
    patience=2.0,
)


class FakeServer:
    """Every service under one address; ``next_replies`` are given before the papers are looked at."""

    def __init__(self, papers: tuple[Paper, ...] = ()) -> None:
        self.papers = papers
        self.log: list[Asked] = []
        self.next_replies: dict[str, list[Reply]] = defaultdict(list)
        self.open_connections = 0
        self.most_connections = 0
        self._lock = threading.Lock()
        fake = self

        class Handler(_Handler):
            server_state = fake

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        self.port = self._http.server_address[1]
        self.base = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()

    def settings(self, folder: Path, *, interval: float = 0.0, caps: Caps = QUICK, **changes: Any) -> NetworkSettings:
        values: dict[str, Any] = {
            "cache_folder": folder,
            "contact": "reader@lab.invalid.org",
            "endpoints": endpoints_at(self.base),
            "allow_loopback_ports": (self.port,),
            "intervals": dict.fromkeys(Service, interval),
            "caps": caps,
        }
        return NetworkSettings(**(values | changes))

    def times(self, *endpoints: str) -> list[float]:
        return [asked.time for asked in self.log if asked.endpoint in endpoints]

    def answer(self, asked: Asked) -> Reply:
        with self._lock:
            self.log.append(asked)
            waiting = self.next_replies.get(asked.endpoint)
            if waiting:
                return waiting.pop(0)
        route = ROUTES.get(asked.endpoint)
        return route(asked, self.papers) if route else Reply(404)

    def count(self, change: int) -> None:
        with self._lock:
            self.open_connections += change
            self.most_connections = max(self.most_connections, self.open_connections)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_state: FakeServer
    timeout = 10

    def setup(self) -> None:
        super().setup()
        self.server_state.count(1)

    def finish(self) -> None:
        with contextlib.suppress(OSError):
            super().finish()
        self.server_state.count(-1)

    def handle(self) -> None:
        with contextlib.suppress(OSError):
            super().handle()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the log is kept in the server."""

    def do_GET(self) -> None:
        self._reply()

    def do_POST(self) -> None:
        self._reply()

    def _reply(self) -> None:
        now = time.monotonic()
        parts = urlsplit(self.path)
        _, endpoint, *rest = parts.path.split("/", 2)
        asked = Asked(
            endpoint=endpoint,
            method=self.command,
            path=unquote(rest[0]) if rest else "",
            query=dict(parse_qsl(parts.query)),
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self.rfile.read(int(self.headers.get("Content-Length") or 0)),
            base=self.server_state.base,
            time=now,
            connection=self.client_address[1],
        )
        reply = _conditional(asked, self.server_state.answer(asked))
        if reply.write is not None:
            with contextlib.suppress(OSError):
                reply.write(self.wfile)
                self.wfile.flush()
            self.close_connection = True
            return
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if "Content-Length" not in reply.headers and reply.status != 304:
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        self.wfile.write(reply.body)


def _conditional(asked: Asked, reply: Reply) -> Reply:
    """Answer If-None-Match and Range for whatever has an ETag."""
    etag = reply.headers.get("ETag")
    if reply.status != 200 or not etag or reply.write:
        return reply
    if asked.headers.get("if-none-match") == etag:
        return Reply(304, b"", {"ETag": etag})
    part = re.fullmatch(r"bytes=(\d+)-", asked.headers.get("range", ""))
    if part and asked.headers.get("if-range") == etag and "Accept-Ranges" in reply.headers:
        start, size = int(part[1]), len(reply.body)
        if start >= size:
            return Reply(416, b"", {"Content-Range": f"bytes */{size}"})
        headers = {**reply.headers, "Content-Range": f"bytes {start}-{size - 1}/{size}"}
        return Reply(206, reply.body[start:], headers)
    return reply


@contextlib.contextmanager
def serving(*papers: Paper) -> Iterator[FakeServer]:
    server = FakeServer(papers)
    try:
        yield server
    finally:
        server.close()
