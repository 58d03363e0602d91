import time

import pytest

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service
from tests.sources.fake_server.hostile import raw
from tests.sources.fake_server.reply import Reply, as_json


def ask(network, server):
    return network.lookup(Service.SEMANTIC_SCHOLAR, f"{server.base}/semantic_scholar/paper/x", lambda a: a.json())


def test_a_service_that_asks_to_wait_is_waited_for(server, network):
    server.next_replies["semantic_scholar"] = [Reply(429, b"", {"Retry-After": "1"}), as_json({"a": 1})]
    start = time.monotonic()
    assert ask(network, server) == {"a": 1}
    assert time.monotonic() - start >= 1.0
    assert len(server.log) == 2


def test_a_pause_that_was_asked_for_is_not_taken_for_slowness(server, network):
    """The pauses together are longer than one answer may take."""
    server.next_replies["semantic_scholar"] = [Reply(429, b"", {"Retry-After": "1"})] * 2 + [as_json({})]
    assert ask(network, server) == {}


def test_nobody_waits_for_an_hour(server, network):
    server.next_replies["semantic_scholar"] = [Reply(429, b"", {"Retry-After": "3600"})]
    start = time.monotonic()
    with pytest.raises(RequestError) as caught:
        ask(network, server)
    assert time.monotonic() - start < 1
    assert caught.value.failure is Failure.BUSY
    assert str(caught.value) == "Semantic Scholar asks to come back in 3600 seconds; run again then"


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_busy_service_is_asked_four_times_and_then_named(server, network, status):
    server.next_replies["semantic_scholar"] = [Reply(status)] * 9
    with pytest.raises(RequestError) as caught:
        ask(network, server)
    assert caught.value.failure is Failure.BUSY
    assert str(caught.value) == f"Semantic Scholar is busy ({status}); try again later"
    assert len(server.log) == 4


@pytest.mark.parametrize(
    ("status", "failure"),
    [
        (400, Failure.BAD_ANSWER),
        (401, Failure.DENIED),
        (403, Failure.DENIED),
        (404, Failure.NOT_FOUND),
        (410, Failure.NOT_FOUND),
        (418, Failure.BAD_ANSWER),
        (451, Failure.DENIED),
        (204, Failure.BAD_ANSWER),
    ],
)
def test_a_refusal_is_not_asked_again(server, network, status, failure):
    server.next_replies["semantic_scholar"] = [Reply(status)] * 9
    with pytest.raises(RequestError) as caught:
        ask(network, server)
    assert caught.value.failure is failure
    assert len(server.log) == 1


def test_a_connection_that_breaks_before_the_answer_is_tried_again(server, network):
    server.next_replies["semantic_scholar"] = [raw(b""), raw(b"HTTP/1.1"), as_json({"a": 1})]
    assert ask(network, server) == {"a": 1}


def test_nobody_at_the_port_is_said_so(network, server):
    server.close()
    with pytest.raises(RequestError, match="cannot be reached") as caught:
        ask(network, server)
    assert caught.value.failure is Failure.UNREACHABLE
