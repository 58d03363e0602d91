"""A number of an older version, where the newer one was matched by nothing but it."""

from tablecheck.matching.match import match_sources
from tablecheck.matching.verify import verify
from tablecheck.model.evidence import Cause
from tests.pipes import manuscript, pipes, source

SHARED = "SouthNet | 71.25 | 58.87\nGale | 55.18 | 44.91\n"
NEW = pipes(f"Method | Lake | River\nNorthNet | 73.14 | 60.33\n{SHARED}")
OLD = pipes(f"Method | Lake | River\nNorthNet | 72.59 | 60.33\n{SHARED}")


def test_the_older_version_shows_the_place_in_the_newer_one():
    ours = pipes("Method | Lake\nPolar matcher [a] | 72.59\nSouthNet [a] | 71.25\nGale [a] | 55.18\n")
    sources = [source("a", NEW, version=2), source("a", OLD, version=1)]
    (one,) = verify(match_sources(ours, sources), manuscript(ours), sources).disagreements
    assert one.cause is Cause.OTHER_VERSION
    assert one.elsewhere is not None
    assert (one.match.document.version, one.elsewhere.version) == (2, 1)
    assert one.cells[0].their_number.text == "73.14"


def test_a_number_of_both_versions_agrees():
    ours = pipes("Method | Lake\nPolar matcher [a] | 71.25\nGale [a] | 55.18\n")
    sources = [source("a", NEW, version=2), source("a", OLD, version=1)]
    assert not verify(match_sources(ours, sources), manuscript(ours), sources).disagreements
