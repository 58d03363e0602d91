"""Each client against the shapes of its service."""

import pytest

from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.services import (
    acl,
    arxiv,
    crossref,
    cvf,
    openalex,
    openreview,
    pmc,
    pmlr,
    semantic_scholar,
    unpaywall,
)
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Reply, as_json

NORTH = Paper("NorthNet: Polar Features", ("Ada Example", "Bo Sample"), 2021, "2101.90001", 3, doi="10.9999/north.1")
OLD = Paper("Töy Séries & Others", ("E. Müller",), 1999, "hep-th/9901001", 1)
BOOKISH = Paper("Toy Handbook", ("Cy Third",), 2010, doi="10.9999/(book)<1>", kind="book")


def test_arxiv_gives_many_papers_in_one_request_and_leaves_out_what_it_does_not_have(asking):
    server, network = asking(NORTH, OLD)
    found = arxiv.find_by_id(network, ["2101.90001", "hep-th/9901001", "2101.99999", "2101.90001", "nonsense"])
    assert set(found) == {"2101.90001", "hep-th/9901001"}
    north = found["2101.90001"]
    assert (north.title, north.authors, north.year) == ("NorthNet: Polar Features", ("Ada Example", "Bo Sample"), 2021)
    assert (north.latest_version, north.doi) == (3, "10.9999/north.1")
    assert found["hep-th/9901001"].title == "Töy Séries & Others"
    assert len(server.log) == 1


def test_arxiv_is_asked_for_a_hundred_ids_at_a_time(asking):
    server, network = asking(NORTH)
    arxiv.find_by_id(network, [f"2102.{number:05}" for number in range(250)])
    assert [len(asked.query["id_list"].split(",")) for asked in server.log] == [100, 100, 50]


def test_arxiv_finds_a_title_whatever_its_marks(asking):
    _, network = asking(NORTH, OLD)
    assert [found.arxiv_id for found in arxiv.find_by_title(network, 'NorthNet: "Polar" Features')] == ["2101.90001"]
    assert arxiv.find_by_title(network, "?!") == ()


def test_an_error_of_arxiv_is_no_paper(asking):
    server, network = asking(NORTH)
    url = f"{server.base}/arxiv_api/query"
    with pytest.raises(RequestError, match="incorrect id format for x"):
        network.lookup(Service.ARXIV, url, arxiv._read, params={"id_list": "x"})


def test_semantic_scholar_has_nothing_in_place_of_what_it_does_not_know(asking):
    server, network = asking(NORTH)
    ids = ["DOI:10.9999/none", "ARXIV:2101.90001", "DOI:10.9999/NORTH.1"]
    nothing, by_arxiv, by_doi = semantic_scholar.find_by_ids(network, ids)
    assert nothing is None
    assert by_arxiv == by_doi
    assert (by_doi.arxiv_id, by_doi.doi, by_doi.title) == ("2101.90001", "10.9999/north.1", NORTH.title)
    assert semantic_scholar.find_by_ids(network, ["DOI:10.9999/none"]) == (None,)
    assert len(server.log) == 2


def test_semantic_scholar_matches_a_title_or_says_there_is_none(asking):
    _, network = asking(NORTH)
    found = semantic_scholar.find_by_title(network, "northnet polar features")
    assert found is not None
    assert found.authors == NORTH.authors
    assert semantic_scholar.find_by_title(network, "something else entirely") is None


def test_the_doi_that_arxiv_gives_every_preprint_is_no_journal(asking):
    _, network = asking(Paper("SouthNet", ("Bo Sample",), 2021, "2102.90002"))
    (found,) = semantic_scholar.find_by_ids(network, ["ARXIV:2102.90002"])
    assert found.doi is None


@pytest.mark.parametrize("answer", [{"data": []}, {"data": None}, {"data": [None]}, {"data": [{"title": None}]}, {}])
def test_fields_that_are_missing_read_as_nothing(asking, answer):
    server, network = asking()
    server.next_replies["semantic_scholar"] = [as_json(answer)]
    assert semantic_scholar.find_by_title(network, "a toy paper") is None


def test_crossref_names_a_work_and_its_kind(asking):
    _, network = asking(NORTH, BOOKISH)
    assert crossref.find_by_doi(network, "10.9999/(book)<1>").kind == "book"
    assert crossref.find_by_doi(network, "10.9999/NORTH.1").authors == ("Ada Example", "Bo Sample")
    assert crossref.find_by_doi(network, "10.9999/none") is None
    assert [c.doi for c in crossref.find_by_title(network, "NorthNet Polar Features", "Example")] == ["10.9999/north.1"]


def test_crossref_may_know_the_preprint(asking):
    relation = {"relation": {"has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.2101.90001"}]}}
    _, network = asking(Paper("SouthNet", doi="10.9999/south", extra={**relation, "subtitle": ["A Map"]}))
    found = crossref.find_by_doi(network, "10.9999/south")
    assert (found.arxiv_id, found.subtitle, found.year) == ("2101.90001", "A Map", None)


def test_openalex_says_where_an_open_copy_lies(asking):
    server, network = asking(Paper("SouthNet", ("Bo Sample",), 2020, doi="10.9999/south", open_pdf="s.pdf"), BOOKISH)
    found = openalex.find_by_doi(network, "10.9999/south")
    assert [link.url for link in found.links] == [f"{server.base}/publisher/s.pdf"]
    assert (found.doi, found.open_access) == ("10.9999/south", True)
    assert openalex.find_by_doi(network, BOOKISH.doi).open_access is False
    assert openalex.find_by_doi(network, "10.9999/none") is None


