import socket
from pathlib import Path

import pytest

from tablecheck.sources.net.endpoints import Endpoints, origins_of
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.guard import Guard
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tests.sources.fake_server.hostile import redirect
from tests.sources.fake_server.reply import Reply
from tests.sources.fake_server.server import FakeServer, serving

REAL = origins_of(Endpoints())


def looked_up(*addresses: str):
    return lambda host, port, *_: [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses
    ]


def refusal(guard: Guard, service: Service, url: str, came_from: str | None = None) -> str:
    with pytest.raises(RequestError) as caught:
        guard.check(service, url, came_from)
    assert caught.value.failure is Failure.REFUSED
    return str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "https://export.arxiv.org/api/query?id_list=2101.90001",
        "https://arxiv.org/pdf/2101.90001v2",
        "https://www.arxiv.org/html/hep-th/9901001",
    ],
)
def test_the_servers_of_a_service_may_be_asked(url):
    Guard(REAL).check(Service.ARXIV, url)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://arxiv.org/pdf/2101.90001", "only https"),
        ("ftp://arxiv.org/x", "only https"),
        ("file:///etc/passwd", "cannot be read"),
        ("javascript:alert(1)", "cannot be read"),
        ("//arxiv.org/x", "cannot be read"),
        ("", "cannot be read"),
        ("https://", "cannot be read"),
        ("https://arxiv.org:8443/x", "no server of arXiv"),
        ("https://arxiv.org.evil.test/x", "no server of arXiv"),
        ("https://evil.test/arxiv.org/", "no server of arXiv"),
        ("https://arxiv.org@evil.test/", "user name"),
        ("https://user:word@arxiv.org/", "user name"),
        ("https://evil.test\\@arxiv.org/", "user name"),
        ("https://arxiv.org/" + "a" * 5000, "characters"),
        ("https://127.0.0.1/", "no server of arXiv"),
    ],
)
def test_other_addresses_are_refused_with_the_reason(url, says):
    assert says in refusal(Guard(REAL), Service.ARXIV, url)


PRIVATE = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1",
    "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1",
    "fd12:3456::1", "ff02::1", "fec0::1", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:10.0.0.1",
    "2002:7f00:1::", "2002:a9fe:a9fe::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808", "2001:db8::1",
    "::127.0.0.1", "fe80::1%eth0",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_a_host_inside_a_network_is_refused_however_its_address_is_written(address):
    guard = Guard(REAL, resolve=looked_up(address))
    with pytest.raises(RequestError, match="not a public address") as caught:
        guard.addresses("papers.test", 443)
    assert caught.value.failure is Failure.REFUSED


@pytest.mark.parametrize("address", [a for a in PRIVATE if "%" not in a])
def test_an_address_inside_a_network_is_refused_before_it_is_asked(address):
    host = f"[{address}]" if ":" in address else address
    assert "not a public address" in refusal(Guard(REAL), Service.PUBLISHER, f"https://{host}/paper.pdf")


@pytest.mark.parametrize("address", ["151.101.3.42", "2a04:4e42::1", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses_pass(address):
    assert Guard(REAL, resolve=looked_up(address)).addresses("papers.test", 443) == (address,)


def test_one_private_address_among_public_ones_refuses_the_host():
    with pytest.raises(RequestError, match="not a public address"):
        Guard(REAL, resolve=looked_up("151.101.3.42", "10.0.0.1")).addresses("papers.test", 443)


def test_an_address_written_as_one_number_is_seen_for_what_it_is():
    for name in ("2130706433", "0x7f000001", "0177.0.0.1", "127.1"):
        with pytest.raises(RequestError, match="not a public address"):
            Guard(REAL).addresses(name, 443)


def test_a_loopback_port_is_open_only_where_a_test_opened_it():
    guard = Guard(REAL, frozenset({8000}))
    guard.check(Service.PUBLISHER, "http://127.0.0.1:8000/x.pdf")
    assert guard.addresses("127.0.0.1", 8000) == ("127.0.0.1",)
    assert "only https" in refusal(guard, Service.PUBLISHER, "http://127.0.0.1:8001/x.pdf")
    assert "only https" in refusal(guard, Service.PUBLISHER, "http://10.0.0.1:8000/x.pdf")
    assert "not a public address" in refusal(guard, Service.PUBLISHER, "https://127.0.0.1/x.pdf")


def test_encryption_is_not_given_up_on_the_way():
    guard = Guard(REAL, frozenset({8000}))
    said = refusal(guard, Service.PUBLISHER, "http://127.0.0.1:8000/x.pdf", "https://publisher.test/x")
    assert said == "publisher.test redirects to 127.0.0.1 without encryption; that is not followed"


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/latest/meta-data/",
        "http://127.0.0.1:1/x",
        "http://169.254.169.254/latest/meta-data/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::ffff:169.254.169.254]/",
        "http://localhost:22/",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_FLUSHALL",
        "https://elsewhere.test/",
        "//169.254.169.254/x",
    ],
)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_leads_nowhere_else(server, network, target, status):
    server.next_replies["arxiv_source"] = [redirect(target, status)]
    with pytest.raises(RequestError) as caught:
        network.fetch(Service.ARXIV, f"{server.base}/arxiv_source/e-print/2101.90001v1")
    assert caught.value.failure is Failure.REFUSED
    assert len(server.log) == 1


def test_a_redirect_within_the_service_is_followed_five_times_and_no_more(server, network):
    url = f"{server.base}/arxiv/pdf/x"
    server.next_replies["arxiv"] = [redirect(url)] * 5 + [Reply(200, b"%PDF-1.4 %%EOF")]
    assert network.fetch(Service.ARXIV, url).content == b"%PDF-1.4 %%EOF"
    server.next_replies["arxiv"] = [redirect(url)] * 9
    with pytest.raises(RequestError, match="redirects more than 5 times"):
        network.fetch(Service.ARXIV, url)
    assert len(server.log) == 6 + 6


def test_a_host_is_looked_up_once_and_what_was_checked_is_connected_to(server: FakeServer, tmp_path: Path):
    """The second answer of a name server that changes its mind would reach the machine itself."""
    asked = []

    def changing(host, port, *rest):
        asked.append(host)
        return looked_up("127.0.0.1" if len(asked) == 1 else "10.0.0.1")(host, port)

    settings = server.settings(tmp_path, endpoints=Endpoints(arxiv=f"http://localhost:{server.port}/arxiv"))
    guard = Guard(origins_of(settings.endpoints), frozenset({server.port}), changing)
    server.next_replies["arxiv"] = [Reply(200, b"%PDF-1.4 %%EOF")]
    with Network(settings, guard) as network:
        network.fetch(Service.ARXIV, f"http://localhost:{server.port}/arxiv/pdf/x")
        assert asked == ["localhost"]
        with pytest.raises(RequestError, match=r"localhost \(10\.0\.0\.1\) is not a public address"):
            network.fetch(Service.ARXIV, f"http://localhost:{server.port}/arxiv/pdf/x")
    assert len(server.log) == 1


def test_a_second_server_of_this_machine_stays_closed(server, network):
    with serving() as other:
        server.next_replies["publisher"] = [redirect(f"{other.base}/publisher/x.pdf")]
        with pytest.raises(RequestError, match="only https is spoken"):
            network.fetch(Service.PUBLISHER, f"{server.base}/publisher/x.pdf")
        assert other.log == []
