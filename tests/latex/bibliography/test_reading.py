from pathlib import Path

import pytest

from tablecheck.latex.bibliography import read_bibliography
from tests.data_folder import DATA, needs_data

CASE = Path(__file__).parents[2] / "cases" / "15-bib-resolution-traps"
ITEM = r"\begin{thebibliography}{1}\bibitem{%s} A. Example, ``%s,'' 2101.\end{thebibliography}"


def test_a_bib_entry_counts_before_a_printed_one_and_gaps_are_filled():
    files = {
        "refs.bib": "@misc{a, title={From the Bib}}",
        "paper.bbl": ITEM % ("a", "Printed") + ITEM % ("b", "Printed"),
    }
    references, problems = read_bibliography(files, ["paper.tex"], ["refs"])
    assert (references["a"].title, references["b"].title) == ("From the Bib", "Printed")
    assert not problems


def test_the_bbl_of_the_main_text_counts_before_others():
    files = {"a.bbl": ITEM % ("k", "Of Another"), "paper.bbl": ITEM % ("k", "Of the Paper")}
    references, _ = read_bibliography(files, ["paper.tex"], [])
    assert references["k"].title == "Of the Paper"


def test_a_missing_bib_file_is_told_unless_the_printed_references_are_there():
    _, problems = read_bibliography({}, ["paper.tex"], ["refs"])
    assert [problem.path for problem in problems] == ["refs"]
    _, problems = read_bibliography({"paper.bbl": ITEM % ("k", "Printed")}, ["paper.tex"], ["refs"])
    assert not problems


@pytest.mark.parametrize("name", ["refs", "refs.bib", "./refs", "bib/../refs"])
def test_a_bib_file_is_found_however_it_is_named(name):
    references, problems = read_bibliography({"refs.bib": "@misc{a, title={T}}"}, ["paper.tex"], [name])
    assert references.keys() == {"a"}
    assert not problems


def test_of_a_bibliography_of_a_whole_field_only_what_is_cited_is_read():
    bib = "".join(f"@misc{{toy:{number}, title = {{Toy {number}}}, crossref = {{all}}}}\n" for number in range(3000))
    files = {"refs.bib": bib + "@proceedings{all, year = 2101}", "paper.tex": r"Text \cite[see][]{toy:7, toy:2999}."}
    references, _ = read_bibliography(files, ["paper.tex"], ["refs"])
    assert references.keys() == {"toy:7", "toy:2999"}
    assert references["toy:7"].year == 2101
    assert len(read_bibliography(files, [], ["refs"])[0]) == 3001


def test_of_very_many_damaged_entries_the_first_are_told_and_the_rest_counted():
    bib = "".join(f"@misc{{toy{number}, title = {{\n" for number in range(90))
    references, problems = read_bibliography({"refs.bib": bib}, ["paper.tex"], ["refs"])
    assert len(references) == 90
    assert len(problems) == 51
    assert problems[-1].message.startswith("40 more")


def test_the_traps_of_real_bibliographies_are_read_right():
    files = {path.name: path.read_text(encoding="utf-8") for path in CASE.iterdir() if path.suffix in {".bib", ".tex"}}
    references, problems = read_bibliography(files, ["paper.tex"], ["a", "b"])
    assert not problems
    assert references.keys() == {"wrongid", "absid", "twin", "prep", "okay", "müller"}
    assert references["absid"].arxiv_id is None
    assert references["absid"].doi == "10.9999/toy.36.5731"
    assert (references["okay"].arxiv_id, references["okay"].arxiv_version) == ("2101.90001", 2)
    assert references["okay"].authors == ("Ada Example", "Bo Sample")
    assert references["müller"].title == "Töy Séries"
    assert references["müller"].arxiv_id == "hep-th/9999999"
    assert references["prep"].note == "in preparation"


@pytest.mark.data
@needs_data
def test_every_entry_of_real_bibliographies_is_read():
    import re

    heads = re.compile(r"^[ \t]*@\s*(?!string|comment|preamble)[a-z]+\s*[{(]\s*([^\s,]+)\s*,", re.M | re.I)
    count = 0
    for path in DATA.glob("manuscripts/**/*.bib"):
        text = path.read_text(encoding="utf-8")
        references, problems = read_bibliography({path.name: text}, [], [path.name])
        assert references.keys() == set(heads.findall(text)), path
        assert not problems, path
        assert all(reference.title for reference in references.values()), path
        count += len(references)
    assert count > 100
