import pytest

from tablecheck.model.citation import Reference
from tablecheck.model.errors import Cancelled
from tablecheck.sources.services.obtain import download
from tablecheck.sources.services.resolve import resolve
from tests.sources.fake_server.papers import Paper, pdf
from tests.sources.fake_server.reply import Reply

ADA, BO = "Ada Example", "Bo Sample"
TITLE = "NorthNet: Polar Features for Matching"


def north(**changes) -> Paper:
    values = {"title": TITLE, "authors": (ADA, BO), "year": 2021, "arxiv_id": "2101.90001", "versions": 3}
    return Paper(**(values | changes))


def cited(**fields) -> Reference:
    values = {"title": TITLE, "authors": (ADA, BO), "year": 2021, "arxiv_id": "2101.90001"}
    return Reference("north:2021", **(values | fields))


def kinds(downloads):
    return [(document.kind, document.version) for document in downloads.documents]


@pytest.mark.parametrize(
    ("versions", "pinned", "wanted"),
    [
        ("cited", None, [3]),
        ("cited", 2, [2]),
        ("latest", 2, [3]),
        ("all", None, [1, 2, 3]),
        (1, None, [1]),
    ],
)
def test_the_versions_that_are_wanted_come_as_source(asking, versions, pinned, wanted):
    _, network = asking(north())
    resolution = resolve(cited(arxiv_version=pinned), network)
    downloads = download(resolution, network, versions)
    assert kinds(downloads) == [("latex", version) for version in wanted]
    assert downloads.complete
    assert all(document.url.endswith(f"v{document.version}") for document in downloads.documents)


def test_of_a_hundred_versions_the_first_and_the_newest_come(asking):
    _, network = asking(north(versions=100))
    downloads = download(resolve(cited(arxiv_version=5), network), network, "all")
    versions = [document.version for document in downloads.documents]
    assert versions[:2] == [1, 5]
    assert versions[-1] == 100
    assert len(versions) <= 31


@pytest.mark.parametrize(
    ("changes", "kind", "asked"),
    [
        ({"source": "single"}, "latex", ["arxiv_source"]),
        ({"source": "pdf"}, "pdf", ["arxiv_source"]),
    ],
)
def test_what_arxiv_keeps_as_source_is_told_by_its_bytes(asking, changes, kind, asked):
    server, network = asking(north(**changes))
    resolution = resolve(cited(), network)
    server.log.clear()
    assert kinds(download(resolution, network)) == [(kind, 3)]
    assert [request.endpoint for request in server.log] == asked


def test_without_a_source_the_page_comes_and_without_a_page_the_print(asking):
    server, network = asking(north(), Paper("SouthNet Without Pages", (ADA, BO), 2021, "2102.90002", has_html=False))
    resolution = resolve(cited(), network)
    server.next_replies["arxiv_source"] = [Reply(404)]
    assert kinds(download(resolution, network)) == [("html", 3)]
    south = resolve(cited(title="SouthNet Without Pages", arxiv_id="2102.90002"), network)
    server.next_replies["arxiv_source"] = [Reply(404)]
    assert kinds(download(south, network)) == [("pdf", 1)]


def test_a_withdrawn_paper_is_said_to_be_so_and_its_page_is_tried(asking):
    _, network = asking(north(source="withdrawn", has_html=False))
    downloads = download(resolve(cited(), network), network)
    assert kinds(downloads) == [("pdf", 3)]


def test_a_version_that_is_not_there_is_named(asking):
    _, network = asking(north())
    downloads = download(resolve(cited(arxiv_version=9), network), network)
    assert downloads.documents == ()
    assert not downloads.complete
    assert "arXiv:2101.90001v9: source: arXiv does not have it (404)" in downloads.reason
    assert "--papers as north_2021.pdf" in downloads.reason


def test_the_printed_form_comes_beside_the_preprint(asking):
    _, network = asking(north(doi="10.9999/north.1", open_pdf="n.pdf"))
    downloads = download(resolve(cited(), network), network)
    assert kinds(downloads) == [("latex", 3), ("pdf", None)]
    assert [document.candidate.arxiv_id for document in downloads.documents] == ["2101.90001", None]


def test_a_journal_that_wants_money_is_no_failure_beside_the_preprint(asking):
    _, network = asking(north(doi="10.9999/north.1"))
    downloads = download(resolve(cited(), network), network)
    assert kinds(downloads) == [("latex", 3)]
    assert downloads.complete
    assert "10.9999/north.1: behind a paywall, no open copy is known" in downloads.reason


