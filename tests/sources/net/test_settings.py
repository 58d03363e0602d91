import subprocess
import sys
from pathlib import Path

import pytest

from tablecheck.model.errors import UsageError
from tablecheck.sources.net.endpoints import Endpoints, origins_of
from tablecheck.sources.net.etiquette import INTERVALS, interval_of
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.settings import settings_from_environment

ROOT = Path(__file__).parents[3]


def test_the_environment_says_who_asks():
    environment = {
        "TABLECHECK_EMAIL": " ada@lab.org ",
        "SEMANTIC_SCHOLAR_API_KEY": "abc",
        "OPENALEX_API_KEY": "",
        "TABLECHECK_CACHE": "/somewhere",
    }
    settings = settings_from_environment(environment)
    assert settings.contact == "ada@lab.org"
    assert settings.keys == {Service.SEMANTIC_SCHOLAR: "abc"}
    assert settings.cache_folder == Path("/somewhere/network")
    assert settings.endpoints == Endpoints()
    assert settings.allow_loopback_ports == ()
    assert settings.intervals == {}


def test_without_anything_set_nobody_is_named_and_nothing_is_opened():
    settings = settings_from_environment({})
    assert settings.contact is None
    assert settings.secrets == ()
    assert settings.allow_loopback_ports == ()


@pytest.mark.parametrize("written", ["ada", "ada@lab.org\r\nX-Header: 1", "<ada@lab.org>", "a b@lab.org"])
def test_what_is_no_address_is_not_sent(written):
    with pytest.raises(UsageError, match="TABLECHECK_EMAIL"):
        settings_from_environment({"TABLECHECK_EMAIL": written})


@pytest.mark.parametrize("written", ["a\r\nb", "a b", "ключ"])
def test_a_key_that_would_break_the_header_is_not_sent(written):
    with pytest.raises(UsageError, match="OPENALEX_API_KEY"):
        settings_from_environment({"OPENALEX_API_KEY": written})


def test_a_server_of_this_machine_may_stand_in_for_all_services():
    settings = settings_from_environment({"TABLECHECK_SERVICES_AT": "http://127.0.0.1:8123"})
    assert settings.endpoints.crossref == "http://127.0.0.1:8123/crossref"
    assert settings.allow_loopback_ports == (8123,)


@pytest.mark.parametrize(
    "written", ["http://10.0.0.1:80", "https://127.0.0.1:1", "http://localhost", "x", "http://evil.test:80"]
)
def test_no_other_server_may(written):
    with pytest.raises(UsageError, match="TABLECHECK_SERVICES_AT"):
        settings_from_environment({"TABLECHECK_SERVICES_AT": written})


def test_every_service_has_a_pace_a_name_and_only_encrypted_servers():
    origins = origins_of(Endpoints())
    for service in Service:
        assert INTERVALS[service] >= 0.2
        assert service.label
        assert all(origin.scheme == "https" and origin.port == 443 for origin in origins[service])
        assert bool(origins[service]) == (service is not Service.PUBLISHER)
    assert INTERVALS[Service.ARXIV] == interval_of(Service.ARXIV, has_key=True) == 3.0
    assert interval_of(Service.SEMANTIC_SCHOLAR, has_key=True) == 1.0
    assert interval_of(Service.SEMANTIC_SCHOLAR, has_key=False) == 3.0


def test_who_does_not_ask_for_the_network_does_not_load_it():
    """The language server starts anew for every window, and offline runs need none of this."""
    program = (
        "import sys\n"
        "import tablecheck.cli, tablecheck.sources, tablecheck.sources.library\n"
        "import tablecheck.sources.net.settings, tablecheck.sources.services.resolution\n"
        "print([name for name in ('requests', 'requests_cache', 'pyrate_limiter') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"
