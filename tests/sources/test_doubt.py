"""What is wrong or doubtful is not a source."""

from pathlib import Path

import pytest

from tablecheck.latex.bibliography import read_bibliography
from tablecheck.sources.library import Library
from tests.sources.papers import ADA, NORTH, SOUTH, html, names, north, obtain_one, pdf, save, tex

CASE = Path(__file__).parents[1] / "cases" / "15-bib-resolution-traps"
OTHER = ("Cy Placeholder",)


@pytest.mark.parametrize("name", ["2101.90001.pdf", "north2101.pdf", "10.9999_toy.1.pdf"])
def test_a_document_that_bears_another_title_is_not_used(tmp_path, name):
    folder = save(tmp_path / "papers", **{name: pdf(SOUTH, OTHER)})
    obtained = obtain_one(folder, north(arxiv_id="2101.90001", doi="10.9999/toy.1"))
    assert obtained.documents == ()
    assert SOUTH in obtained.reason
    assert name in obtained.reason


@pytest.mark.parametrize("authors", [(), ADA, OTHER])
def test_another_title_is_another_paper_whoever_wrote_it(tmp_path, authors):
    folder = save(tmp_path / "papers", **{"2101.90001.html": html(SOUTH, authors)})
    obtained = obtain_one(folder, north(arxiv_id="2101.90001"))
    assert obtained.documents == ()


def test_an_id_of_another_paper_is_told_with_the_file_that_bears_the_title(tmp_path):
    folder = save(tmp_path / "papers", **{"2101.90001.html": html(SOUTH, OTHER), "2101.90002.html": html(NORTH, ADA)})
    obtained = obtain_one(folder, north(arxiv_id="2101.90001"))
    assert obtained.documents == ()
    assert SOUTH in obtained.reason
    assert "2101.90002.html does bear the title" in obtained.reason


def test_a_key_of_another_paper_does_not_hide_the_right_one(tmp_path):
    folder = save(tmp_path / "papers", **{"north2101.html": html(SOUTH, OTHER), "x.html": html(NORTH, ADA)})
    assert names(obtain_one(folder, north())) == ["x.html"]


def test_the_same_title_by_other_authors_is_another_paper(tmp_path):
    for number, content in enumerate([pdf(NORTH, OTHER), html(NORTH, OTHER), tex(NORTH, OTHER)]):
        obtained = obtain_one(save(tmp_path / str(number), paper=content), north())
        assert obtained.documents == ()
        assert "names other authors" in obtained.reason


def test_a_short_title_without_authors_is_not_enough(tmp_path):
    folder = save(tmp_path / "papers", **{"x.html": html("Deep Toys")})
    obtained = obtain_one(folder, north(title="Deep Toys"))
    assert obtained.documents == ()
    assert "doubtful" in obtained.reason


@pytest.mark.parametrize(
    "theirs",
    [
        "NorthNet: Polar Features for Matching Things II",
        "NorthNet 2: Polar Features for Matching Things",
        "A Rebuttal of NorthNet: Polar Features for Matching Things",
        "NorthNet: Polar Features for Hatching Wings of Birds",
    ],
)
def test_a_title_that_is_only_alike_is_not_found(tmp_path, theirs):
    obtained = obtain_one(save(tmp_path / "papers", **{"x.pdf": pdf(theirs)}), north())
    assert obtained.documents == ()


def test_a_paper_retitled_between_versions_is_kept_where_id_and_authors_agree(tmp_path):
    retitled = pdf("NorthNet: Learning Polar Features to Match Things")
    folder = save(tmp_path / "papers", **{"2101.90001v1.pdf": retitled})
    assert names(obtain_one(folder, north(arxiv_id="2101.90001"))) == ["2101.90001v1.pdf"]


def test_a_document_stamped_with_another_id_is_not_used(tmp_path):
    stamped = pdf("NorthNet: Learning Polar Features to Match Things", stamp="arXiv:2102.90002v1  [cs.CV]  9 Feb 2102")
    folder = save(tmp_path / "papers", **{"north2101.pdf": stamped})
    assert obtain_one(folder, north(arxiv_id="2101.90001")).documents == ()


def test_the_mention_of_another_id_on_the_first_page_is_no_stamp(tmp_path):
    folder = save(tmp_path / "papers", **{"north2101.pdf": pdf(authors=(*ADA, "see arXiv:2102.90002v1 for more"))})
    document = obtain_one(folder, north(arxiv_id="2101.90001")).documents[0]
    assert document.version is None


def test_the_only_document_left_is_taken_for_the_only_reference_if_it_names_it(tmp_path):
    folder = save(tmp_path / "papers", **{"source.html": html()})
    obtained = obtain_one(folder, north())
    assert names(obtained) == ["source.html"]
    assert "only document left" in obtained.reason


@pytest.mark.parametrize(
    ("files", "references"),
    [
        ({"a.html": html(), "b.html": html() + b" "}, [north()]),
        ({"a.html": html()}, [north(), north(key="other", title="Gale: Winds")]),
        ({"a.html": html(SOUTH)}, [north()]),
        ({"a.html": html()}, [north(title="SouthNet: Deep Tides")]),
        ({"a.html": html()}, [north(title="Features of Matching in General")]),
    ],
)
def test_the_last_resort_needs_one_of_each_and_a_name(tmp_path, files, references):
    obtained = Library([save(tmp_path / "papers", **files)], tmp_path).obtain(references)
    assert all(answer.documents == () for answer in obtained)


def test_the_manuscript_itself_is_never_taken_for_a_source(tmp_path):
    save(tmp_path, **{"paper.tex": tex(), "paper.pdf": pdf()})
    obtained = Library([tmp_path], tmp_path).obtain([north()])[0]
    assert obtained.documents == ()
    save(tmp_path, **{"source.html": html()})
    assert names(Library([tmp_path], tmp_path).obtain([north()])[0]) == ["source.html"]


def test_every_trap_of_the_case_ends_as_it_should(tmp_path):
    import json

    for entry in json.loads((CASE / "index.json").read_text(encoding="utf-8")):
        for version in entry.get("versions", [None]):
            name = entry["id"].replace("/", "_") + (f"v{version}" if version else "") + ".html"
            save(tmp_path, **{name: html(entry["title"], tuple(entry["authors"])) + str(version).encode()})
    files = {path.name: path.read_text(encoding="utf-8") for path in CASE.glob("*.bib")}
    references, _ = read_bibliography(files, [], ["a", "b"])
    answers = {answer.key: answer for answer in Library([tmp_path], CASE).obtain(list(references.values()))}
    assert answers["wrongid"].documents == ()
    assert "RoboToy: An All-in-One Driving Model" in answers["wrongid"].reason
    assert "2104.80089.html does bear the title" in answers["wrongid"].reason
    assert answers["absid"].documents == ()
    assert answers["twin"].documents == ()
    assert "other authors" in answers["twin"].reason
    assert answers["prep"].documents == ()
    assert "in preparation" in answers["prep"].reason
    assert [document.version for document in answers["okay"].documents] == [2, 3, 1]
    assert names(answers["müller"]) == ["hep-th_9999999.html"]
