"""The traps of one bibliography: an id of another paper, an id in an abstract, twin titles, a paper not yet written."""

import json
from pathlib import Path

import pytest

from tablecheck.latex.bibliography.reading import read_bibliography
from tablecheck.model.citation import Reference
from tablecheck.sources.services.obtain import download
from tablecheck.sources.services.resolution import Status
from tablecheck.sources.services.resolve import resolve, resolve_all
from tests.sources.fake_server.papers import papers_of_index

CASE = Path(__file__).parent / "resolution_traps"
EXPECTED = json.loads((CASE / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def references() -> dict[str, Reference]:
    files = {name: (CASE / name).read_text(encoding="utf-8") for name in ("a.bib", "b.bib")}
    return read_bibliography(files, (), ("a", "b"))[0]


@pytest.mark.parametrize("key", EXPECTED)
def test_every_entry_ends_in_the_right_status(asking, references, key):
    _, network = asking(*papers_of_index(CASE / "index.json"))
    resolution, expected = resolve(references[key], network), EXPECTED[key]
    assert resolution.status in [status.strip() for status in expected["status"].split(" or ")]
    assert resolution.suggestion == expected.get("suggest")
    assert expected.get("reason", "") in resolution.reason
    wanted = expected.get("arxiv")
    found = [c.arxiv_id for c in resolution.candidates]
    if wanted:
        assert found[0] == wanted.partition("v")[0]
        assert [f"v{d.version}" for d in download(resolution, network).documents] == [
            "v" + (wanted.partition("v")[2] or "1")
        ]
    else:
        assert found == []
        assert download(resolution, network).documents == ()


def test_what_is_not_written_yet_is_asked_for_nowhere(asking, references):
    server, network = asking(*papers_of_index(CASE / "index.json"))
    resolve(references["prep"], network)
    assert server.log == []


def test_together_they_end_as_each_alone(asking, references):
    _, network = asking(*papers_of_index(CASE / "index.json"))
    together = {r.reference.key: r.status for r in resolve_all(tuple(references.values()), network)}
    assert together == {
        "wrongid": Status.ID_TITLE_MISMATCH,
        "absid": Status.UNRESOLVED,
        "twin": Status.UNRESOLVED,
        "prep": Status.UNRESOLVED,
        "okay": Status.RESOLVED,
        "müller": Status.RESOLVED,
    }
