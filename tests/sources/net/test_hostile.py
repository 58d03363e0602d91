"""Two hundred answers that nobody should send: each costs at most the caps, and each says what it was."""

import resource
import time
from collections.abc import Iterator

import pytest

from tablecheck.sources.net.content import kind_of_download
from tablecheck.sources.net.failure import RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services import arxiv
from tests.sources.fake_server import hostile
from tests.sources.fake_server.papers import pdf
from tests.sources.fake_server.reply import Reply
from tests.sources.fake_server.server import QUICK, FakeServer, serving
from tests.sources.net.hostile_cases import MEGABYTE, Case, cases

CASES = {case.name: case for case in cases()}


@pytest.fixture(scope="module")
def attacker() -> Iterator[FakeServer]:
    with serving() as fake:
        yield fake


@pytest.fixture(scope="module")
def attacked(attacker: FakeServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    with Network(attacker.settings(tmp_path_factory.mktemp("network"))) as network:
        yield network


def ask(case: Case, server: FakeServer, network: Network) -> None:
    """Put the question that the case answers, and read what came."""
    if case.wanted == "answer":
        network.lookup(Service.SEMANTIC_SCHOLAR, f"{server.base}/semantic_scholar/x", lambda answer: answer.json())
    elif case.wanted == "feed":
        arxiv.find_by_title(network, "a toy paper")
    else:
        fetched = network.fetch(Service.PUBLISHER, f"{server.base}/publisher/x.pdf")
        kind_of_download(fetched.content, case.wanted)


def test_there_are_two_hundred_of_them():
    assert len(CASES) == len(cases()) >= 200


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_answer_costs_at_most_the_caps_and_says_what_it_was(attacker, attacked, name):
    case = CASES[name]
    attacker.next_replies.clear()
    endpoint = {"answer": "semantic_scholar", "feed": "arxiv_api"}.get(case.wanted, "publisher")
    attacker.next_replies[endpoint] = [case.reply] * case.times
    memory, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.monotonic()
    with pytest.raises(RequestError) as caught:
        ask(case, attacker, attacked)
    spent, grown = time.monotonic() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory
    assert caught.value.failure is case.failure, str(caught.value)
    assert case.says in str(caught.value)
    # One cap of time for each attempt; the rest is a loaded machine.
    assert spent < QUICK.attempts * QUICK.document_seconds + 4
    assert grown < 100_000  # kilobytes
    leftovers = list((attacked.settings.cache_folder / "partial").glob("*.part"))
    assert sum(path.stat().st_size for path in leftovers) <= QUICK.document_bytes


def test_different_attacks_say_different_things():
    assert len({case.says for case in CASES.values() if case.says}) >= 40


def test_a_document_that_lies_about_being_short_is_found_out(server, network):
    """More is sent than was announced: what was announced is half a PDF."""
    whole = pdf()
    server.next_replies["publisher"] = [hostile.says_length(whole, 200)]
    fetched = network.fetch(Service.PUBLISHER, f"{server.base}/publisher/x.pdf")
    with pytest.raises(RequestError, match="only a part of the PDF"):
        kind_of_download(fetched.content, "pdf")


def test_after_an_attack_the_next_request_is_answered(server, network):
    for reply in (hostile.says_length(b"%", 10**12), hostile.packed_bomb(50 * MEGABYTE), hostile.endless(9 * MEGABYTE)):
        server.next_replies["publisher"] = [reply, Reply(200, pdf())]
        with pytest.raises(RequestError):
            network.fetch(Service.PUBLISHER, f"{server.base}/publisher/x.pdf")
        assert network.fetch(Service.PUBLISHER, f"{server.base}/publisher/x.pdf").content == pdf()
