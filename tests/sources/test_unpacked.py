import io
import tarfile

from tablecheck.extractors.arxiv_latex import extract
from tablecheck.sources.unpacked import packed
from tests.sources.papers import names, north, obtain_one, save

MAIN = rb"""\documentclass{article}\usepackage{own}\title{NorthNet: Polar Features for Matching Things}
\begin{document}\input{tables/main} % \input{left/out}
\import{more/}{rows}\input{../../secret}\input{main}\end{document}"""
TABLE = rb"\begin{table}\caption{A}\begin{tabular}{lr}Method & Lake\\\hline NorthNet & 74.1\\\end{tabular}\end{table}"


def lay_out(folder):
    save(folder, **{"main.tex": MAIN, "own.sty": rb"\newcommand{\best}[1]{#1}", "unrelated.tex": rb"\section{B}"})
    save(folder / "tables", **{"main.tex": TABLE})
    save(folder / "more", **{"rows.tex": rb"Rows."})
    save(folder / "left", **{"out.tex": rb"Out."})


def members(content: bytes) -> list[str]:
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        return archive.getnames()


def test_a_source_unpacked_in_a_folder_is_one_document_with_all_it_includes(tmp_path):
    folder = tmp_path / "papers" / "2101.90001v2"
    lay_out(folder)
    (tmp_path / "secret.tex").write_bytes(b"secret")
    obtained = obtain_one(tmp_path / "papers", north(arxiv_id="2101.90001"))
    assert names(obtained) == ["main.tex"]
    document = obtained.documents[0]
    assert (document.kind, document.version) == ("latex", 2)
    assert members(document.content) == ["main.tex", "more/rows.tex", "own.sty", "tables/main.tex"]
    assert [cell.text for cell in extract(document.content).tables[0].cells][-1] == "74.1"


def test_the_same_files_give_the_same_bytes(tmp_path):
    for name in ("a", "b"):
        lay_out(tmp_path / name)
    first, second = (packed(tmp_path / name / "main.tex", MAIN) for name in ("a", "b"))
    assert first == second


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "secret.tex").write_bytes(b"secret")
    folder = save(tmp_path / "papers", **{"k.tex": MAIN})
    (folder / "tables").mkdir()
    (folder / "tables" / "main.tex").symlink_to(tmp_path / "secret.tex")
    assert packed(folder / "k.tex", MAIN) == MAIN


def test_a_source_that_includes_nothing_stays_as_it_is(tmp_path):
    assert packed(tmp_path / "main.tex", MAIN) == MAIN
