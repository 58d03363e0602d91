"""The storage folders of Zotero, and the file fields that Zotero and JabRef write."""

from pathlib import Path

import pytest

from tablecheck.latex.bibliography.reading import read_bibliography
from tablecheck.sources.library import Library
from tests.sources.papers import ADA, NORTH, SOUTH, html, names, pdf, save

BIB = """@article{{north, title = {{{title}}}, author = {{{authors}}}, year = 2101, file = {{{file}}}}}"""


def obtained(folder: Path, root: Path, file: str = ""):
    text = BIB.format(title=NORTH, authors=" and ".join(ADA), file=file)
    references, _ = read_bibliography({"refs.bib": text}, (), ("refs.bib",))
    return Library([folder], root).obtain(list(references.values()))[0]


def storage(tmp_path: Path) -> Path:
    """Two papers of which each is called "Full Text.pdf", a page saved with one, and Zotero's own files."""
    folder = tmp_path / "Zotero" / "storage"
    save(folder / "AAAA1111", **{"Full Text.pdf": pdf(SOUTH, ("Cy Placeholder",)), ".zotero-ft-cache": b"words"})
    save(folder / "BBBB2222", **{"Full Text.pdf": pdf(), ".zotero-ft-info": b"1"})
    save(folder / "CCCC3333", **{"notes.txt": b"words", "snapshot.html": html(SOUTH)})
    return folder


WRITTEN = [
    "",  # by the title on the first page
    "Full Text PDF:{folder}/BBBB2222/Full Text.pdf:application/pdf",
    "Full Text PDF:/home/elsewhere/Zotero/storage/BBBB2222/Full Text.pdf:application/pdf",
    r"Full Text PDF:C\:\\Users\\ada\\Zotero\\storage\\BBBB2222\\Full Text.pdf:application/pdf",
    "Page:/home/x/storage/DDDD4444/gone.html:text/html;PDF:/home/x/storage/BBBB2222/Full Text.pdf:application/pdf",
]


@pytest.mark.parametrize("file", WRITTEN)
def test_a_paper_in_the_storage_of_zotero_is_found(tmp_path, file):
    folder = storage(tmp_path)
    found = obtained(folder, tmp_path, file.format(folder=folder))
    assert [Path(one.found_at).parent.name for one in found.documents] == ["BBBB2222"], found.reason


@pytest.mark.parametrize("file", WRITTEN[1:])
def test_among_files_of_one_name_the_folder_that_is_written_decides(tmp_path, file):
    """Neither file shows what it is, as scans do."""
    folder = tmp_path / "Zotero" / "storage"
    save(folder / "AAAA1111", **{"Full Text.pdf": pdf("", (), stamp="a")})
    save(folder / "BBBB2222", **{"Full Text.pdf": pdf("", (), stamp="b")})
    found = obtained(folder, tmp_path, file.format(folder=folder))
    assert [Path(one.found_at).parent.name for one in found.documents] == ["BBBB2222"], found.reason


def test_among_files_of_one_name_of_which_none_is_meant_none_is_taken_unseen(tmp_path):
    folder = tmp_path / "Zotero" / "storage"
    save(folder / "AAAA1111", **{"Full Text.pdf": pdf("", (), stamp="a")})
    save(folder / "BBBB2222", **{"Full Text.pdf": pdf("", (), stamp="b")})
    found = obtained(folder, tmp_path, "PDF:/home/x/storage/EEEE5555/Full Text.pdf:application/pdf")
    assert found.documents == ()


@pytest.mark.parametrize(
    "file", [":lib/north-final.pdf:PDF", "A title\\: part 1:lib/north-final.pdf:PDF", "lib/north-final.pdf"]
)
def test_the_forms_of_jabref_are_followed_from_the_folder_of_the_manuscript(tmp_path, file):
    save(tmp_path / "lib", **{"north-final.pdf": pdf()})
    assert names(obtained(tmp_path / "empty", tmp_path, file)) == ["north-final.pdf"]


def test_a_folder_of_any_depth_is_searched(tmp_path):
    deep = tmp_path.joinpath("papers", *"abcdefghij")
    save(deep, **{"x.pdf": pdf()})
    assert names(obtained(tmp_path / "papers", tmp_path)) == ["x.pdf"]
