import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.net.turn import Turn
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Reply, as_json
from tests.sources.fake_server.server import FakeServer, serving

ROOT = Path(__file__).parents[3]
PAPER = Paper("NorthNet", ("Ada Example",), 2101, "2101.90001", 9)

CLIENT = """
import sys
from pathlib import Path
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.net.settings import Caps, NetworkSettings
from tablecheck.sources.net.endpoints import endpoints_at
base, folder, interval, *versions = sys.argv[1:]
port = int(base.rpartition(":")[2])
intervals = {Service.ARXIV: float(interval)} if interval != "real" else {}
at = endpoints_at(base)
settings = NetworkSettings(Path(folder), endpoints=at, allow_loopback_ports=(port,), intervals=intervals)
with Network(settings) as network:
    for version in versions:
        network.fetch(Service.ARXIV, f"{base}/arxiv_source/e-print/2101.90001v{version}")
"""


def client(server: FakeServer, folder: Path, interval: str, *versions: int) -> subprocess.Popen[bytes]:
    arguments = [server.base, str(folder), interval, *map(str, versions)]
    return subprocess.Popen([sys.executable, "-c", CLIENT, *arguments], cwd=ROOT)


def gaps(server: FakeServer) -> list[float]:
    times = server.times("arxiv", "arxiv_api", "arxiv_source")
    return [later - earlier for earlier, later in pairwise(times)]


@pytest.mark.slow
def test_arxiv_is_asked_once_in_three_seconds_over_two_processes(tmp_path):
    with serving(PAPER) as server:
        clients = [client(server, tmp_path, "real", 1, 2), client(server, tmp_path, "real", 3, 4)]
        assert [process.wait(timeout=60) for process in clients] == [0, 0]
        assert len(server.log) == 4
        assert min(gaps(server)) >= 3.0
        assert server.most_connections == 1


def test_three_processes_share_one_pace_and_one_connection(tmp_path):
    with serving(PAPER) as server:
        clients = [client(server, tmp_path, "0.3", *range(1 + i, 10, 3)) for i in range(3)]
        assert [process.wait(timeout=60) for process in clients] == [0, 0, 0]
        assert len(server.log) == 9
        assert min(gaps(server)) >= 0.3
        assert server.most_connections == 1


def test_a_slow_answer_is_waited_for_before_the_next_question_leaves(tmp_path):
    """The pace alone would let a second process in while the first still reads."""

    def slowly(out):
        out.write(b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n")
        for piece in (b"%PDF", b"-1.4"):
            time.sleep(0.3)
            out.write(piece)
            out.flush()

    with serving(PAPER) as server:
        server.next_replies["arxiv_source"] = [Reply(write=slowly) for _ in range(4)]
        clients = [client(server, tmp_path, "0.05", 1, 2), client(server, tmp_path, "0.05", 3, 4)]
        assert [process.wait(timeout=60) for process in clients] == [0, 0]
        assert server.most_connections == 1


def test_the_pace_holds_over_retries_redirects_and_all_hosts_of_a_service(tmp_path):
    with serving(PAPER) as server:
        server.next_replies["arxiv_api"] = [Reply(503), Reply(503, b"", {"Retry-After": "0"}), Reply(200, b"<x/>")]
        server.next_replies["arxiv"] = [Reply(302, b"", {"Location": f"{server.base}/arxiv/pdf/2101.90001v2"})]
        with Network(server.settings(tmp_path, interval=0.25)) as network:
            network.lookup(Service.ARXIV, f"{server.base}/arxiv_api/query", lambda answer: answer.content)
            network.fetch(Service.ARXIV, f"{server.base}/arxiv/pdf/2101.90001")
            network.fetch(Service.ARXIV, f"{server.base}/arxiv_source/e-print/2101.90001v1")
        assert [asked.endpoint for asked in server.log] == ["arxiv_api"] * 3 + ["arxiv"] * 2 + ["arxiv_source"]
        assert min(gaps(server)) >= 0.25


def test_threads_take_turns_too(tmp_path):
    with serving(PAPER) as server, Network(server.settings(tmp_path, interval=0.1)) as network:
        urls = [f"{server.base}/arxiv_source/e-print/2101.90001v{version}" for version in range(1, 7)]
        threads = [threading.Thread(target=network.fetch, args=(Service.ARXIV, url)) for url in urls]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(server.log) == 6
        assert min(gaps(server)) >= 0.1
        assert server.most_connections == 1


def test_services_do_not_wait_for_each_other(tmp_path):
    with serving(PAPER) as server:
        intervals = {Service.ARXIV: 60.0, Service.CROSSREF: 0.0}
        with Network(server.settings(tmp_path, intervals=intervals)) as network:
            network.fetch(Service.ARXIV, f"{server.base}/arxiv_source/e-print/2101.90001v1")
            start = time.monotonic()
            network.lookup(Service.CROSSREF, f"{server.base}/crossref/works/x", str, expected=(404,))
            assert time.monotonic() - start < 5


def test_what_is_in_the_cache_waits_for_nobody(tmp_path):
    with serving(PAPER) as server, Network(server.settings(tmp_path, interval=60.0)) as network:
        start = time.monotonic()
        for _ in range(3):
            network.lookup(Service.CROSSREF, f"{server.base}/crossref/works/x", str, expected=(404,))
        assert time.monotonic() - start < 5
        assert len(server.log) == 1


def test_crossref_is_asked_as_rarely_as_its_headers_want(tmp_path):
    slow = {"x-rate-limit-limit": "2", "x-rate-limit-interval": "1s"}
    with serving() as server, Network(server.settings(tmp_path)) as network:
        server.next_replies["crossref"] = [as_json({}, **slow) for _ in range(3)]
        for number in range(3):
            network.lookup(Service.CROSSREF, f"{server.base}/crossref/works/{number}", str)
        times = server.times("crossref")
        assert times[1] - times[0] >= 0.5
        assert times[2] - times[1] >= 0.5


def test_a_clock_that_was_put_back_does_not_stop_the_run(tmp_path, monkeypatch):
    turn = Turn(Service.ARXIV, tmp_path, 0.05)
    ahead = time.time_ns() + 3600 * 10**9
    with monkeypatch.context() as patched:
        patched.setattr(time, "time_ns", lambda: ahead)
        turn.arrived()
    start = time.monotonic()
    with turn:
        turn.wait()
    turn.close()
    assert time.monotonic() - start < 5


def test_without_a_place_to_keep_the_pace_nobody_is_asked(tmp_path):
    (tmp_path / "network").write_text("a file where a folder should be")
    with serving(PAPER) as server, Network(server.settings(tmp_path / "network")) as network:
        with pytest.raises(RequestError, match="TABLECHECK_CACHE") as caught:
            network.fetch(Service.ARXIV, f"{server.base}/arxiv/pdf/2101.90001")
        assert caught.value.failure is Failure.DISK
        assert server.log == []
