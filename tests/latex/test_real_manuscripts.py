"""Real manuscripts: nothing breaks, nothing is lost, every place holds."""

import re
import time

import pytest

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.model.number import find_numbers
from tests.data_folder import DATA, needs_data
from tests.latex.test_positions import check_places

pytestmark = [needs_data, pytest.mark.data]
FOLDER = DATA / "manuscripts"
_COMMENT = re.compile(r"(?<!\\)%.*")


def test_all_manuscripts_are_read_whole(capsys):
    tables = numbers = citations = cells = 0
    seconds = 0.0
    for path in sorted(FOLDER.rglob("*.tex")):
        began = time.process_time()
        manuscript = read_manuscript(path)
        seconds += time.process_time() - began
        check_places(manuscript)
        begun = sum(
            len(re.findall(r"\\begin\{(?:tabular|longtable)[*x]?\}", _COMMENT.sub("", text)))
            for name, text in manuscript.texts.items()
            if name.endswith(".tex")
        )
        assert len(manuscript.tables) == begun, path
        assert all("cannot be found" in problem.message for problem in manuscript.problems), path
        tables += len(manuscript.tables)
        cells += sum(len(table.cells) for table in manuscript.tables)
        numbers += sum(len(cell.numbers) for table in manuscript.tables for cell in table.cells)
        citations += len(manuscript.citations) + sum(
            len(cell.citations) for table in manuscript.tables for cell in table.cells
        )
    with capsys.disabled():
        print(
            f"\n{tables} tables, {cells} cells, {numbers} numbers, {citations} citations;"
            f" {1000 * seconds / tables:.1f} ms a table, {1e6 * seconds / cells:.0f} µs a cell"
        )
    assert tables >= 40
    assert numbers > 3000


def test_the_source_at_a_number_reads_as_that_number():
    for path in sorted(FOLDER.rglob("*.tex")):
        manuscript = read_manuscript(path)
        for table in manuscript.tables:
            for cell in table.cells:
                for number in cell.numbers:
                    text = manuscript.texts[number.place.path]
                    source = text[number.place.span.start : number.place.span.end]
                    if source.startswith("\\"):  # a macro that stands for the number
                        continue
                    read = find_numbers(source)
                    assert [one.number.value for one in read] == [number.value], (path, source, cell.text)


def test_every_cited_key_of_a_manuscript_is_seen():
    for path in sorted(FOLDER.rglob("main.tex")):
        manuscript = read_manuscript(path)
        text = "".join(_COMMENT.sub("", text) for name, text in manuscript.texts.items() if name.endswith(".tex"))
        wanted = {
            key.strip()
            for keys in re.findall(r"\\[cC]ite[a-z]*\*?(?:\s*\[[^\]]*\])*\s*\{([^}]*)\}", text)
            for key in keys.split(",")
        }
        seen = {key for citation in manuscript.citations for key in citation.keys}
        seen |= {
            key
            for table in manuscript.tables
            for cell in table.cells
            for citation in cell.citations
            for key in citation.keys
        }
        assert seen == wanted
        assert wanted <= set(manuscript.references)
