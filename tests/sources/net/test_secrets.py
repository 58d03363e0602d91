import logging
import sqlite3

import pytest

from tablecheck.model.citation import Reference
from tablecheck.sources.net.endpoints import Endpoints, endpoints_at
from tablecheck.sources.net.failure import RequestError
from tablecheck.sources.net.identity import HIDDEN, hide_secrets, redact, stop_hiding
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.obtain import download
from tablecheck.sources.services.resolve import resolve_all
from tests.sources.fake_server.hostile import redirect
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Reply
from tests.sources.fake_server.server import serving

CONTACT = "ada.lovelace+papers@lab.invalid.org"
KEYS = {Service.SEMANTIC_SCHOLAR: "s2-key-SECRET", Service.OPENALEX: "oa-key-SECRET", Service.PMC: "pmc-key-SECRET"}
SECRETS = (CONTACT, "ada.lovelace%2Bpapers%40lab.invalid.org", "ada.lovelace", *KEYS.values())

PAPERS = (
    Paper("NorthNet", ("Ada Example",), 2021, "2101.90001"),
    Paper("SouthNet", ("Bo Sample",), 2020, doi="10.9999/south", open_pdf="south.pdf"),
    Paper("EastNet", ("Cy Third",), 2020, doi="10.9999/east", pmc_id="PMC123456"),
)
REFERENCES = (
    Reference("north", title="NorthNet", authors=("Ada Example",), arxiv_id="2101.90001"),
    Reference("south", title="SouthNet", authors=("Bo Sample",), year=2020, doi="10.9999/south"),
    Reference("east", title="EastNet", authors=("Cy Third",), url="https://pmc.ncbi.nlm.nih.gov/articles/PMC123456/"),
    Reference("none", title="No Such Paper At All", authors=("Di Nobody",), year=2020, doi="10.9999/none"),
)


def test_each_service_is_told_what_it_wants_and_nobody_anything_else(tmp_path):
    with serving(*PAPERS) as server:
        with Network(server.settings(tmp_path, contact=CONTACT, keys=KEYS)) as network:
            for resolution in resolve_all(REFERENCES, network):
                download(resolution, network)
        told = {asked.endpoint: asked for asked in server.log}
        assert told["semantic_scholar"].headers["x-api-key"] == KEYS[Service.SEMANTIC_SCHOLAR]
        assert told["openalex"].query["api_key"] == KEYS[Service.OPENALEX]
        assert told["unpaywall"].query["email"] == CONTACT
        assert told["pmc_api"].query["email"] == CONTACT
        assert told["pmc_api"].query["tool"] == "tablecheck"
        assert told["crossref"].headers["user-agent"].endswith(f"; mailto:{CONTACT})")
        assert told["arxiv_api"].headers["user-agent"].startswith("tablecheck/")
        assert CONTACT not in str(told["publisher"].headers)
        for asked in server.log:
            keys = [service for service, key in KEYS.items() if key in f"{asked.query} {asked.headers}"]
            assert all(asked.endpoint.startswith(service) for service in keys)


def test_nothing_secret_is_logged_printed_or_kept(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    said = []
    with serving(*PAPERS) as server:
        echo = f"/?email={CONTACT}&api_key={KEYS[Service.OPENALEX]}"
        settings = server.settings(tmp_path, contact=CONTACT, keys=KEYS)
        with Network(settings) as network:
            for resolution in resolve_all(REFERENCES, network):
                said += [repr(resolution), download(resolution, network).reason]
            for reply in (redirect("https://evil.test" + echo), redirect(echo), Reply(500), Reply(422)):
                server.next_replies["openalex"] = [reply] * 4
                with pytest.raises(RequestError) as caught:
                    network.lookup(Service.OPENALEX, f"{server.base}/openalex/works/x{len(said)}", lambda a: a.json())
                said.append(str(caught.value))
        said.append(repr(settings))
    with sqlite3.connect(tmp_path / "answers.sqlite") as database:
        kept = str(database.execute("SELECT key, value FROM responses").fetchall())
    database.close()
    assert len(caplog.records) > 20
    assert any("/openalex/works/" in record.getMessage() for record in caplog.records)
    for secret in SECRETS:
        assert secret not in caplog.text
        assert secret not in "\n".join(said)
        assert secret not in kept


def test_a_key_does_not_follow_a_redirect_to_another_server(tmp_path):
    with serving() as server, serving() as other:
        at = endpoints_at(server.base)
        second = Endpoints(
            **{name: getattr(at, name) for name in Endpoints.__slots__} | {"arxiv": f"{other.base}/arxiv"}
        )
        ports = (server.port, other.port)
        settings = server.settings(tmp_path, contact=CONTACT, keys=KEYS, endpoints=second, allow_loopback_ports=ports)
        server.next_replies["publisher"] = [redirect(f"{other.base}/publisher/x.pdf")]
        server.next_replies["semantic_scholar"] = [redirect(f"{other.base}/x")]
        with Network(settings) as network:
            with pytest.raises(RequestError):
                network.fetch(Service.PUBLISHER, f"{server.base}/publisher/x.pdf")
            with pytest.raises(RequestError, match="no server of Semantic Scholar"):
                network.lookup(Service.SEMANTIC_SCHOLAR, f"{server.base}/semantic_scholar/x", lambda answer: answer)
        assert len(other.log) == 1
        assert not any(secret in str(other.log[0]) for secret in SECRETS)


def test_the_filter_hides_secrets_also_in_arguments_and_tracebacks(caplog):
    caplog.set_level(logging.DEBUG)
    hiding = hide_secrets(["s3cret/key"])
    try:
        logger = logging.getLogger("urllib3")
        logger.warning("asked %s and %s", "s3cret/key", "https://x.test/?k=s3cret%2Fkey")
        try:
            raise ValueError("in s3cret/key")
        except ValueError:
            logger.exception("failed")
    finally:
        stop_hiding(hiding)
    assert "s3cret" not in caplog.text
    assert caplog.text.count(HIDDEN) == 4
    assert "ValueError" in caplog.text


def test_redacting_leaves_the_rest_alone():
    assert redact("a b c", ()) == "a b c"
    assert redact("key=ABC&x=abc", ("abc",)) == f"key={HIDDEN}&x={HIDDEN}"
