"""The benchmark is fetched once, and only what belongs to it is written."""

import http.server
import io
import tarfile
import threading
from contextlib import contextmanager

import pytest

from tablecheck.model.errors import UsageError
from tablecheck.sources.arxiveri_set import fetch_arxiveri
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.settings import NetworkSettings


def _archive(*names: str) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = 2
            archive.addfile(member, io.BytesIO(b"{}"))
    return written.getvalue()


@contextmanager
def _served(content: bytes):
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLECHECK_CACHE", str(tmp_path))
    return tmp_path


def _fetch(port: int, cache, said: list[str]):
    settings = NetworkSettings(cache / "network", allow_loopback_ports=(port,), intervals=dict.fromkeys(Service, 0.0))
    return fetch_arxiveri(said.append, settings, f"http://127.0.0.1:{port}/research.tar.gz")


def test_the_benchmark_is_fetched_once_and_that_is_said(cache):
    said: list[str] = []
    names = ("r-1/arxiveri/dataset/target_papers/a.json", "r-1/arxiveri/../dataset/evil.json", "r-1/other/x", "r-1/y")
    with _served(_archive(*names)) as (port, asked):
        folder = _fetch(port, cache, said)
        assert _fetch(port, cache, said) == folder
    assert len(asked) == 1
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert files == ["dataset/target_papers/a.json"]
    assert said[0].startswith("downloading")
    assert said[1].startswith("using")
    assert [path.name for path in folder.parent.iterdir()] == ["arxiveri"]


@pytest.mark.parametrize("content", [b"no archive", _archive("r-1/arxiveri/README.md"), _archive("x")[:40]])
def test_what_is_not_the_benchmark_is_refused_and_leaves_nothing(cache, content):
    with _served(content) as (port, _), pytest.raises(UsageError, match="could not be unpacked"):
        _fetch(port, cache, [])
    assert not list((cache / "benchmarks").iterdir())


def test_without_a_server_the_user_is_told_to_name_a_folder(cache):
    with _served(b"") as (port, _):
        pass
    with pytest.raises(UsageError, match="--data"):
        _fetch(port, cache, [])
