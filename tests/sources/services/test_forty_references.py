"""A bibliography of forty references of all kinds, and the traps among them, against all the services at once."""

from itertools import pairwise

from tablecheck.model.citation import Reference
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.obtain import download
from tablecheck.sources.services.resolution import Status
from tablecheck.sources.services.resolve import resolve_all
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Reply

WORDS = """
Amber Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Kapok Larch Maple Nutmeg Oak Pine Quince Rowan Sorrel Teak
Umbrella Viburnum Willow Yew Zelkova Alder Beech Cherry Date Ebony
"""
TREES = WORDS.split()


def title(number: int) -> str:
    return f"{TREES[number]}Net: Learning {TREES[-1 - number]} Features from Toys"


def people(number: int) -> tuple[str, ...]:
    return (f"Ada {TREES[number]}son", f"Bo {TREES[-1 - number]}berg")


def paper(number: int, **fields) -> Paper:
    return Paper(title(number), people(number), 2015 + number % 8, **fields)


def reference(key: str, number: int, **fields) -> Reference:
    values = {"title": title(number), "authors": people(number), "year": 2015 + number % 8}
    return Reference(key, **(values | fields))


def bibliography() -> tuple[list[Paper], dict[Reference, tuple[Status, str | None]]]:
    """Give the papers that exist, and for every reference its status and the name of what it may be compared with."""
    papers: list[Paper] = []
    wanted: dict[Reference, tuple[Status, str | None]] = {}
    for n in range(6):  # with an arXiv id, old and new, pinned and not
        arxiv_id = f"15{n:02}.{n:05}".replace("1500", "1512") if n < 4 else f"hep-th/990100{n}"
        papers.append(paper(n, arxiv_id=arxiv_id, versions=n + 1))
        wanted[reference(f"arxiv{n}", n, arxiv_id=arxiv_id, arxiv_version=1 if n % 2 else None)] = (
            Status.RESOLVED,
            arxiv_id,
        )
    for n in range(6, 10):  # with a DOI: open, paid, with a preprint, or both
        arxiv_id = f"1701.{n:05}" if n >= 8 else None
        papers.append(paper(n, doi=f"10.9999/toy.{n}", open_pdf=f"{n}.pdf" if n % 2 else None, arxiv_id=arxiv_id))
        wanted[reference(f"doi{n}", n, doi=f"10.9999/toy.{n}")] = (Status.RESOLVED, arxiv_id or f"10.9999/toy.{n}")
    homes = (
        ({"acl_id": "P19-1010"}, {"acl_id": "P19-1010"}),
        ({"openreview_id": "rk-11"}, {"openreview_id": "rk-11"}),
        ({"pmlr": "v97/elm19a"}, {"url": "http://proceedings.mlr.press/v97/elm19a/elm19a.pdf"}),
        (
            {"cvf": "content/CVPR2021|Nut_CVPR_2021_paper"},
            {"url": "https://openaccess.thecvf.com/content/CVPR2021/html/Nut_CVPR_2021_paper.html"},
        ),
        ({"pmc_id": "PMC7654321"}, {"url": "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC7654321/"}),
    )
    for n, (held, said) in enumerate(homes, start=10):
        papers.append(paper(n, in_scholar=False, **held))
        wanted[reference(f"home{n}", n, **said)] = (Status.RESOLVED, title(n))
    for n in range(15, 24):  # with a title only, as most are
        arxiv_id, doi = (f"1801.{n:05}", None) if n % 3 else (None, f"10.9999/title.{n}")
        papers.append(paper(n, arxiv_id=arxiv_id, doi=doi, in_scholar=n % 2 == 0))
        wanted[reference(f"title{n}", n)] = (Status.RESOLVED, arxiv_id or doi)
    wanted |= traps(papers)
    return papers, wanted


