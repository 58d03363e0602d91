import hashlib
from pathlib import Path

import pytest

from tablecheck.model.errors import Cancelled
from tablecheck.model.place import Span, TextPlace
from tablecheck.sources.cache import Cache
from tablecheck.sources.library import Library
from tests.sources.papers import ADA, NORTH, SOUTH, gz, html, names, north, obtain_one, pdf, save, tar_gz, tex

BY_NAME = [
    ("2101.90001.html", html(), {"arxiv_id": "2101.90001"}),
    ("2101.90001v3.pdf", pdf(), {"arxiv_id": "2101.90001"}),
    ("arXiv-2101.90001v2.tar.gz", tar_gz(main=tex()), {"arxiv_id": "2101.90001"}),
    ("2101.90001v1.gz", gz(tex()), {"arxiv_id": "2101.90001"}),
    ("2101.90001", tar_gz(main=tex()), {"arxiv_id": "2101.90001"}),
    ("Sample 2101 - 2101.90001 (1).pdf", pdf(), {"arxiv_id": "2101.90001"}),
    ("hep-th_9901001.pdf", pdf(), {"arxiv_id": "hep-th/9901001"}),
    ("hep-th9901001v2.pdf", pdf(), {"arxiv_id": "hep-th/9901001"}),
    ("north2101.tex", tex(), {}),
    ("North_2101.PDF", pdf(), {"key": "north:2101"}),
    ("10.9999_toy.1.pdf", pdf(), {"doi": "10.9999/toy.1"}),
    ("P18-1001.pdf", pdf(), {"acl_id": "P18-1001"}),
    ("northnet-polar-features-for-matching-things.html", html(), {}),
    ("Example and Sample - 2101 - NorthNet Polar Features for Matching Things.pdf", pdf(), {}),
]


@pytest.mark.parametrize(("name", "content", "fields"), BY_NAME)
def test_a_file_named_after_the_paper_is_found(tmp_path, name, content, fields):
    folder = save(tmp_path / "papers", **{name: content, "9912.00001.html": html(SOUTH)})
    obtained = obtain_one(folder, north(**fields))
    assert names(obtained) == [name], obtained.reason
    assert name in obtained.reason
    document = obtained.documents[0]
    assert document.sha256 == hashlib.sha256(document.content).hexdigest()


KINDS = [
    ("k.pdf", pdf(), "pdf"),
    ("k.html", html(), "html"),
    ("k.tex", tex(), "latex"),
    ("k.tar.gz", tar_gz(main=tex()), "latex"),
    ("k.gz", gz(tex()), "latex"),
    ("k.tex", gz(pdf()), "pdf"),  # the e-print of a paper that was submitted as a PDF
    ("k.pdf", html(NORTH, ADA), "html"),  # a page saved under the wrong name
    ("k.html", b"\xef\xbb\xbf<!-- saved -->\n<!DOCTYPE html>" + html(), "html"),
]


@pytest.mark.parametrize(("name", "content", "kind"), KINDS)
def test_the_kind_is_told_by_the_bytes(tmp_path, name, content, kind):
    obtained = obtain_one(save(tmp_path / "papers", **{name: content}), north(key="k"))
    assert [document.kind for document in obtained.documents] == [kind], obtained.reason


def test_one_gzipped_file_is_unpacked_and_a_tar_is_kept(tmp_path):
    packed = tar_gz(main=tex())
    folder = save(tmp_path / "papers", **{"a.gz": gz(tex()), "b.tar.gz": packed})
    assert obtain_one(folder, north(key="a")).documents[0].content == tex()
    assert obtain_one(folder, north(key="b")).documents[0].content == packed


def test_all_versions_are_given_the_newest_first(tmp_path):
    files = {f"2101.90001v{n}.html": html(NORTH) + b"%d" % n for n in (1, 3, 2)}
    obtained = obtain_one(save(tmp_path / "papers", **files), north(arxiv_id="2101.90001"))
    assert [document.version for document in obtained.documents] == [3, 2, 1]


def test_the_pinned_version_stands_first(tmp_path):
    files = {f"2101.90001v{n}.html": html(NORTH) + b"%d" % n for n in (1, 3, 2)}
    obtained = obtain_one(save(tmp_path / "papers", **files), north(arxiv_id="2101.90001", arxiv_version=2))
    assert [document.version for document in obtained.documents] == [2, 3, 1]