def test_a_paywall_is_said_and_where_to_put_the_paper(asking):
    _, network = asking(north(arxiv_id=None, doi="10.9999/north.1"))
    downloads = download(resolve(cited(arxiv_id=None, doi="10.9999/north.1"), network), network)
    assert downloads.documents == ()
    assert "10.9999/north.1: behind a paywall, no open copy is known" in downloads.reason
    assert downloads.reason.endswith("put it into a folder named with --papers as north_2021.pdf")


def test_without_an_address_for_unpaywall_the_other_index_finds_the_open_copy(asking):
    _, network = asking(north(arxiv_id=None, doi="10.9999/north.1", open_pdf="n.pdf"), contact=None)
    downloads = download(resolve(cited(arxiv_id=None, doi="10.9999/north.1"), network), network)
    assert kinds(downloads) == [("pdf", None)]


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (Reply(200, b"<html><body>Please log in</body></html>"), "a page to log in came instead of a PDF"),
        (Reply(403), "without a login or key"),
        (Reply(200, pdf()[:300]), "only a part of the PDF came"),
        (Reply(302, b"", {"Location": "http://169.254.169.254/"}), "only https is spoken"),
    ],
)
def test_a_publisher_that_sends_something_else_is_named(asking, reply, says):
    server, network = asking(north(arxiv_id=None, doi="10.9999/north.1", open_pdf="n.pdf"))
    resolution = resolve(cited(arxiv_id=None, doi="10.9999/north.1"), network)
    server.next_replies["publisher"] = [reply] * 4
    downloads = download(resolution, network)
    assert downloads.documents == ()
    assert says in downloads.reason


@pytest.mark.parametrize(
    ("paper", "fields", "endpoint"),
    [
        ({"acl_id": "2021.acl-long.1"}, {"acl_id": "2021.acl-long.1"}, "acl"),
        ({"openreview_id": "abc"}, {"openreview_id": "abc"}, "openreview"),
        ({"pmlr": "v139/example21a"}, {"url": "https://proceedings.mlr.press/v139/example21a.html"}, "pmlr"),
        ({"pmc_id": "PMC123456"}, {"url": "https://pmc.ncbi.nlm.nih.gov/articles/PMC123456/"}, "pmc_files"),
    ],
)
def test_the_home_of_a_paper_gives_its_print(asking, paper, fields, endpoint):
    server, network = asking(north(arxiv_id=None, **paper))
    downloads = download(resolve(cited(arxiv_id=None, **fields), network), network)
    assert kinds(downloads) == [("pdf", None)]
    assert server.log[-1].endpoint == endpoint


def test_of_an_unresolved_reference_nothing_is_fetched(asking):
    server, network = asking()
    resolution = resolve(cited(arxiv_id=None), network)
    server.log.clear()
    downloads = download(resolution, network)
    assert (downloads.documents, downloads.reason) == ((), resolution.reason)
    assert server.log == []


def test_a_run_may_be_stopped_between_two_versions(asking):
    _, network = asking(north())
    resolution = resolve(cited(), network)
    steps = []

    def stop(stage, done, total):
        steps.append((stage, done, total))
        if done == 1:
            raise Cancelled

    with pytest.raises(Cancelled):
        download(resolution, network, "all", stop)
    assert steps == [("obtain", 0, 3), ("obtain", 1, 3)]


def test_what_is_kept_already_is_not_asked_for(asking):
    server, network = asking(north(doi="10.9999/north", open_pdf="north.pdf"))
    resolution = resolve(cited(), network)
    first = download(resolution, network)
    assert [document.kind for document in first.documents] == ["latex", "pdf"]
    kept = {(d.candidate.arxiv_id or d.candidate.doi, d.version): d for d in first.documents}
    server.log.clear()
    again = download(
        resolution, network, kept=lambda candidate, version: kept.get((candidate.arxiv_id or candidate.doi, version))
    )
    assert again == first
    assert server.log == []


@pytest.mark.parametrize(("status", "unanswered"), [(404, False), (503, True)])
def test_a_host_that_does_not_answer_is_told_from_one_that_has_nothing(asking, status, unanswered):
    server, network = asking(north())
    resolution = resolve(cited(), network)
    for endpoint in ("arxiv_source", "arxiv"):
        server.next_replies[endpoint] = [Reply(status) for _ in range(12)]
    downloads = download(resolution, network)
    assert downloads.documents == ()
    assert downloads.unanswered is unanswered
