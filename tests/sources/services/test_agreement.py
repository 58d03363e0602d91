import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.model.citation import Reference
from tablecheck.sources.net.service import Service
from tablecheck.sources.services import agreement
from tablecheck.sources.services.agreement import compare, same_authors, same_person, same_title, same_year
from tablecheck.sources.services.candidate import Candidate

TITLES = st.text(st.sampled_from("abcdefghij KLM:-"), min_size=1, max_size=60)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("NorthNet: Polar Features for Matching", "NorthNet - polar features for matching"),
        ("Töy Séries", "Toy Series"),
        ("Modelling the behaviour of toys", "Modeling the Behavior of Toys"),
        ("Toys & Games", "Toys and games"),
        ("Pre-training of Deep Toy Models", "Pretraining of deep toy models"),
        ("A Survey on Large Toy Models in the Wild Woods", "Survey on large toy models in the wild woods"),
        ("What's in a Toy?", "Whats in a toy"),
        ("ToyNet for R^3 data", "ToyNet for R3 data"),
    ],
)
def test_spelling_accents_and_marks_do_not_make_another_title(ours, theirs):
    assert same_title(ours, theirs)
    assert same_title(theirs, ours)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Mapping the Toy Sky IV", "Mapping the Toy Sky V"),
        ("Mapping the Toy Sky IV", "Mapping the Toy Sky"),
        ("Toy Language Models: GPT-3 in the Nursery", "Toy Language Models: GPT-4 in the Nursery"),
        ("ToyNetV2: Inverted Residuals and Bottlenecks", "ToyNetV3: Inverted Residuals and Bottlenecks"),
        ("Supervised Learning of Toy Models from Text", "Unsupervised Learning of Toy Models from Text"),
        ("Training Large Toy Models with Feedback", "Training Larger Dog Models with Feedback"),
        ("Deep Toys", "Deep Learning of Toys"),
        ("The Toys of 2019", "The Toys of 2020"),
        ("Learning from Toys", "Learning with Toys"),
        ("Visual Toy Answering for All Children", "Textual Toy Answering for All Children"),
        ("", ""),
        ("Toys", ""),
        ("!!!", "???"),
    ],
)
def test_papers_of_one_series_are_told_apart(ours, theirs):
    assert not same_title(ours, theirs)
    assert not same_title(theirs, ours)


@given(TITLES, TITLES)
@settings(max_examples=150, deadline=None)
def test_being_the_same_title_works_both_ways(ours, theirs):
    assert same_title(ours, theirs) == same_title(theirs, ours)


@given(TITLES.filter(lambda title: any(character.isalnum() for character in title)))
@settings(max_examples=60, deadline=None)
def test_a_title_is_itself_in_any_case(title):
    assert same_title(title, title.upper())


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("A. Example", "Ada Example"),
        ("Example, Ada", "Ada Example"),
        ("Wei Wang", "Wang Wei"),
        ("Bo de la Sample", "B. Sample"),
        ("E. Müller", "Erika Muller"),
        ("OpenToys", "OpenToys"),
        ("Ada B. Example", "B. Example"),
        ("Jean-Luc Sample", "J. Sample"),
        ("Ada Example Jr.", "Ada Example"),
    ],
)
def test_one_person_is_written_in_many_ways(ours, theirs):
    assert same_person(ours, theirs)
    assert same_person(theirs, ours)


@pytest.mark.parametrize(
    ("ours", "theirs"), [("Ada Example", "Bo Example"), ("Ada Example", "Ada Sample"), ("A. B", "B. A"), ("", "Ada")]
)
def test_people_of_one_family_are_told_apart(ours, theirs):
    assert not same_person(ours, theirs)


def test_the_first_author_or_half_of_them_decide():
    assert same_authors(["A. One", "B. Two"], ["Al One", "Xi Else"]) is True
    assert same_authors(["B. Two", "A. One"], ["Al One", "Be Two", "Cy Three"]) is True
    assert same_authors(["A. One", "B. Two", "C. Three"], ["Xi Else", "Be Two"]) is False
    assert same_authors(["L. Elder", "B. Younger"], ["Q. Third"]) is False
    assert same_authors([], ["Al One"]) is None


@pytest.mark.parametrize(
    ("cited", "found", "kind", "same"),
    [
        (2021, 2021, "", True),
        (2021, 2022, "", True),
        (2022, 2020, "", False),
        (2022, 2019, "preprint", True),
        (2023, 2019, "preprint", False),
        (2019, 2021, "preprint", False),
        (None, 2021, "", None),
    ],
)
def test_a_preprint_may_be_older_than_what_is_cited(cited, found, kind, same):
    assert same_year(cited, Candidate(Service.ARXIV, "x", year=found, kind=kind)) is same


def test_a_subtitle_may_stand_in_a_field_of_its_own():
    found = Candidate(Service.CROSSREF, "NorthNet", subtitle="Polar Features for Matching")
    assert compare(Reference("x", title="NorthNet: Polar Features for Matching"), found).title


def test_the_examples_hold():
    assert doctest.testmod(agreement).failed == 0
