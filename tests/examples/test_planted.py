"""The example is what its lists say: the slips stand where they should, and the papers are those beside it."""

import io
import json
import re
import tarfile
from pathlib import Path

import pymupdf
import pytest

from tablecheck.model.number import parse_number

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
EXPECTED = json.loads((EXAMPLES / "expected.json").read_text(encoding="utf-8"))


def planted_cells() -> list[tuple[str, dict]]:
    return [(slip["path"], cell) for slip in EXPECTED["findings"] for cell in slip["cells"]]


@pytest.mark.parametrize(("path", "cell"), planted_cells())
def test_every_planted_number_stands_where_the_list_says(path: str, cell: dict) -> None:
    line = (EXAMPLES / path).read_text(encoding="utf-8").split("\n")[cell["line"] - 1]
    assert line[cell["column"] - 1 :].startswith(cell["printed"])


@pytest.mark.parametrize(("path", "cell"), planted_cells())
def test_no_planted_number_could_have_been_rounded_from_the_cited_one(path: str, cell: dict) -> None:
    printed, cited = parse_number(cell["printed"]), parse_number(cell["cited"])
    assert printed is not None
    assert cited is not None
    if cited.value < 1:  # the manuscript prints percentages where this paper prints fractions
        cited = cited.scaled(2)
    assert not printed.agrees_with(cited)


def test_there_are_seven_kinds_of_slips() -> None:
    assert len({slip["kind"] for slip in EXPECTED["findings"]}) == 7


def test_what_must_stay_silent_does_not_share_its_line_with_a_slip_unless_it_says_so() -> None:
    slips = {(path, cell["line"]) for path, cell in planted_cells()}
    for row in EXPECTED["silent"]:
        assert ((row["path"], row["line"]) in slips) == ("planted" in row["why"]), row


def test_the_page_for_people_names_every_slip() -> None:
    page = (EXAMPLES / "EXPECTED.md").read_text(encoding="utf-8")
    for path, cell in planted_cells():
        assert f"`{path}:{cell['line']}`" in page
        assert cell["printed"] in page
        assert cell["cited"] in page


def test_the_archive_holds_the_sources_beside_it() -> None:
    source = EXAMPLES / "papers-src" / "saltmarsh"
    content = (EXAMPLES / "papers" / "2208.90211v1.tar.gz").read_bytes()
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        packed = {member.name: archive.extractfile(member).read() for member in archive.getmembers()}  # type: ignore[union-attr]
    assert packed == {str(p.relative_to(source)): p.read_bytes() for p in source.rglob("*.tex")}


def test_the_pdf_prints_the_numbers_of_its_source() -> None:
    source = (EXAMPLES / "papers-src" / "fjordnet" / "fjordnet.tex").read_text(encoding="utf-8")
    with pymupdf.open(EXAMPLES / "papers" / "halvorsen2023fjordnet.pdf") as pdf:
        printed = " ".join(page.get_text() for page in pdf)
    tables = re.findall(r"\\midrule(.*?)\\bottomrule", source, re.S)
    numbers = {number for table in tables for number in re.findall(r"\d+\.\d+", table)}
    assert len(numbers) > 80
    assert {number for number in numbers if number not in printed} == set()


def test_the_versions_differ_in_the_pinned_row_only() -> None:
    first, second = (
        (EXAMPLES / "papers" / f"2304.90417v{version}.html").read_text(encoding="utf-8") for version in (1, 2)
    )
    changed = {row for row in rows(first) if row not in rows(second)}
    assert {row.split()[0] for row in changed} == {"DuneFormer-B"}
    assert len(changed) == 2


def rows(page: str) -> list[str]:
    plain = [re.sub(r"<annotation.*?</annotation>|<[^>]*>", " ", row) for row in re.findall(r"<tr.*?</tr>", page, re.S)]
    return [" ".join(row.split()) for row in plain]
