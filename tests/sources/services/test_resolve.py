import pytest

from tablecheck.model.citation import Reference
from tablecheck.model.errors import Cancelled
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.resolution import Status
from tablecheck.sources.services.resolve import resolve, resolve_all
from tests.sources.fake_server.hostile import redirect, silent
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Reply, as_json

ADA, BO = "Ada Example", "Bo Sample"
NORTH = Paper("NorthNet: Polar Features for Matching", (ADA, BO), 2021, "2101.90001", 3, doi="10.9999/north.1")


def cited(**fields) -> Reference:
    return Reference("key", **{"title": NORTH.title, "authors": (ADA, BO), "year": 2021, **fields})


def found_by(resolution):
    return [(candidate.found_by, candidate.arxiv_id, candidate.doi) for candidate in resolution.candidates]


def test_an_id_of_the_entry_is_asked_for_before_its_title(asking):
    server, network = asking(NORTH)
    resolution = resolve(cited(arxiv_id="2101.90001"), network)
    assert resolution.status is Status.RESOLVED
    assert resolution.reason == "found by arXiv:2101.90001"
    assert {asked.endpoint for asked in server.log} == {"arxiv_api"}


def test_preprint_and_journal_version_are_both_forms_of_the_work(asking):
    _, network = asking(NORTH)
    for fields in ({"arxiv_id": "2101.90001"}, {"doi": "10.9999/north.1"}, {}):
        resolution = resolve(cited(**fields), network)
        assert [form[1:] for form in found_by(resolution)] == [
            ("2101.90001", "10.9999/north.1"),
            (None, "10.9999/north.1"),
        ]
        assert resolution.candidates[0].latest_version == 3


def test_a_preprint_of_another_title_is_not_taken_for_the_journal_version(asking):
    server, network = asking(
        Paper("SouthNet", (ADA,), 2020, doi="10.9999/south"), Paper("Else", (BO,), 2019, "1901.90001")
    )
    linked = {"title": "SouthNet", "externalIds": {"DOI": "10.9999/south", "ArXiv": "1901.90001"}}
    server.next_replies["semantic_scholar"] = [as_json([linked])]
    resolution = resolve(cited(title="SouthNet", authors=(ADA,), doi="10.9999/south"), network)
    assert [form[1] for form in found_by(resolution)] == [None]


def test_a_title_is_believed_when_authors_and_year_agree(asking):
    _, network = asking(NORTH)
    assert resolve(cited(), network).status is Status.RESOLVED
    assert resolve(cited(year=2022), network).status is Status.RESOLVED
    assert resolve(cited(authors=("A. Example", "others")), network).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"authors": ("Q. Third",)}, "same title, other authors: "),
        ({"year": 1986}, "same title, other year: "),
        (
            {"authors": ("Q. Third",), "year": 1986},
            "same title, other authors and year: 2101.90001 (Ada Example et al., 2021)",
        ),
        ({"authors": ()}, "no authors to compare"),
        ({"authors": (ADA,), "year": None}, "no year to compare"),
        ({"title": "NorthNet: Polar Features for Hatching"}, "no paper of this title was found"),
        ({"title": "NorthNet"}, "no paper of this title was found"),
        ({"title": None}, "the entry has no title"),
        ({"title": ""}, "the entry has no title"),
    ],
)
def test_doubt_is_reported_and_nothing_is_attached(asking, fields, says):
    _, network = asking(NORTH)
    resolution = resolve(cited(**fields), network)
    assert resolution.status is Status.UNRESOLVED
    assert resolution.candidates == ()
    assert says in resolution.reason
    assert "--papers as key.pdf" in resolution.reason


