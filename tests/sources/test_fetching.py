"""Fetching as a whole, against a server of our own that stands in for every service."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.model.citation import Reference
from tablecheck.model.errors import Cancelled, StoreError
from tablecheck.sources.cache import Cache
from tablecheck.sources.fetching import Fetched, Wish, fetch
from tablecheck.sources.library import Library
from tablecheck.sources.outcome import Fate
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Reply
from tests.sources.fake_server.server import FakeServer, serving
from tests.sources.forty import forty
from tests.sources.papers import pdf, save

ADA, BO = "Ada Example", "Bo Sample"
TITLE = "NorthNet: Polar Features for Matching"
SOUTH = "SouthNet: Warm Features for Sorting"
Start = Callable[..., FakeServer]


def north(**changes) -> Paper:
    return Paper(
        **({"title": TITLE, "authors": (ADA, BO), "year": 2021, "arxiv_id": "2101.90001", "versions": 3} | changes)
    )


def cited(key: str = "north", **fields) -> Reference:
    return Reference(key, **({"title": TITLE, "authors": (ADA, BO), "year": 2021} | fields))


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Start the services with some papers, and let them stand in for the real ones."""
    with ExitStack() as stack:

        def serve(*papers: Paper, interval: float = 0.0) -> FakeServer:
            server = stack.enter_context(serving(*papers))
            monkeypatch.setenv("TABLECHECK_SERVICES_AT", server.base)
            monkeypatch.setenv("TABLECHECK_SERVICES_INTERVAL", str(interval))
            monkeypatch.setenv("TABLECHECK_EMAIL", "reader@lab.invalid.org")
            return server

        yield serve


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def run(cache: Cache, *references: Reference, **wishes) -> tuple[Fetched, ...]:
    return fetch(references, Wish(**({"papers": (), "root": cache.folder.parent} | wishes)), cache)


def fates(*fetched: Fetched) -> list[str]:
    return [str(one.fate) for one in fetched]


def versions(one: Fetched) -> list[tuple[str, int | None]]:
    return [(document.kind, document.version) for document in one.documents]


def test_forty_references_of_all_kinds_end_as_they_should(start, cache, tmp_path):
    main, papers, expected = forty(tmp_path / "manuscript")
    server = start(*papers)
    references = tuple(read_manuscript(main).references.values())
    fetched = run(cache, *references)
    assert {one.reference.key: str(one.fate) for one in fetched} == expected
    assert all(one.reason for one in fetched)
    assert {one.reference.key: one.suggestion for one in fetched if one.suggestion} == {
        "wrong-id": "1901.00024",
        "wrong-doi": "1901.00024",
    }
    titles = {paper.title.encode() for paper in papers}
    for one in fetched:
        assert bool(one.documents) == (expected[one.reference.key] == "fetched")
        for document in one.documents:
            if document.kind == "latex" and document.content.startswith(b"\x1f\x8b"):
                continue  # a tar, whose words are packed; its address says which paper it is
            assert (one.reference.title or "").encode() in document.content
            assert not any(other in document.content for other in titles - {(one.reference.title or "").encode()})
    asked = len(server.log)
    again = run(cache, *references)
    assert len(server.log) == asked
    assert [one.documents for one in again] == [one.documents for one in fetched]
    assert {str(one.fate) for one in again} == {"at-hand", "no-copy", "not-found", "id-title-mismatch"}


def test_a_paper_that_is_found_by_its_title_is_found_offline_ever_after(start, cache, tmp_path):
    start(north())
    (fetched,) = run(cache, cited())
    (obtained,) = Library([], tmp_path, cache).obtain([cited()])
    assert versions(fetched) == [("latex", 3)]
    assert obtained.documents == fetched.documents
    assert obtained.reason.endswith("by its entry, for which it was fetched")


def test_a_paper_that_was_fetched_for_another_manuscript_is_found_by_its_title(start, cache, tmp_path):
    start(north(), Paper(SOUTH, (ADA,), 2021, "2102.90002"))
    fetched, _ = run(cache, cited(), cited("south", title=SOUTH, authors=(ADA,)))
    twin = cited("twin", authors=("Di Other",))
    found, refused = Library([], tmp_path, cache).obtain([cited("elsewhere", year=2022), twin])
    assert found.documents[0].sha256 == fetched.documents[0].sha256
    assert found.reason.endswith("by its title")
    assert len(found.documents) == 1
    assert refused.documents == ()


def test_for_a_paper_of_the_authors_own_nobody_is_asked(start, cache, tmp_path):
    server = start(north())
    folder = save(tmp_path / "papers", **{"north.pdf": pdf(TITLE, (ADA, BO))})
    (fetched,) = run(cache, cited(arxiv_id="2101.90001"), papers=(folder,))
    assert (fetched.fate, server.log) == (Fate.AT_HAND, [])
    assert not cache.folder.exists()


