import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.latex.bibliography.reading import read_bib, read_bib_with_problems, read_entry

SLIPS = ["{", "}", '"', "@", ",", "=", "#", "\\", "@misc{", "@string{", "%"]
THREE = """\
@article{one, title = {First Toy}, year = 2101}

@inproceedings{two,
  title = {Second Toy},
  author = {Sample, Bo},
  year = {2102}
}

@misc{three, title = "Third Toy"}
"""


def test_every_entry_keeps_its_place():
    references, problems = read_bib_with_problems(THREE)
    assert not problems
    for key, reference in references.items():
        assert reference.place is not None
        assert reference.place.path == "refs.bib"
        span = reference.place.span
        assert THREE[span.start : span.end].startswith("@")
        assert THREE[span.start : span.end].endswith("}")
        assert f"{{{key}," in THREE[span.start : span.end]


@pytest.mark.parametrize(
    "head",
    [
        "@misc(key, title = {A (Toy) Title})",
        "@ misc {key, title = {A (Toy) Title}}",
        "@MISC\n{key, title={A (Toy) Title}}",
    ],
)
def test_entries_in_unusual_writing_are_read(head):
    assert read_bib(head)["key"].title == "A (Toy) Title"


def test_strings_are_put_in_and_joined():
    references = read_bib("""\
         @String{ toys = "Proc. of " # "Toys" }
        @string(arx = {arXiv preprint })
        @misc{key, title = toys # " (" # jan # ")", journal = arx # {arXiv:2101.90001}, year = 2101}
    """)
    assert references["key"].title == "Proc. of Toys (January)"
    assert references["key"].arxiv_id == "2101.90001"


def test_a_string_of_one_file_serves_the_next():
    from tablecheck.latex.bibliography import read_bibliography

    files = {"strings.bib": "@string{name = {A Shared Title}}", "refs.bib": "@misc{key, title = name}"}
    references, _ = read_bibliography(files, ["paper.tex"], ["strings", "refs"])
    assert references["key"].title == "A Shared Title"


def test_a_string_defined_twice_and_a_field_given_twice_lose_no_entry():
    references, problems = read_bib_with_problems("""\
        @string{a = {One}}
        @string{a = {One}}
        @misc{key, title = a, title = {Two}, year = 2101}
    """)
    assert references["key"].title == "One"
    assert not problems


def test_the_first_of_two_entries_with_one_key_counts():
    assert read_bib("@misc{key, title={First}}\n@misc{key, title={Second}}")["key"].title == "First"


def test_an_entry_inherits_the_year_of_its_volume_but_not_its_identifiers():
    child = read_bib("""\
        @inproceedings{child, title={A Toy}, crossref={volume}}
        @proceedings{volume, title={Proc. of Toys}, year={2101}, doi={10.9999/volume}, eprint={2101.90001}}
    """)["child"]
    assert (child.title, child.year, child.doi, child.arxiv_id) == ("A Toy", 2101, None, None)


def test_a_forgotten_comma_costs_no_field():
    reference = read_entry("title = {A Toy} author = {Sample, Bo}, year = 2101")
    assert (reference.title, reference.authors, reference.year) == ("A Toy", ("Bo Sample",), 2101)


HALF_TYPED = [
    "@misc{half, title = {Half a Toy",
    '@misc{half, title = "Half a Toy',
    "@misc{half, title = {Half a Toy}, author = {Sam",
    "@misc{half, title = {Half a Toy},",
    "@misc{half, title = {Half a Toy}, year",
]


@pytest.mark.parametrize("half", HALF_TYPED)
def test_a_half_typed_entry_leaves_its_neighbours_whole_and_is_told(half):
    text = THREE.replace("@inproceedings", half + "\n\n@inproceedings")
    references, problems = read_bib_with_problems(text)
    assert {"one", "two", "three"} <= references.keys()
    assert references["two"].title == "Second Toy"
    assert references["half"].title == "Half a Toy"
    assert [(p.path, p.line) for p in problems] == [("refs.bib", 3)]


def test_a_half_typed_entry_at_the_end_is_read_as_far_as_it_goes():
    references, problems = read_bib_with_problems(THREE + "@misc{last, title = {Last Toy}, ye")
    assert references["last"].title == "Last Toy"
    assert len(problems) == 1


@given(st.integers(0, len(THREE)), st.sampled_from(SLIPS))
@settings(max_examples=150)
def test_one_typing_slip_never_costs_a_later_entry(position, slip):
    references = read_bib(THREE[:position] + slip + THREE[position:])
    untouched = [key for key in ("one", "two", "three") if THREE.index(key) < position - 60]
    assert set(untouched) <= references.keys()
    if position < THREE.index("@inproceedings") - 1:
        assert "three" in references


@given(st.text(alphabet='@{}(),="#\\ \nabmisctrng%', max_size=200))
@settings(max_examples=150)
def test_no_text_makes_reading_fail(text):
    references, _ = read_bib_with_problems(text)
    for reference in references.values():
        assert reference.place is not None
        assert reference.place.span.end <= len(text)


HOSTILE = [
    "@misc{" * 20_000,
    "@misc{a, title={" + "{" * 50_000,
    '@misc{a, title="' * 10_000,
    "{" * 200_000,
    "@" * 100_000,
    "@misc{a, title=" + "a # " * 50_000,
    "@misc{a, author={" + "A and " * 20_000 + "}}",
    "@misc{a, title={" + "\\'{" * 5_000,
    "@misc{a, note={" + "arXiv " * 20_000 + "}}",
    "@string{a = " + "b" * 100_000,
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_file_costs_bounded_time(text):
    read_bib_with_problems(text)


def test_accents_and_commands_become_letters():
    reference = read_entry(
        r"title = {T\"oy {S{\'e}ries} of \emph{Gr\o{}ss} 50\% \& more---for {$\alpha$}}, author = {M{\"u}ller, \'Eva}"
    )
    assert reference.title == "Töy Séries of Grøss 50% & more—for α"
    assert reference.authors == ("Éva Müller",)


def test_authors_are_given_in_printed_order():
    authors = "Example, Ada and Bo de la Sample and {The Toy Team and Friends} and King, Jr, Martin and others"
    reference = read_entry(f"author = {{{authors}}}")
    assert reference.authors == ("Ada Example", "Bo de la Sample", "The Toy Team and Friends", "Martin King Jr")
