"""In real manuscripts a mark can stand beside every number of every table, and all tables read as before."""

from dataclasses import replace

import pytest

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.linter.comments.marks import marks_of
from tablecheck.linter.comments.writing import mark_findings
from tests.data_folder import DATA, needs_data
from tests.reporters.reports import FINDING

pytestmark = [needs_data, pytest.mark.data]


def test_every_number_can_be_marked():
    manuscripts = marks = 0
    for path in sorted((DATA / "manuscripts").rglob("*.tex")):
        manuscript = read_manuscript(path)
        numbers = [number for table in manuscript.tables for cell in table.cells for number in cell.numbers]
        findings = [replace(FINDING, place=number.place, text=number.text) for number in numbers if number.place]
        if not findings:
            continue
        marked = mark_findings(
            manuscript, findings, lambda texts, path=path: read_manuscript(path, texts), "as printed"
        )
        assert not marked.refused, (path, marked.refused[0])
        after = read_manuscript(path, marked.texts)
        lines = {
            (one.place.path, manuscript.texts[one.place.path].find("\n", one.place.span.start)) for one in findings
        }
        assert len(marks_of(after)) - len(marks_of(manuscript)) == len(lines)
        assert [[cell.text for cell in table.cells] for table in after.tables] == [
            [cell.text for cell in table.cells] for table in manuscript.tables
        ]
        manuscripts += 1
        marks += len(lines)
    assert manuscripts >= 5
    assert marks > 500