def test_latex_stands_before_html_before_pdf(tmp_path):
    files = {"2101.90001v1.pdf": pdf(), "2101.90001v1.html": html(), "2101.90001v1.tar.gz": tar_gz(main=tex())}
    obtained = obtain_one(save(tmp_path / "papers", **files), north(arxiv_id="2101.90001"))
    assert [document.kind for document in obtained.documents] == ["latex", "html", "pdf"]


def test_the_version_is_read_from_the_stamp_of_arxiv(tmp_path):
    stamped = pdf(stamp="arXiv:2101.90001v4  [cs.CV]  9 Jan 2101")
    obtained = obtain_one(save(tmp_path / "papers", **{"north2101.pdf": stamped}), north(arxiv_id="2101.90001"))
    assert obtained.documents[0].version == 4


def test_two_copies_are_one_document(tmp_path):
    folder = save(tmp_path / "papers", **{"2101.90001.html": html(), "north2101.html": html()})
    assert len(obtain_one(folder, north(arxiv_id="2101.90001")).documents) == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.pdf", pdf()),
        ("b.html", html(NORTH, ADA)),
        ("c.tex", tex()),
        ("d.tar.gz", tar_gz(x=b"\\section{A}", main=tex())),
    ],
)
def test_a_paper_of_any_name_is_found_by_its_title(tmp_path, name, content):
    files = {name: content, "other.pdf": pdf(SOUTH, ("Cy Placeholder",)), "other.html": html(SOUTH)}
    obtained = obtain_one(save(tmp_path / "papers", **files), north())
    assert names(obtained) == [name], obtained.reason


def test_a_title_broken_over_lines_and_capitalised_is_the_same(tmp_path):
    title = "NORTHNET: POLAR FEA- TURES FOR MATCHING THINGS"
    assert names(obtain_one(save(tmp_path / "papers", **{"a.pdf": pdf(title)}), north())) == ["a.pdf"]


def test_a_folder_made_for_one_paper_speaks_for_its_files(tmp_path):
    save(tmp_path / "papers" / "2101.90001v2", **{"main.tex": tex()})
    obtained = obtain_one(tmp_path / "papers", north(arxiv_id="2101.90001"))
    assert names(obtained) == ["main.tex"]
    assert obtained.documents[0].version == 2


def test_a_file_given_with_its_key_is_believed(tmp_path):
    path = (
        save(tmp_path, **{"whatever.pdf": pdf("A Renamed Work on Quite Other Things", ("Di Stand-In",))})
        / "whatever.pdf"
    )
    obtained = Library([("north2101", path)], tmp_path).obtain([north()])[0]
    assert names(obtained) == ["whatever.pdf"]


def test_a_file_given_with_a_key_that_is_no_document_is_told(tmp_path):
    path = save(tmp_path, **{"notes.pdf": b"just words"}) / "notes.pdf"
    obtained = Library([("north2101", path)], tmp_path).obtain([north()])[0]
    assert not obtained.documents
    assert "notes.pdf" in obtained.reason
    assert "neither PDF, HTML nor LaTeX" in obtained.reason


FILE_FIELDS = ["lib/toy.pdf", "{folder}/lib/toy.pdf", "elsewhere/on/another/machine/toy.pdf", r"C:\Users\me\toy.pdf"]


@pytest.mark.parametrize("written", FILE_FIELDS)
def test_the_file_field_is_followed(tmp_path, written):
    save(tmp_path / "lib", **{"toy.pdf": pdf()})
    reference = north(files=(written.format(folder=tmp_path),))
    assert names(Library([tmp_path / "lib"], tmp_path).obtain([reference])[0]) == ["toy.pdf"]


def test_mendeley_drops_the_first_slash(tmp_path):
    save(tmp_path / "lib", **{"toy.pdf": pdf()})
    reference = north(files=(str(tmp_path / "lib" / "toy.pdf").lstrip("/"),))
    assert names(Library([], tmp_path / "manuscript").obtain([reference])[0]) == ["toy.pdf"]


def test_paths_are_relative_to_the_bib_file_too(tmp_path):
    save(tmp_path / "bib" / "pdfs", **{"toy.pdf": pdf()})
    reference = north(files=("pdfs/toy.pdf",), place=TextPlace("bib/refs.bib", Span(0, 1)))
    assert names(Library([], tmp_path).obtain([reference])[0]) == ["toy.pdf"]