@pytest.mark.parametrize(
    ("name", "pinned", "all_versions", "got"),
    [
        ("2101.90001v2.pdf", 2, False, [("pdf", 2)]),
        ("2101.90001v2.pdf", 1, False, [("latex", 1), ("pdf", 2)]),
        ("2101.90001v2.pdf", None, False, [("pdf", 2)]),
        ("north.pdf", 1, False, [("pdf", None)]),
        ("2101.90001v2.pdf", None, True, [("latex", 3), ("latex", 2), ("pdf", 2), ("latex", 1)]),
    ],
)
def test_what_is_at_hand_is_enough_unless_another_version_is_wanted(
    start, cache, tmp_path, name, pinned, all_versions, got
):
    start(north())
    folder = save(tmp_path / "papers", **{name: pdf(TITLE, (ADA, BO))})
    reference = cited(arxiv_id="2101.90001", arxiv_version=pinned)
    (fetched,) = run(cache, reference, papers=(folder,), all_versions=all_versions)
    assert versions(fetched) == got


def test_all_versions_are_fetched_after_one_was(start, cache):
    start(north())
    reference = cited(arxiv_id="2101.90001")
    assert versions(*run(cache, reference)) == [("latex", 3)]
    (fetched,) = run(cache, reference, all_versions=True)
    assert versions(fetched) == [("latex", 3), ("latex", 2), ("latex", 1)]


def test_a_paper_that_two_manuscripts_cite_is_downloaded_once(start, cache):
    server = start(north(doi="10.9999/north", open_pdf="north.pdf"))
    (first,) = run(cache, cited())
    (second,) = run(cache, cited("other", arxiv_id="2101.90001"))
    assert {document.sha256 for document in first.documents} == {document.sha256 for document in second.documents}
    assert len(server.times("arxiv_source")) == len(server.times("publisher")) == 1


LATER = [("not-found", 6 * 86_400, 0), ("not-found", 8 * 86_400, 1), ("unreachable", 60, 0), ("unreachable", 700, 1)]


@pytest.mark.parametrize(("fate", "seconds", "asked"), LATER)
def test_what_did_not_come_is_asked_for_again_in_due_time(start, cache, monkeypatch, fate, seconds, asked):
    server = start()
    if fate == "unreachable":
        for endpoint in ("semantic_scholar", "arxiv_api", "crossref"):
            server.next_replies[endpoint] = [Reply(503, b"", {"Retry-After": "3600"})]
    assert fates(*run(cache, cited())) == [fate]
    first, now = len(server.log), time.time()
    monkeypatch.setattr(time, "time", lambda: now + seconds)
    for answers in (cache.folder / "network").glob("answers*"):
        answers.unlink()  # they have a clock of their own
    (again,) = run(cache, cited())
    assert (len(server.log) > first) == asked
    assert ("--refresh asks again" in again.reason) != asked


def test_refresh_asks_again_and_takes_the_newer_version(start, cache):
    server = start(north())
    run(cache, cited(arxiv_id="2101.90001"))
    server.papers = (north(versions=10),)
    (kept,) = run(cache, cited(arxiv_id="2101.90001"))
    (renewed,) = run(cache, cited(arxiv_id="2101.90001"), refresh=True)
    assert versions(kept) == [("latex", 3)]
    assert versions(renewed) == [("latex", 10), ("latex", 3)]


def test_who_gives_an_address_now_is_asked_for_again(start, cache, monkeypatch):
    server = start(north(arxiv_id=None, doi="10.9999/north", open_pdf=None))
    monkeypatch.delenv("TABLECHECK_EMAIL")
    assert fates(*run(cache, cited(doi="10.9999/north"))) == ["no-copy"]
    server.papers = (north(arxiv_id=None, doi="10.9999/north", open_pdf="north.pdf"),)
    assert fates(*run(cache, cited(doi="10.9999/north"))) == ["no-copy"]
    assert fates(*run(cache, cited(doi="10.9999/north"), contact="ada@lab.org")) == ["fetched"]


def test_what_shows_another_title_is_refused_and_not_attached(start, cache):
    wrong = pdf("A Wholly Different Work on the Growth of Moss", ("Di Other",))
    server = start(north(arxiv_id=None, doi="10.9999/north", open_pdf="north.pdf"))
    server.next_replies["publisher"] = [Reply(200, wrong, {"Content-Type": "application/pdf"})]
    (fetched,) = run(cache, cited(doi="10.9999/north"))
    assert (fetched.fate, fetched.documents) == (Fate.REFUSED, ())
    assert "Growth of Moss" in fetched.reason
    assert fates(*run(cache, cited(doi="10.9999/north"))) == ["refused"]
    assert fates(*run(cache, cited(doi="10.9999/north"), refresh=True)) == ["fetched"]


