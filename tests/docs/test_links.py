"""No link in the pages of the project leads nowhere, and the drawn pages lead where the written ones do."""

import re
from pathlib import Path

import pytest

from tools.build_docs import build
from tools.docs_pages import ROOT, dead_links, pages, slugs, unreachable


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("# Start\n\n[other](other.md)\n", "utf-8")
    (tmp_path / "docs" / "other.md").write_text("# Other `one`\n\n## A part, *twice*\n\n## A part, twice\n", "utf-8")
    return tmp_path


def test_no_link_of_the_project_is_dead():
    assert dead_links(pages()) == []


def test_every_page_of_the_documentation_can_be_reached_from_its_start():
    lonely = {path for path in unreachable(pages(), Path("docs/index.md")) if path.parts[0] == "docs"}
    assert lonely == set()


@pytest.mark.parametrize(
    ("link", "wrong"),
    [
        ("other.md", ""),
        ("other.md#a-part-twice", ""),
        ("other.md#a-part-twice-1", ""),
        ("other.md#other-one", ""),
        ("#start", ""),
        ("https://example.org/", ""),
        ("anther.md", "there is no such file"),
        ("other.md#a-part", "there is no such heading"),
        ("#begin", "there is no such heading"),
        ("../docs", "there is no such file"),
        ("http://example.org/", "write https"),
    ],
)
def test_dead_links_are_found_and_others_are_not(folder: Path, link: str, wrong: str):
    (folder / "docs" / "index.md").write_text(f"# Start\n\nSee [this]({link}).\n\n    [not a link](x.md)\n", "utf-8")
    expected = [f"docs/index.md:3: {link}: {wrong}"] if wrong else []
    assert dead_links(pages(folder), folder) == expected


def test_a_page_that_nothing_links_to_is_found(folder: Path):
    (folder / "docs" / "lonely.md").write_text("# Lonely\n\n[start](index.md)\n", "utf-8")
    assert unreachable(pages(folder), Path("docs/index.md"), folder) == {Path("docs/lonely.md")}


def test_anchors_are_made_as_github_makes_them():
    headings = ["Exit codes", "What it can't do", "`--fix`, at last", "GitHub Actions", "exit codes", "Größe"]
    assert list(slugs(headings)) == [
        "exit-codes",
        "what-it-cant-do",
        "--fix-at-last",
        "github-actions",
        "exit-codes-1",
        "größe",
    ]


def test_every_link_of_the_drawn_pages_leads_to_a_file_and_an_anchor(tmp_path: Path):
    written = build(tmp_path)
    texts = {file: file.read_text("utf-8") for file in [*written, tmp_path / "index.html"]}
    assert len(written) == len(pages())
    for file, text in texts.items():
        assert "<script" not in text
        for address in re.findall(r'(?:href|src)="([^"]+)"', text):
            if re.match(r"https:|mailto:", address):
                continue
            path, _, anchor = address.partition("#")
            target = (file.parent / path).resolve() if path else file
            assert target.is_file(), (file, address)
            assert not anchor or f'id="{anchor}"' in texts[target], (file, address)


def test_the_start_page_is_first_in_the_menu(tmp_path: Path):
    build(tmp_path)
    page = (tmp_path / "docs" / "rules" / "README.html").read_text("utf-8")
    menu = re.findall(r'<li><a href="([^"]+)"( aria-current="page")?>', page)
    assert menu[0] == ("../index.html", "")
    assert ("README.html", ' aria-current="page"') in menu


def test_the_project_has_no_page_outside_what_is_looked_at():
    looked_at = {ROOT / page.path for page in pages()}
    skipped = {".venv", "tests", "site", ".git", "node_modules", "editors"}
    found = {path for path in ROOT.rglob("*.md") if not skipped & set(path.relative_to(ROOT).parts)}
    assert {path for path in found if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)} <= (
        looked_at
    )