def traps(papers: list[Paper]) -> dict[Reference, tuple[Status, str | None]]:
    nothing = (Status.UNRESOLVED, None)
    mappers, learners = ("Cy Mapper", "Di Mapper"), ("Fi Learner", "Gi Learner")
    code = "https://github.com/toys/tools"
    papers += [
        Paper("RoboToy: Driving", ("Someone Else",), 2021, "2104.80045"),
        paper(24, arxiv_id="1901.00024"),
        Paper("An Introduction to Toy Models", ("Q. Third",), 2003, doi="10.9999/bio.18"),
        Paper("Mapping the Toy Sky V", mappers, 2020, "2001.00001"),
        Paper("Deep Toys", ("Ed Deep",), 2016, doi="10.9999/deep", kind="book"),
        paper(25, doi="10.9999/thesis.25", kind="dissertation"),
        Paper("Unsupervised Learning of Toy Models", learners, 2019, "1902.00001"),
    ]
    return {
        reference("wrong-id", 24, arxiv_id="2104.80045"): (Status.ID_TITLE_MISMATCH, None),
        reference("wrong-doi", 24, doi="10.9999/bio.18"): (Status.ID_TITLE_MISMATCH, None),
        reference("unknown-id", 24, arxiv_id="1901.99999"): (Status.RESOLVED, "1901.00024"),
        reference("malformed-id", 24, arxiv_id="not-an-id"): (Status.RESOLVED, "1901.00024"),
        reference("unknown-doi", 26, doi="10.9999/none"): nothing,
        Reference("twin", title="An introduction to toy models", authors=("L. Elder",), year=1986): nothing,
        Reference("series", title="Mapping the Toy Sky IV", authors=mappers, year=2020): nothing,
        Reference("prefix", title="Supervised Learning of Toy Models", authors=learners, year=2019): nothing,
        Reference("book", "book", title="Deep Toys", authors=("Ed Deep",), year=2016): nothing,
        Reference("chapter", "inproceedings", title="Deep Toys", authors=("Ed Deep",), year=2016): nothing,
        reference("thesis", 25, entry_type="phdthesis"): nothing,
        reference("of-a-thesis", 25, entry_type="article"): nothing,
        reference("plan", 27, entry_type="unpublished", note="in preparation"): nothing,
        Reference("software", "misc", title="toytools", authors=("Hy Coder",), url=code): nothing,
        Reference("nameless", title=title(15), year=2022): nothing,
        Reference("empty"): nothing,
    }  # fmt: skip


def test_forty_references_end_as_they_should_and_nothing_wrong_is_attached(asking, tmp_path):
    papers, wanted = bibliography()
    assert len(wanted) == 40
    server, network = asking(*papers)
    server.next_replies["semantic_scholar"] = [Reply(429, b"", {"Retry-After": "0"})]
    resolutions = resolve_all(tuple(wanted), network)
    for resolution in resolutions:
        status, name = wanted[resolution.reference]
        assert resolution.status is status, resolution
        assert [c.name for c in resolution.candidates][:1] == ([name] if name else []), resolution
        assert resolution.reason
    fetched = {r.reference.key: download(r, network) for r in resolutions}
    for resolution in resolutions:
        for document in fetched[resolution.reference.key].documents:
            assert document.candidate.title == resolution.reference.title
            assert document.kind in ("latex", "pdf")
    without = [key for key, downloads in fetched.items() if not downloads.documents and wanted_of(wanted, key)]
    assert without == ["doi6", "title15", "title18", "title21"]  # those that cost money
    assert all("--papers as" in fetched[key].reason for key in without)


def wanted_of(wanted: dict[Reference, tuple[Status, str | None]], key: str) -> str | None:
    return next(name for reference, (_, name) in wanted.items() if reference.key == key)


def test_a_second_run_over_them_asks_nobody(asking, tmp_path):
    papers, wanted = bibliography()
    server, network = asking(*papers)
    first = resolve_all(tuple(wanted), network)
    asked = len(server.log)
    with Network(server.settings(tmp_path / "network")) as again:
        assert resolve_all(tuple(wanted), again) == first
    assert len(server.log) == asked


def test_the_pace_of_every_service_holds_over_all_of_them(asking):
    papers, wanted = bibliography()
    server, network = asking(*papers, interval=0.03)
    for resolution in resolve_all(tuple(wanted), network):
        download(resolution, network)
    for endpoints in (("arxiv", "arxiv_api", "arxiv_source"), ("semantic_scholar",), ("crossref",), ("unpaywall",)):
        times = server.times(*endpoints)
        assert len(times) > 3
        assert min(later - earlier for earlier, later in pairwise(times)) >= 0.03