def test_an_entry_whose_identifier_is_anothers_is_not_served_by_title_either(start, cache):
    start(north(), Paper(SOUTH, (BO,), 2021, "2102.90002"))
    wrong, right = run(cache, cited("wrong", arxiv_id="2102.90002"), cited("right", arxiv_id="2101.90001"))
    assert fates(wrong, right) == ["id-title-mismatch", "fetched"]
    assert wrong.documents == ()
    assert wrong.suggestion == "2101.90001"


def test_one_slow_host_does_not_hold_up_the_others(start, cache):
    homes = [Paper(f"{SOUTH} {word}", (BO,), 2020, acl_id=f"P19-101{n}") for n, word in enumerate(("One", "Two"))]
    preprints = [north(title=f"{TITLE} {n}", arxiv_id=f"2101.9000{n}") for n in range(4)]
    start(*preprints, *homes, interval=0.3)
    references = [
        *(Reference(p.arxiv_id, title=p.title, authors=p.authors, arxiv_id=p.arxiv_id) for p in preprints),
        *(Reference(p.acl_id, title=p.title, authors=p.authors, acl_id=p.acl_id) for p in homes),
    ]
    done: list[str] = []
    fetched = fetch(references, Wish((), cache.folder.parent), cache, lambda reference, *_: done.append(reference.key))
    assert {one.fate for one in fetched} == {Fate.FETCHED}
    assert len(done) == 6
    assert max(map(done.index, ("P19-1010", "P19-1011"))) < 5


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"asked": 1}', b"\xff\xfe\x00", b"[" * 100_000])
def test_a_damaged_memory_only_costs_the_asking(start, cache, damage):
    start(north())
    run(cache, cited())
    (path,) = (cache.folder / "outcomes").glob("*.json")
    path.write_bytes(damage)
    assert fates(*run(cache, cited())) == ["fetched"]


def test_what_was_pruned_is_fetched_again(start, cache):
    server = start(north())
    run(cache, cited())
    cache.store().prune(0)
    asked = len(server.times("arxiv_source"))
    assert fates(*run(cache, cited())) == ["fetched"]
    assert len(server.times("arxiv_source")) == asked + 1


def test_bytes_that_took_the_place_of_others_are_not_taken_for_them(start, cache):
    start(north(arxiv_id=None, doi="10.9999/north", open_pdf="north.pdf"))
    (first,) = run(cache, cited())
    cache.store().put("doi:10.9999/north", "pdf", pdf(TITLE, (ADA, BO), "corrected"), "https://host.example/north.pdf")
    (again,) = run(cache, cited())
    assert fates(first, again) == ["fetched", "fetched"]
    assert again.documents[0].sha256 != first.documents[0].sha256


def test_a_cache_that_cannot_be_made_is_told(start, cache):
    start(north())
    cache.folder.write_text("a file where a folder should be")
    with pytest.raises(StoreError, match="name another cache"):
        run(cache, cited())


def test_what_cannot_be_remembered_is_told_as_our_own_failure(start, cache):
    start()
    cache.folder.mkdir()
    (cache.folder / "outcomes").write_text("a file where a folder should be")
    (fetched,) = run(cache, cited())
    assert fetched.fate is Fate.FAILED
    assert "TABLECHECK_CACHE" in fetched.reason


def test_a_run_that_is_cancelled_keeps_what_came_and_names_the_rest(start, cache, tmp_path):
    start(*(north(title=f"{TITLE} {n}", arxiv_id=f"2101.9000{n}") for n in range(4)), interval=0.2)
    references = [cited(f"k{n}", title=f"{TITLE} {n}", arxiv_id=f"2101.9000{n}") for n in range(4)]

    def after_two(stage: str, done: int, total: int) -> None:
        if stage == "fetch" and done == 2:
            raise Cancelled("enough")

    fetched = fetch(references, Wish((), tmp_path), cache, progress=after_two)
    assert sorted(fates(*fetched)) == ["fetched", "fetched", "not-asked", "not-asked"]
    assert all("run again" in one.reason for one in fetched if one.fate is Fate.NOT_ASKED)
    again = fetch(references, Wish((), tmp_path), cache)
    assert sorted(fates(*again))[-1] == "fetched"
    assert all(one.documents for one in again)


def test_the_reason_of_a_failed_search_reaches_the_check(start, cache, tmp_path):
    start()
    run(cache, cited())
    (tried, untried) = Library([], tmp_path, cache, "try fetching").obtain([cited(), replace(cited(), key="new")])
    assert "`tablecheck fetch` looked for it: no paper of this title was found" in tried.reason
    assert untried.reason.endswith("; try fetching")