def test_unpaywall_says_whether_a_work_is_open(asking):
    _, network = asking(Paper("SouthNet", ("Bo Sample",), 2020, doi="10.9999/south", open_pdf="s.pdf"), NORTH)
    assert unpaywall.find_by_doi(network, "10.9999/south").open_access is True
    closed = unpaywall.find_by_doi(network, "10.9999/north.1")
    assert (closed.open_access, closed.links) == (False, ())
    assert unpaywall.find_by_doi(network, "10.9999/none") is None


@pytest.mark.parametrize(
    ("contact", "says"), [(None, "set TABLECHECK_EMAIL"), ("me@example.com", "does not take the e-mail")]
)
def test_unpaywall_wants_a_real_address(asking, contact, says):
    server, network = asking(NORTH, contact=contact)
    with pytest.raises(RequestError, match=says) as caught:
        unpaywall.find_by_doi(network, "10.9999/north.1")
    assert caught.value.failure is Failure.DENIED
    assert len(server.log) == (contact is not None)


def test_the_anthology_names_a_paper_in_its_bib(asking):
    server, network = asking(Paper("Töy Parsing", ("Ada Example", "Bo van Sample"), 2022, acl_id="2022.acl-long.9"))
    found = acl.find_by_id(network, "2022.acl-long.9")
    assert (found.title, found.authors[0], found.year) == ("Töy Parsing", "Ada Example", 2022)
    assert found.links[0].url == f"{server.base}/acl/2022.acl-long.9.pdf"
    assert acl.find_by_id(network, "2022.acl-long.10") is None


@pytest.mark.parametrize("old", [False, True])
def test_openreview_is_asked_through_both_of_its_apis(asking, old):
    paper = Paper("Toy Reviews", ("Ada Example",), 2019, openreview_id="abc_-1", old_openreview=old)
    server, network = asking(paper)
    found = openreview.find_by_id(network, "abc_-1")
    assert (found.title, found.authors, found.year) == ("Toy Reviews", ("Ada Example",), 2019)
    assert len(server.log) == 1 + old
    assert openreview.find_by_id(network, "nothing") is None


@pytest.mark.parametrize(
    "url",
    [
        "https://proceedings.mlr.press/v139/example21a.html",
        "http://proceedings.mlr.press/v139/example21a/example21a.pdf",
        "https://proceedings.mlr.press/v139/example21a.pdf",
    ],
)
def test_pmlr_describes_a_paper_on_its_page(asking, url):
    server, network = asking(Paper("Toy Proofs", ("Ada Example",), 2021, pmlr="v139/example21a"))
    found = pmlr.find_by_url(network, url)
    assert (found.title, found.authors, found.year) == ("Toy Proofs", ("Ada Example",), 2021)
    assert found.links[0].url == f"{server.base}/pmlr/v139/example21a/example21a.pdf"


@pytest.mark.parametrize(
    "url",
    [
        "https://openaccess.thecvf.com/content/CVPR2021/html/Example_Toy_CVPR_2021_paper.html",
        "https://openaccess.thecvf.com/content/CVPR2021/papers/Example_Toy_CVPR_2021_paper.pdf",
    ],
)
def test_the_cvf_describes_a_paper_on_its_page(asking, url):
    name = "content/CVPR2021|Example_Toy_CVPR_2021_paper"
    _, network = asking(Paper("Toy Vision", ("Ada Example",), 2021, cvf=name))
    assert cvf.find_by_url(network, url).title == "Toy Vision"


def test_the_early_years_of_the_cvf_have_other_addresses():
    url = "http://openaccess.thecvf.com/content_cvpr_2018/papers/Example_Toy_CVPR_2018_paper.pdf"
    assert cvf.page_of(url) == "content_cvpr_2018/html/Example_Toy_CVPR_2018_paper.html"
    url = "http://openaccess.thecvf.com/content_ICCVW_2019/papers/EPIC/Example_Toy_ICCVW_2019_paper.pdf"
    assert cvf.page_of(url) == "content_ICCVW_2019/html/EPIC/Example_Toy_ICCVW_2019_paper.html"


@pytest.mark.parametrize(
    "url", ["https://evil.test/proceedings.mlr.press", "", "https://proceedings.mlr.press/v139/", "x"]
)
def test_other_addresses_are_none_of_theirs(url):
    assert pmlr.page_of(url) is None
    assert cvf.page_of(url) is None
    assert pmc.id_of(url) is None


def test_a_page_that_names_no_paper_is_no_answer(asking):
    server, network = asking()
    server.next_replies["pmlr"] = [Reply(200, b"<html><head></head><body>moved</body></html>")]
    with pytest.raises(RequestError, match="a page that names no paper"):
        pmlr.find_by_url(network, "https://proceedings.mlr.press/v1/x.html")


@pytest.mark.parametrize(
    "url",
    [
        "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123456/",
        "https://pmc.ncbi.nlm.nih.gov/articles/pmc123456/pdf/x.pdf",
    ],
)
def test_pubmed_central_turns_names_around(asking, url):
    paper = Paper("Toy Cells", ("Ada Byron Example", "Bo Sample"), 2019, pmc_id="PMC123456", doi="10.9999/cells")
    _, network = asking(paper)
    found = pmc.find_by_id(network, pmc.id_of(url))
    assert (found.title, found.authors, found.doi) == ("Toy Cells", ("AB Example", "B Sample"), "10.9999/cells")
    assert pmc.find_by_id(network, "PMC999") is None
