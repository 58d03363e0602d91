from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.sources.file_names import read_file_name
from tablecheck.sources.front import Front
from tablecheck.sources.identity import authors_agree, same_title, short_name
from tablecheck.sources.kinds import form_of
from tablecheck.sources.words import folded, squeezed
from tests.sources.papers import north


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_more(text):
    assert folded(folded(text)) == folded(text)
    assert squeezed(squeezed(text)) == squeezed(text)


@given(st.text(max_size=60))
def test_a_title_is_its_own_equal_in_any_case(title):
    assert same_title(title, title)


@given(st.from_regex(r"2[0-9](0[1-9]|1[0-2])\.[0-9]{5}", fullmatch=True), st.integers(1, 99))
@settings(max_examples=40)
def test_an_arxiv_id_in_a_name_is_read_whole(arxiv_id, version):
    for name in (f"{arxiv_id}v{version}.pdf", f"arXiv-{arxiv_id}v{version}.tar.gz", f"{arxiv_id}v{version} (2).html"):
        read = read_file_name(name)
        assert (read.arxiv_id, read.version) == (arxiv_id, version)


@given(st.binary(max_size=600))
def test_any_bytes_have_a_form_or_none(head):
    assert form_of(head) in {None, "pdf", "html", "tex", "tar", "gzip"}


def test_the_first_author_or_half_of_them_must_be_named():
    reference = north(authors=("Ada Example", "Bo Sample", "Eva Müller-Lüdenscheidt", "Cy van der Placeholder"))
    assert authors_agree(reference, Front(authors="A. Example1, and others")) is True
    assert authors_agree(reference, Front(authors="B. Sample, C. Placeholder")) is True
    assert authors_agree(reference, Front(authors="E. MULLER-LUDENSCHEIDT, B. SAMPLE")) is True
    assert authors_agree(reference, Front(authors="Bo Sample, Q. Third")) is False
    assert authors_agree(reference, Front(authors="Nobody Known")) is False
    assert authors_agree(reference, Front()) is None
    assert authors_agree(north(authors=()), Front(authors="Nobody Known")) is None


def test_only_a_name_before_the_colon_is_a_name():
    assert short_name("NorthNet: Polar Features") == "NorthNet"
    assert short_name("Gale: Weighted Winds") == "Gale"
    assert short_name("Learning to Match: A Study") is None
    assert short_name("No Colon At All") is None
    assert short_name(None) is None
