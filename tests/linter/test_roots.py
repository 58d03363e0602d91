"""Which main files a path means."""

import os
from pathlib import Path

import pytest

from tablecheck.linter.roots import find_roots
from tablecheck.model.errors import UsageError

MAIN = "\\documentclass{article}\n\\begin{document}\n%s\n\\end{document}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()  # nothing above the test is looked at
    return tmp_path


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def roots(path: str, **options) -> list[str]:
    return [root.as_posix() for root in find_roots(Path(path), **options)]


def test_a_main_file_means_itself(folder: Path):
    write({"a.tex": MAIN % "\\input{b}", "b.tex": MAIN % ""})
    assert roots("b.tex") == ["b.tex"]


def test_a_part_means_the_main_file_that_includes_it_over_several_steps(folder: Path):
    write(
        {
            "thesis.tex": MAIN % "\\include{chapters/results}",
            "other.tex": MAIN % "% \\include{chapters/results}",
            "chapters/results.tex": "\\input{tables/main}",
            "chapters/tables/main.tex": "1 & 2 \\\\",
        }
    )
    assert roots("chapters/results.tex") == ["thesis.tex"]
    assert roots("chapters/tables/main.tex") == ["thesis.tex"]
    os.chdir("chapters/tables")
    assert roots("main.tex") == [(folder / "thesis.tex").as_posix()]


def test_a_part_of_two_papers_means_both(folder: Path):
    write({"short.tex": MAIN % "\\input{tab}", "long.tex": MAIN % "\\input{tab.tex} \\input{more}", "tab.tex": "1"})
    assert roots("tab.tex") == ["long.tex", "short.tex"]


@pytest.mark.parametrize(
    "command",
    [
        "\\import{parts/}{tab}",
        "\\subimport{./parts}{tab}",
        "\\subfile{parts/tab}",
        "\\input parts/tab.tex",
        '\\input{"parts/tab"}',
    ],
)
def test_parts_are_known_by_every_command_that_includes(folder: Path, command: str):
    write({"paper.tex": MAIN % command, "parts/tab.tex": "1"})
    assert roots("parts/tab.tex") == ["paper.tex"]


@pytest.mark.parametrize(
    "magic",
    [
        "% !TEX root = ../thesis.tex",
        "%!TeX root=../thesis",
        '%% !TEX root = "../thesis.tex" ',
        "% !TEX root = ..\\thesis.tex",
    ],
)
def test_a_part_that_names_its_root_is_believed(folder: Path, magic: str):
    write({"thesis.tex": MAIN % "", "chapters/one.tex": f"% a comment\n{magic}\r\ntext"})
    assert roots("chapters/one.tex") == ["thesis.tex"]


def test_a_subfile_means_the_file_its_class_names(folder: Path):
    write({"thesis.tex": MAIN % "", "chapters/one.tex": "\\documentclass[../thesis]{subfiles}\n"})
    assert roots("chapters/one.tex") == ["thesis.tex"]


def test_roots_that_name_each_other_or_nothing_end(folder: Path):
    write({"a.tex": "% !TEX root = b.tex", "b.tex": "% !TEX root = a.tex", "c.tex": "% !TEX root = gone.tex"})
    assert roots("a.tex") == ["b.tex"]
    assert roots("c.tex") == ["c.tex"]


def test_a_part_without_a_main_file_is_checked_by_itself(folder: Path):
    write({"tab.tex": "1 & 2"})
    assert roots("tab.tex") == ["tab.tex"]


def test_a_folder_means_all_its_main_files_but_those_that_another_includes(folder: Path):
    write(
        {
            "main.tex": MAIN % "\\input{part} \\input{figure}",
            "appendix.tex": MAIN % "",
            "part.tex": "text",
            "figure.tex": "\\documentclass{standalone}\n",
            "chapter.tex": "\\documentclass[main]{subfiles}\n",
            "old/main.tex": MAIN % "",
        }
    )
    assert roots(".") == ["main.tex", "appendix.tex"]
    assert roots(".", exclude=["append*"]) == ["main.tex"]


def test_a_folder_without_a_main_file_at_its_top_means_those_nearest_to_it(folder: Path):
    write({"papers/a/main.tex": MAIN % "", "papers/b/main.tex": MAIN % "", "papers/b/old/x.tex": MAIN % ""})
    assert roots(".") == ["papers/a/main.tex", "papers/b/main.tex"]
    assert roots("papers/b") == ["papers/b/main.tex"]


def test_overleaf_takes_main_tex_though_its_class_comes_from_another_file(folder: Path):
    write({"main.tex": "\\input{preamble}\n\\begin{document}\n", "preamble.tex": "text"})
    assert roots(".") == ["main.tex"]


def test_latexmk_is_told_which_files_are_the_main_ones(folder: Path):
    write({"a.tex": MAIN % "", "b.tex": MAIN % "", "latexmkrc": "$pdf_mode = 1;\n@default_files = ('b.tex');\n"})
    assert roots(".") == ["b.tex"]
    Path("latexmkrc").write_text("# @default_files = ('b.tex');\n@default_files = ('../x.tex', '[');", "utf-8")
    assert roots(".") == ["a.tex", "b.tex"]


def test_the_configuration_is_asked_before_all_else_for_folders_and_parts(folder: Path):
    write({"a.tex": MAIN % "\\input{t}", "b.tex": MAIN % "\\input{t}", "t.tex": "1"})
    assert roots(".", configured=[Path("b.tex")]) == ["b.tex"]
    assert roots("t.tex", configured=[Path("b.tex")]) == ["b.tex"]
    with pytest.raises(UsageError, match=r"names gone\.tex as a main file"):
        roots(".", configured=[Path("gone.tex")])


def test_an_unsaved_text_counts_in_place_of_the_one_on_disk(folder: Path):
    write({"paper.tex": MAIN % "", "tab.tex": "1"})
    unsaved = {Path("paper.tex").resolve(): MAIN % "\\input{tab}\\input{new}"}
    assert roots("tab.tex", unsaved=unsaved) == ["paper.tex"]
    assert roots("new.tex", unsaved={**unsaved, Path("new.tex").resolve(): "2"}) == ["paper.tex"]


def test_what_is_not_there_is_said(folder: Path):
    with pytest.raises(UsageError, match=r"there is no file gone\.tex"):
        roots("gone.tex")
    with pytest.raises(UsageError, match=r"has a \\documentclass"):
        roots(".")


def test_links_that_lead_in_a_circle_are_no_files(folder: Path):
    write({"main.tex": MAIN % "\\input{loop}"})
    for link, target in (("loop.tex", "pool.tex"), ("pool.tex", "loop.tex")):
        try:
            Path(link).symlink_to(target)
        except OSError:
            pytest.skip("LOUD SKIP: no links can be made here")
    assert roots("main.tex") == ["main.tex"]
    assert roots(".") == ["main.tex"]
    with pytest.raises(UsageError, match=r"there is no file loop\.tex"):
        roots("loop.tex")
