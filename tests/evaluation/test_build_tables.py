"""Sets of known tables are made out of LaTeX sources; no program of a stranger is run on the way."""

import shutil
from pathlib import Path

import pymupdf
import pytest

from tablecheck.evaluation import build_tables as builder
from tablecheck.evaluation.build_tables import build_tables, pair_structures
from tablecheck.evaluation.build_tables_tex import Anchored, read_anchors
from tablecheck.evaluation.table_scores import evaluate_tables
from tablecheck.extractors.html import read_html_table
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace

SOURCES = Path(__file__).resolve().parents[2] / "benchmarks" / "tables-src"
needs_tools = pytest.mark.skipif(
    not (shutil.which("pdflatex") and shutil.which("latexmlc")),
    reason="LOUD SKIP: pdflatex or latexmlc is not installed; apt-get install texlive-latex-extra latexml",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """The set made of two documents, one of them with programs beside it."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "tex" / "paper").mkdir(parents=True)
    shutil.copy(SOURCES / "longtable.tex", folder / "tex")
    shutil.copy(SOURCES / "rotated.tex", folder / "tex" / "paper" / "main.tex")
    for name in ("latexmkrc", ".latexmkrc", "booktabs.sty.ltxml"):
        (folder / "tex" / "paper" / name).write_text(f"open(F, '>', '{folder}/ran-{name}'); close(F);\n1;\n")
    (folder / "tex" / "broken.tex").write_text(
        "\\documentclass{no-such-class-anywhere}\\begin{document}x\\end{document}"
    )
    (folder / "tex" / "part.tex").write_text("% \\documentclass{article}\nA part of another document.")
    return folder, build_tables(folder / "tex", folder / "out")


@needs_tools
def test_every_table_has_its_place_and_its_structure(made):
    folder, built = made
    assert (built.documents, built.tables) == (2, 5)
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "longtable.json", "longtable.pdf", "paper_main.json", "paper_main.pdf"
    ]  # fmt: skip
    scores = evaluate_tables("htmlbbox", folder / "out", "pdf")
    assert scores.detected.f1 == 1.0
    assert scores.structure.con > 0.9


@needs_tools
def test_what_could_not_be_used_is_counted(made):
    assert set(made[1].rejected) <= {"document that does not compile", "document without tables"}
    assert sum(made[1].rejected.values()) == 1


@needs_tools
def test_programs_beside_a_paper_are_not_run(made):
    assert not list(made[0].glob("ran-*"))


@needs_tools
def test_the_anchors_are_not_in_the_pdf(made):
    with pymupdf.open(made[0] / "out" / "paper_main.pdf") as document:
        assert not [link for page in document for link in page.get_links()]


def _linked(*links: tuple[int, str, tuple[float, float, float, float]]) -> bytes:
    with pymupdf.open() as document:
        for _ in range(2):
            document.new_page(width=300, height=300).insert_text((50, 100), "Words of a long table")
        for page, name, box in links:
            document[page].insert_link(
                {"kind": pymupdf.LINK_URI, "uri": f"tablecheck:{name}", "from": pymupdf.Rect(box)}
            )
        return document.tobytes()


def test_a_long_table_is_what_is_printed_between_its_anchors():
    anchored = read_anchors(_linked((0, "1a", (10, 80, 11, 81)), (0, "1z", (10, 120, 11, 121))))
    (place,) = anchored.places
    assert place.page == 0
    assert 45 < place.x0 < 55 < 140 < place.x1 < 180
    assert anchored.texts[0].split() == ["Words", "of", "a", "long", "table"]


def test_a_long_table_over_pages_is_counted_and_left_out():
    anchored = read_anchors(_linked((0, "1a", (10, 80, 11, 81)), (1, "1z", (10, 120, 11, 121))))
    assert (anchored.places, anchored.over_pages) == ((), 1)


def test_places_and_structures_are_paired_by_their_text_whatever_their_order():
    places = tuple(PagePlace(0, 0, top, 100, top + 10) for top in (0, 20, 40))
    tables = [
        read_html_table(f"<table><tr><td>{one}<td>{number}</table>")
        for one, number in (("Estuary", "3.12"), ("Harbour", "4.47"), ("Nowhere", "9.99"))
    ]
    anchored = Anchored(b"", places, ("Jane Author, University", "Harbour 4.47", "Estuary 3.12"), 0)
    assert pair_structures(anchored, tables) == [(places[1], tables[1]), (places[2], tables[0])]


@pytest.mark.parametrize("missing", ["pdflatex", "latexmlc"])
def test_a_missing_program_is_named_with_what_brings_it(tmp_path, monkeypatch, missing):
    monkeypatch.setattr(shutil, "which", lambda name: None if name == missing else f"/usr/bin/{name}")
    with pytest.raises(UsageError, match=rf"no {missing} .*apt-get install"):
        build_tables(tmp_path, tmp_path / "out")


def test_a_folder_without_sources_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(builder.shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(UsageError, match=r"holds no \.tex file"):
        build_tables(tmp_path, tmp_path / "out")
