import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablecheck.sources.net.download import Validators
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.partial import partial_of
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tests.sources.fake_server.hostile import says_length
from tests.sources.fake_server.papers import pdf
from tests.sources.fake_server.reply import Reply, document

ROOT = Path(__file__).parents[3]
WHOLE = pdf("a paper") + b"%" * 200_000 + b"\n%%EOF"


def url(server) -> str:
    return f"{server.base}/publisher/x.pdf"


def half(size: int, *headers: str) -> Reply:
    return says_length(WHOLE[:size], len(WHOLE), 'ETag: "1"', "Accept-Ranges: bytes", *headers)


def test_a_document_comes_with_the_marks_of_its_version(server, network):
    server.next_replies["publisher"] = [document(WHOLE, "application/pdf", "1")]
    fetched = network.fetch(Service.PUBLISHER, url(server))
    assert fetched.content == WHOLE
    assert fetched.validators == Validators('"1"')
    assert fetched.content_type == "application/pdf"


def test_a_document_that_did_not_change_is_not_sent_again(server, network):
    server.next_replies["publisher"] = [document(WHOLE, "application/pdf", "1")]
    assert network.fetch(Service.PUBLISHER, url(server), Validators('"1"')) is None


def test_what_breaks_off_is_continued_from_there(server, network):
    server.next_replies["publisher"] = [half(70_000), document(WHOLE, "application/pdf", "1")]
    assert network.fetch(Service.PUBLISHER, url(server)).content == WHOLE
    assert server.log[1].headers["range"] == "bytes=70000-"
    assert server.log[1].headers["if-range"] == '"1"'


def test_another_version_is_not_joined_to_the_beginning_of_the_old_one(server, network):
    server.next_replies["publisher"] = [half(70_000), document(WHOLE + b"new %%EOF", "application/pdf", "2")]
    assert network.fetch(Service.PUBLISHER, url(server)).content == WHOLE + b"new %%EOF"


def test_a_server_that_continues_elsewhere_is_not_believed(server, network):
    wrong = Reply(206, b"x" * 10, {"Content-Range": f"bytes 10-19/{len(WHOLE)}", "ETag": '"1"'})
    server.next_replies["publisher"] = [half(70_000), wrong, document(WHOLE, "application/pdf", "1")]
    with pytest.raises(RequestError, match="another part of the document"):
        network.fetch(Service.PUBLISHER, url(server))
    assert network.fetch(Service.PUBLISHER, url(server)).content == WHOLE


def test_without_a_mark_of_its_version_a_document_begins_again(server, network):
    server.next_replies["publisher"] = [says_length(WHOLE[:70_000], len(WHOLE)), Reply(200, WHOLE)]
    with pytest.raises(RequestError, match=r"broke off after 70,000 bytes") as caught:
        network.fetch(Service.PUBLISHER, url(server))
    assert caught.value.failure is Failure.BROKEN
    assert network.fetch(Service.PUBLISHER, url(server)).content == WHOLE
    assert "range" not in server.log[1].headers


def test_a_later_run_goes_on_where_an_earlier_one_gave_up(server, tmp_path):
    server.next_replies["publisher"] = [half(50_000), *[Reply(503)] * 4]
    with Network(server.settings(tmp_path)) as network, pytest.raises(RequestError):
        network.fetch(Service.PUBLISHER, url(server))
    server.next_replies["publisher"] = [document(WHOLE, "application/pdf", "1")]
    with Network(server.settings(tmp_path)) as network:
        assert network.fetch(Service.PUBLISHER, url(server)).content == WHOLE
    assert server.log[-1].headers["range"] == "bytes=50000-"
    assert not list((tmp_path / "partial").iterdir())


KILLED = """
import sys
from pathlib import Path
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.net.settings import NetworkSettings
from tablecheck.sources.net.endpoints import endpoints_at
base, folder = sys.argv[1:]
port = int(base.rpartition(":")[2])
settings = NetworkSettings(Path(folder), endpoints=endpoints_at(base), allow_loopback_ports=(port,))
with Network(settings) as network:
    network.fetch(Service.PUBLISHER, f"{base}/publisher/x.pdf")
"""


def test_a_killed_run_loses_nothing_that_had_come_and_leaves_no_lock(server, tmp_path):
    def stalling(out):
        out.write(b'HTTP/1.1 200 OK\r\nETag: "1"\r\nContent-Length: %d\r\n\r\n' % len(WHOLE) + WHOLE[:131_072])
        out.flush()
        time.sleep(5)

    server.next_replies["publisher"] = [Reply(write=stalling), document(WHOLE, "application/pdf", "1")]
    process = subprocess.Popen([sys.executable, "-c", KILLED, server.base, str(tmp_path)], cwd=ROOT)
    deadline = time.monotonic() + 30
    while not any(part.stat().st_size >= 131_072 for part in tmp_path.glob("partial/*.part")):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with Network(server.settings(tmp_path)) as network:
        assert network.fetch(Service.PUBLISHER, url(server)).content == WHOLE
    assert server.log[1].headers["range"] == "bytes=131072-"


def test_a_run_that_was_killed_when_all_had_come_asks_for_no_more_of_it(server, network):
    partial = partial_of(network.settings.cache_folder / "partial", url(server))
    partial.begin('"1"')
    partial.add(WHOLE)
    server.next_replies["publisher"] = [document(WHOLE, "application/pdf", "1")] * 2
    assert network.fetch(Service.PUBLISHER, url(server)).content == WHOLE
    assert [asked.headers.get("range") for asked in server.log] == [f"bytes={len(WHOLE)}-", None]


def test_a_full_disk_is_said_so(server, network, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tablecheck.sources.net.partial.Partial.add", full)
    server.next_replies["publisher"] = [document(WHOLE, "application/pdf", "1")]
    with pytest.raises(RequestError, match="No space left on device") as caught:
        network.fetch(Service.PUBLISHER, url(server))
    assert caught.value.failure is Failure.DISK


def test_no_cookie_is_kept_and_no_proxy_of_the_environment_is_used(server, network, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    cookie = {"Set-Cookie": "id=1; Path=/"}
    server.next_replies["publisher"] = [Reply(200, WHOLE, cookie), Reply(200, WHOLE, cookie)]
    network.fetch(Service.PUBLISHER, url(server))
    network.fetch(Service.PUBLISHER, url(server))
    assert all("cookie" not in asked.headers for asked in server.log)