def test_the_home_folder_is_expanded(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    save(tmp_path / "lib", **{"toy.pdf": pdf()})
    reference = north(files=("~/lib/toy.pdf", "~nobody-of-that-name/x.pdf"))
    assert names(Library([], tmp_path / "manuscript").obtain([reference])[0]) == ["toy.pdf"]


def test_the_cache_is_asked_too(tmp_path):
    save(tmp_path / "cache" / "documents", **{"2101.90001v2.html": html()})
    library = Library([], tmp_path, Cache(tmp_path / "cache"))
    obtained = library.obtain([north(arxiv_id="2101.90001")])[0]
    assert [document.version for document in obtained.documents] == [2]


def test_fetched_documents_are_found_by_their_identity_and_say_where_they_came_from(tmp_path):
    cache = Cache(tmp_path / "cache")
    cache.store().put("arxiv:2101.90001", "html", html(), "https://host.example/2101.90001v2", 2)
    cache.store().put("doi:10.9999/toy.1", "pdf", pdf(), "https://host.example/toy.pdf")
    references = [north(arxiv_id="2101.90001"), north(key="journal", doi="10.9999/toy.1")]
    page, journal = Library([], tmp_path, cache).obtain(references)
    assert [(d.version, d.found_at) for d in page.documents] == [(2, "https://host.example/2101.90001v2")]
    assert [(d.kind, d.found_at) for d in journal.documents] == [("pdf", "https://host.example/toy.pdf")]


def test_a_fetched_document_of_which_one_byte_changed_is_not_used(tmp_path):
    cache = Cache(tmp_path / "cache")
    stored = cache.store().put("arxiv:2101.90001", "html", html(), "https://host.example/2101.90001v2", 2)
    path = cache.store().path_of(stored.sha256)
    path.write_bytes(path.read_bytes().replace(b"74.1", b"74.7"))
    obtained = Library([], tmp_path, cache).obtain([north(arxiv_id="2101.90001")])[0]
    assert obtained.documents == ()
    assert "damaged since it was fetched" in obtained.reason


def test_a_store_that_cannot_be_read_is_told(tmp_path):
    cache = Cache(tmp_path / "cache")
    (tmp_path / "cache" / "store" / "index-1.sqlite3").mkdir(parents=True)
    assert "cannot be used" in Library([], tmp_path, cache).obtain([north()])[0].reason


def test_two_entries_for_one_paper_share_its_document(tmp_path):
    folder = save(tmp_path / "papers", **{"a.pdf": pdf()})
    first, second = Library([folder], tmp_path).obtain([north(), north(key="again")])
    assert names(first) == names(second) == ["a.pdf"]


def test_what_is_missing_is_told_with_what_to_do(tmp_path):
    obtained = obtain_one(save(tmp_path / "papers"), north(arxiv_id="2101.90001"))
    assert obtained.documents == ()
    for part in (
        "not obtained",
        str(tmp_path / "papers"),
        "2101.90001",
        "north2101",
        "bears the title",
        "put the paper",
    ):
        assert part in obtained.reason
    assert "--papers" in Library([], tmp_path).obtain([north()])[0].reason


def test_answers_come_in_the_order_of_the_references_and_progress_is_told(tmp_path):
    steps: list[tuple[str, int, int]] = []
    references = [north(key=f"k{number}") for number in range(3)]
    answers = Library([save(tmp_path / "papers")], tmp_path).obtain(references, lambda *step: steps.append(step))
    assert [answer.key for answer in answers] == ["k0", "k1", "k2"]
    assert steps[-1] == ("obtain", 3, 3)


def test_a_run_can_be_stopped_and_asked_again(tmp_path):
    def stop(stage: str, done: int, total: int) -> None:
        if done:
            raise Cancelled

    folder = save(tmp_path / "papers", **{f"{name}.pdf": pdf(f"{name}: {NORTH}") for name in "abc"})
    library = Library([folder], tmp_path)
    with pytest.raises(Cancelled):
        library.obtain([north()], stop)
    assert library.obtain([north(key="a", title=None)])[0].documents


def test_an_empty_library_answers_nothing_for_no_references():
    assert Library([], Path()).obtain([]) == ()


def test_a_paper_that_comes_later_is_found_and_one_that_went_is_not(tmp_path):
    folder = save(tmp_path / "papers", **{"other.html": html(SOUTH)})
    library = Library([folder], tmp_path)
    assert library.obtain([north()])[0].documents == ()
    save(folder / "new", **{"2101.90001.html": html()})
    (found,) = library.obtain([north(arxiv_id="2101.90001")])
    assert names(found) == ["2101.90001.html"]
    (folder / "new" / "2101.90001.html").unlink()
    assert library.obtain([north(arxiv_id="2101.90001")])[0].documents == ()
