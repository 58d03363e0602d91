import sqlite3
from pathlib import Path

import pytest

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tests.sources.fake_server.reply import Reply, as_json


def ask(network, server, name="x", **options):
    url = f"{server.base}/crossref/works/{name}"
    return network.lookup(Service.CROSSREF, url, lambda answer: (answer.status, answer.content), **options)


def test_a_second_run_asks_nobody_also_for_what_is_not_known(server, tmp_path):
    server.next_replies["crossref"] = [as_json({"a": 1}), Reply(404, b"no")]
    for _ in range(2):
        with Network(server.settings(tmp_path)) as network:
            assert ask(network, server, "known") == (200, b'{"a": 1}')
            assert ask(network, server, "unknown", expected=(200, 404)) == (404, b"no")
    assert len(server.log) == 2


def test_questions_that_are_posted_are_told_apart_by_what_they_ask(server, network):
    server.next_replies["semantic_scholar"] = [as_json([1]), as_json([2])]
    url = f"{server.base}/semantic_scholar/paper/batch"
    answers = [
        network.lookup(Service.SEMANTIC_SCHOLAR, url, lambda answer: answer.json(), post={"ids": [name]})
        for name in ("a", "b", "a", "b")
    ]
    assert answers == [[1], [2], [1], [2]]
    assert len(server.log) == 2


def test_an_answer_that_makes_no_sense_is_asked_for_again(server, network):
    server.next_replies["crossref"] = [Reply(200, b"<html>busy</html>"), as_json({"a": 1})]

    def read(answer):
        return answer.json()

    with pytest.raises(RequestError, match="Crossref sent no JSON") as caught:
        network.lookup(Service.CROSSREF, f"{server.base}/crossref/works/x", read)
    assert caught.value.failure is Failure.BAD_ANSWER
    assert network.lookup(Service.CROSSREF, f"{server.base}/crossref/works/x", read) == {"a": 1}


def test_asking_afresh_sends_the_mark_and_takes_the_old_answer_when_nothing_changed(server, tmp_path):
    server.next_replies["crossref"] = [Reply(200, b"old", {"ETag": '"1"'}), Reply(200, b"old", {"ETag": '"1"'})]
    with Network(server.settings(tmp_path)) as network:
        ask(network, server)
    with Network(server.settings(tmp_path, refresh=True)) as network:
        assert ask(network, server) == (200, b"old")
    assert server.log[1].headers["if-none-match"] == '"1"'


def test_a_busy_answer_is_not_kept(server, network):
    server.next_replies["crossref"] = [Reply(503)] * 4
    with pytest.raises(RequestError, match="Crossref is busy"):
        ask(network, server)
    server.next_replies["crossref"] = [as_json({})]
    assert ask(network, server) == (200, b"{}")


@pytest.mark.parametrize("damage", [b"this is no database", b"", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_cache_is_begun_anew(server, tmp_path, damage, caplog):
    server.next_replies["crossref"] = [as_json({}), as_json({}), as_json({})]
    with Network(server.settings(tmp_path)) as network:
        ask(network, server)
    for path in tmp_path.glob("answers.sqlite*"):
        path.unlink()
    (tmp_path / "answers.sqlite").write_bytes(damage)
    for _ in range(2):
        with Network(server.settings(tmp_path)) as network:
            assert ask(network, server) == (200, b"{}")
    assert len(server.log) == 2


def test_nothing_in_the_cache_is_run_when_it_is_read(server, tmp_path):
    server.next_replies["crossref"] = [as_json({"a": 1})]
    with Network(server.settings(tmp_path)) as network:
        ask(network, server)
    with sqlite3.connect(tmp_path / "answers.sqlite") as database:
        values = [row[0] for row in database.execute("SELECT value FROM responses")]
    database.close()
    assert values
    assert all(bytes(value if isinstance(value, bytes) else value.encode()).lstrip()[:1] == b"{" for value in values)


def test_two_runs_write_into_one_cache(server, tmp_path: Path):
    server.next_replies["crossref"] = [as_json({"n": number}) for number in range(20)]
    with Network(server.settings(tmp_path)) as one, Network(server.settings(tmp_path)) as other:
        for number in range(10):
            ask(one, server, f"one{number}")
            ask(other, server, f"other{number}")
        assert ask(one, server, "other3") == ask(other, server, "other3")
    assert len(server.log) == 20


def test_a_redirect_that_is_refused_is_not_remembered(server, network):
    """A hotel that sends everybody to its own page would otherwise do so for a week."""
    server.next_replies["crossref"] = [Reply(301, b"", {"Location": "https://login.hotel.test/"}), as_json({"a": 1})]
    with pytest.raises(RequestError, match="no server of Crossref"):
        ask(network, server)
    assert ask(network, server) == (200, b'{"a": 1}')


def test_a_paper_that_moved_for_good_is_not_asked_for_again(server, tmp_path):
    moved = f"{server.base}/openalex/works/W2"
    server.next_replies["openalex"] = [Reply(301, b"", {"Location": moved}), as_json({"id": "W2"})]
    for _ in range(2):
        with Network(server.settings(tmp_path)) as network:
            found = network.lookup(Service.OPENALEX, f"{server.base}/openalex/works/W1", lambda answer: answer.json())
            assert found == {"id": "W2"}
    assert len(server.log) == 2


def test_a_refusal_that_nobody_expected_is_not_remembered(server, network):
    server.next_replies["crossref"] = [Reply(403), Reply(400), as_json({"a": 1})]
    for _ in range(2):
        with pytest.raises(RequestError):
            ask(network, server)
    assert ask(network, server) == (200, b'{"a": 1}')