@pytest.mark.parametrize("kind", ["book", "dissertation", "peer-review", "dataset"])
def test_a_book_or_thesis_of_the_same_title_is_not_the_paper(asking, kind):
    other = Paper(NORTH.title, (ADA, BO), 2021, doi="10.9999/other", kind=kind, in_scholar=False)
    _, network = asking(other)
    resolution = resolve(cited(), network)
    assert resolution.status is Status.UNRESOLVED
    assert "same title, but 10.9999/other is" in resolution.reason


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"entry_type": "phdthesis"}, "a thesis"),
        ({"entry_type": "mastersthesis"}, "a thesis"),
        ({"entry_type": "book"}, "a book"),
        ({"entry_type": "unpublished", "note": "in preparation"}, "in preparation"),
        ({"note": "Personal communication, May 2020"}, "in preparation or unpublished"),
    ],
)
def test_theses_books_and_plans_are_not_looked_for_by_title(asking, fields, says):
    server, network = asking(NORTH)
    resolution = resolve(cited(**fields), network)
    assert (resolution.status, resolution.candidates) == (Status.UNRESOLVED, ())
    assert says in resolution.reason
    assert server.log == []


def test_a_thesis_with_an_id_is_looked_for_by_it(asking):
    _, network = asking(NORTH)
    assert resolve(cited(entry_type="phdthesis", arxiv_id="2101.90001"), network).status is Status.RESOLVED
    gone = resolve(cited(entry_type="phdthesis", arxiv_id="2101.90009"), network)
    assert gone.status is Status.UNRESOLVED
    assert "arXiv:2101.90009 is not known" in gone.reason


def test_software_is_called_so_where_no_paper_is_found(asking):
    _, network = asking()
    reference = cited(title="toytools", entry_type="misc", url="https://github.com/toys/toytools")
    assert "software, and no paper of this title was found" in resolve(reference, network).reason


def test_an_id_of_another_paper_is_not_used_and_the_right_one_is_suggested(asking):
    _, network = asking(NORTH, Paper("RoboToy: Driving", ("Someone Else",), 2021, "2104.80045"))
    resolution = resolve(cited(arxiv_id="2104.80045"), network)
    assert (resolution.status, resolution.candidates, resolution.suggestion) == (
        Status.ID_TITLE_MISMATCH,
        (),
        "2101.90001",
    )
    assert resolution.reason == (
        'arXiv:2104.80045 is "RoboToy: Driving" by Someone Else, not the paper that the entry names; '
        "correct the identifier, perhaps to 2101.90001"
    )


def test_a_right_id_outweighs_a_wrong_one_which_is_named(asking):
    _, network = asking(NORTH, Paper("RoboToy: Driving", ("Someone Else",), 2021, "2104.80045"))
    resolution = resolve(cited(arxiv_id="2104.80045", doi="10.9999/north.1"), network)
    assert resolution.status is Status.RESOLVED
    assert 'not used: arXiv:2104.80045 is "RoboToy: Driving"' in resolution.reason
    assert all(candidate.title == NORTH.title for candidate in resolution.candidates)


def test_a_title_without_its_subtitle_is_enough_beside_an_id_and_the_same_authors(asking):
    _, network = asking(NORTH)
    assert resolve(cited(title="NorthNet", arxiv_id="2101.90001"), network).status is Status.RESOLVED
    other = resolve(cited(title="NorthNet", authors=("Q. Third",), arxiv_id="2101.90001"), network)
    assert other.status is Status.ID_TITLE_MISMATCH


def test_an_id_without_a_title_is_believed(asking):
    _, network = asking(NORTH)
    assert resolve(cited(title=None, arxiv_id="2101.90001"), network).status is Status.RESOLVED


@pytest.mark.parametrize(
    ("paper", "fields"),
    [
        ({"acl_id": "2021.acl-long.1"}, {"acl_id": "2021.acl-long.1"}),
        ({"openreview_id": "abc"}, {"openreview_id": "abc"}),
        ({"pmlr": "v139/example21a"}, {"url": "https://proceedings.mlr.press/v139/example21a.html"}),
        (
            {"cvf": "content/CVPR2021|Example_North_CVPR_2021_paper"},
            {"url": "https://openaccess.thecvf.com/content/CVPR2021/papers/Example_North_CVPR_2021_paper.pdf"},
        ),
        ({"pmc_id": "PMC123456"}, {"url": "https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123456/"}),
    ],
)
def test_the_home_of_a_paper_is_asked_where_the_entry_names_it(asking, paper, fields):
    _, network = asking(Paper(NORTH.title, (ADA, BO), 2021, **paper))
    resolution = resolve(cited(**fields), network)
    assert resolution.status is Status.RESOLVED
    assert len(resolution.candidates) == 1
    assert resolution.candidates[0].links
    wrong = resolve(cited(**fields, title="Another Paper Altogether", authors=("Q. Third",)), network)
    assert wrong.status is Status.ID_TITLE_MISMATCH


