"""The page on the formats has a section for each, and what it promises of numbers is what the program does."""

import re
from pathlib import Path

import pytest

from tablecheck.reporters import github
from tablecheck.reporters.formats import FORMATS
from tablecheck.reporters.html_report import picture

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_in_the_table_and_has_a_section_or_a_page(name: str) -> None:
    link = re.search(rf"^\| \[`{name}`\]\((\S+)\) \|", PAGE, re.M)
    assert link, name
    assert link[1] == "json.md" or f"\n## {link[1].removeprefix('#')}\n" in PAGE


def test_the_numbers_on_the_page_are_those_of_the_program() -> None:
    assert github.MOST == 10
    assert "no more than ten are printed" in PAGE
    assert picture.PATIENCE == 30
    assert "in half a minute" in PAGE
