"""Printed references: what BibTeX prints for one bibliography in each style must be read back."""

import shutil
import subprocess
from pathlib import Path

import pytest
from rapidfuzz import fuzz

from tests.latex.bibliography.reading import read_bbl

SOURCE = r"""
@article{north, title={{NorthNet}: Polar Features for $k$-Way Matching}, author={Ada Example and Bo van Sample and
  M{\"u}ller, E.}, journal={arXiv preprint arXiv:2101.90001v2}, year={2101}}
@inproceedings{south, title={Deep \emph{Toy} Learning: a Study}, author={Elder, L. B. and Younger, B. and Third, Q. and
  Fourth, F.}, booktitle={Proc. of Toys}, year={2019}, pages={1--10}, doi={10.9999/toy_1},
  url={https://openreview.net/forum?id=abc_D-1}}
@misc{team, title={What Is a Toy? And Why It Matters}, author={{The Toy Team}},
  howpublished={\url{https://example.org/toy}}, year=2020}
@book{book, title={The Book of Toys}, author={Smith, John}, publisher={Toy Press}, year=1999}
@misc{gale, title={Gale and the Wind, Rain, and Snow}, author={Doe, Jane and others}, eprint={hep-th/9901001},
  archivePrefix={arXiv}, year=1999}
"""
TITLES = {
    "north": "NorthNet: Polar Features for k-Way Matching",
    "south": "Deep Toy Learning: a Study",
    "team": "What Is a Toy? And Why It Matters",
    "book": "The Book of Toys",
    "gale": "Gale and the Wind, Rain, and Snow",
}
FIRST_AUTHORS = {"north": "Example", "south": "Elder", "team": "The Toy Team", "book": "Smith", "gale": "Doe"}
YEARS = {"north": 2101, "south": 2019, "team": 2020, "book": 1999, "gale": 1999}
STYLES = [
    "plain", "plainnat", "unsrtnat", "abbrvnat", "alpha", "acm", "apalike", "amsplain", "siam", "ieeetr", "IEEEtran",
    "IEEEtranN", "splncs04", "elsarticle-num", "elsarticle-harv", "apsrev4-2", "ACM-Reference-Format", "naturemag",
]  # fmt: skip
# What a style does not print, or prints so that nothing tells the title from what stands beside it.
UNTOLD = {("apsrev4-2", "north"), ("apsrev4-2", "south"), ("elsarticle-num", "team")}


def printed_by(style: str, folder: Path) -> str:
    if shutil.which("bibtex") is None or shutil.which("kpsewhich") is None:
        pytest.skip("LOUD SKIP: bibtex is not installed; the printed references of real styles are not tested")
    if subprocess.run(["kpsewhich", f"{style}.bst"], capture_output=True, timeout=60, check=False).returncode:
        pytest.skip(f"LOUD SKIP: the style {style} is not installed")
    (folder / "refs.bib").write_text(SOURCE, encoding="utf-8")
    (folder / "p.aux").write_text(
        f"\\relax\n\\citation{{*}}\n\\bibstyle{{{style}}}\n\\bibdata{{refs}}\n", encoding="utf-8"
    )
    subprocess.run(["bibtex", "p"], cwd=folder, capture_output=True, timeout=60, check=False)
    return (folder / "p.bbl").read_text(encoding="utf-8")


@pytest.mark.parametrize("style", STYLES)
def test_what_a_style_prints_is_read_back(style, tmp_path):
    references = read_bbl(printed_by(style, tmp_path))
    assert references.keys() == TITLES.keys()
    for key, reference in references.items():
        if (style, key) in UNTOLD:
            assert reference.title is None
            continue
        assert reference.title is not None
        assert fuzz.ratio(reference.title.lower(), TITLES[key].lower()) == 100, (key, reference.title)
        assert reference.authors[0].endswith(FIRST_AUTHORS[key]), (key, reference.authors)
        assert reference.year == YEARS[key]
    assert (references["north"].arxiv_id, references["north"].arxiv_version) == ("2101.90001", 2)


def test_the_optional_argument_may_nest_and_the_key_may_stand_on_the_next_line():
    references = read_bbl(r"""
        \begin{thebibliography}{1}
        \bibitem[{{The [Toy] Team}(2020)}]%
                {team}
        {The Toy Team}.
        \newblock What is a toy?
        \newblock 2020.
        \end{thebibliography}
        trailing words of 1999
    """)
    assert references["team"].title == "What is a toy?"
    assert references["team"].year == 2020


def test_a_bibliography_written_by_hand_is_read_out_of_the_text():
    from tablecheck.latex.bibliography import read_bibliography

    text = r"""Text.
\begin{thebibliography}{9}
\bibitem{a} A. Example, ``NorthNet: Polar Features,'' arXiv:2101.90001, 2101.
% \bibitem{b} B. Sample, ``Left out,'' 2102.
\bibitem{c} C. Third: no title to be told from the rest
\end{thebibliography}"""
    references, problems = read_bibliography({"paper.tex": text}, ["paper.tex"], [])
    assert references.keys() == {"a", "c"}
    assert references["a"].title == "NorthNet: Polar Features"
    assert references["a"].arxiv_id == "2101.90001"
    assert not problems
    place = references["a"].place
    assert place is not None
    assert text[place.span.start : place.span.end].startswith(r"\bibitem{a}")


DAMAGED = [
    r"\bibitem",
    r"\bibitem[{",
    r"\bibitem{",
    r"\bibitem[a]{b",
    r"\bibitem{k} \href{" * 3000,
    r"\bibitem{k} " + r"\href{" * 30_000,
    r"\bibitem{k}" + "{" * 90_000,
    r"\bibitem{k} " + "A. B, " * 30_000,
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_item_makes_nothing_fail(text):
    read_bbl(text)