def test_where_one_index_is_busy_the_next_is_asked(asking):
    server, network = asking(NORTH)
    server.next_replies["semantic_scholar"] = [Reply(429)] * 4
    resolution = resolve(cited(), network)
    assert resolution.reason == "found by title at arXiv"


def test_nobody_answering_is_not_the_same_as_nothing_known(asking):
    server, network = asking(NORTH)
    server.next_replies |= {
        "semantic_scholar": [Reply(429)] * 9,
        "arxiv_api": [Reply(503)] * 9,
        "crossref": [Reply(500)] * 9,
    }
    resolution = resolve(cited(), network)
    assert (resolution.status, resolution.candidates) == (Status.UNREACHABLE, ())
    assert "Semantic Scholar is busy (429)" in resolution.reason
    assert "arXiv is busy (503)" in resolution.reason
    assert resolution.reason.startswith(
        "nobody could be asked for the title; Semantic Scholar, arXiv and Crossref did not"
    )


def test_a_wrong_answer_of_one_index_is_not_believed_and_does_not_end_the_search(asking):
    server, network = asking(NORTH)
    server.next_replies["semantic_scholar"] = [redirect("http://169.254.169.254/")]
    assert resolve(cited(), network).reason == "found by title at arXiv"


def test_a_service_that_is_down_is_not_asked_for_every_reference(asking):
    server, network = asking()
    server.next_replies["semantic_scholar"] = [Reply(503)] * 100
    references = [cited(title=f"A Toy Paper of Number {number}") for number in range(6)]
    resolutions = resolve_all(references, network)
    assert len(server.times("semantic_scholar")) == 2 * 4
    assert all(resolution.status is Status.UNREACHABLE for resolution in resolutions)
    assert resolutions[-1].reason.startswith(
        "no paper of this title was found at Crossref and arXiv; Semantic Scholar did"
    )
    assert "not asked again" in resolutions[-1].reason


def test_a_silent_service_costs_what_it_may_and_the_others_still_answer(asking):
    server, network = asking(NORTH)
    server.next_replies["semantic_scholar"] = [silent(3)] * 4
    assert resolve(cited(), network).reason == "found by title at arXiv"


def test_many_ids_are_asked_for_in_one_request(asking):
    papers = [Paper(f"Toy Paper Number {n}", (ADA,), 2021, f"2101.{n:05}") for n in range(30)]
    server, network = asking(*papers)
    references = [cited(title=p.title, authors=p.authors, arxiv_id=p.arxiv_id) for p in papers]
    assert all(r.status is Status.RESOLVED for r in resolve_all(references, network))
    assert len(server.log) == 1


def test_a_run_that_is_stopped_goes_on_where_it_was(asking, tmp_path):
    papers = [Paper(f"Toy Paper Number {'ABCDEFGH'[n]}", (ADA, BO), 2021, f"2101.{n:05}") for n in range(6)]
    server, network = asking(*papers)
    references = [cited(title=paper.title) for paper in papers]

    def stop_after_three(stage, done, total):
        if done == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        resolve_all(references, network, stop_after_three)
    before = len(server.log)
    with Network(server.settings(tmp_path / "network")) as again:
        assert all(r.status is Status.RESOLVED for r in resolve_all(references, again))
    assert len(server.log) == 2 * before
    with Network(server.settings(tmp_path / "network")) as again:
        resolve_all(references, again)
    assert len(server.log) == 2 * before


def test_services_are_named_as_people_write_them():
    assert Service.SEMANTIC_SCHOLAR.label == "Semantic Scholar"
