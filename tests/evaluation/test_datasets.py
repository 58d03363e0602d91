"""Readers of data sets, each over a small set of its form."""

import json
from pathlib import Path

import pymupdf
import pytest

from tablecheck.evaluation.datasets import read_data_set
from tablecheck.evaluation.datasets.gtjson import read_gtjson
from tablecheck.evaluation.detection import box_overlap, text_overlap
from tablecheck.evaluation.samples import Sample
from tablecheck.model.errors import UsageError
from tablecheck.model.table import Table
from tests.data_folder import DATA, needs_data
from tests.evaluation.pages import ROWS, draw_tables


def _texts(table: Table) -> list[list[str | None]]:
    return [[cell.text if cell else None for cell in row] for row in table.grid]


def _cells(rows) -> list[dict]:
    return [
        {"row_nums": [row], "column_nums": [column], "cell_text": text}
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    ]


def test_gtjson_gives_places_and_cells_and_counts_what_it_rejects(tmp_path):
    (box,) = draw_tables(tmp_path / "a.pdf", ROWS)
    overlapping = [*_cells(ROWS), {"row_nums": [0, 1], "column_nums": [0], "cell_text": "x"}]
    tables = [
        {"page": 0, "bbox": box, "cells": _cells(ROWS)},
        {"page": 0, "bbox": box, "cells": overlapping},
        {"page": 0, "bbox": box, "cells": []},
        {"bbox": box},
    ]
    (tmp_path / "gt.json").write_text(json.dumps({"a": tables, "b": []}))
    data_set = read_data_set("gtjson", tmp_path)
    assert [sample.name for sample in data_set.samples] == ["a"]
    assert _texts(data_set.samples[0].tables[0]) == [list(row) for row in ROWS]
    assert data_set.samples[0].tables[0].place.bbox == tuple(box)
    assert data_set.rejected == {
        "cells overlap": 1,
        "no cells": 1,
        "table not of the form of gt.json": 1,
        "document without a PDF": 1,
    }


def test_texts_are_folded_and_grids_begin_at_zero(tmp_path):
    draw_tables(tmp_path / "a.pdf", ROWS)
    cells = [{"row_nums": [3, 4], "column_nums": [2], "cell_text": "\n−1.0 \u00a0ﬁt "}]
    (tmp_path / "gt.json").write_text(json.dumps({"a": [{"page": 0, "bbox": [0, 0, 1, 1], "cells": cells}]}))
    assert _texts(read_data_set("gtjson", tmp_path).samples[0].tables[0]) == [["-1.0 fit"], ["-1.0 fit"]]


def test_limit_counts_documents(tmp_path):
    for name in "abc":
        draw_tables(tmp_path / f"{name}.pdf", ROWS)
    (tmp_path / "gt.json").write_text(json.dumps({name: [] for name in "cab"}))
    assert [sample.name for sample in read_data_set("gtjson", tmp_path, 2).samples] == ["a", "b"]


def test_htmlbbox_reads_a_file_a_document_and_files_of_many(tmp_path):
    html = "<table><tr><td rowspan=2>A</td><td>B</td></tr><tr><td>1.0</td></tr></table>"
    for name in ("a", "b", "c"):
        draw_tables(tmp_path / f"{name}.pdf", ROWS)
    entry = {"page": 0, "bbox": [1, 2, 3, 4], "html": html}
    (tmp_path / "a.json").write_text(json.dumps([entry]))
    (tmp_path / "more.json").write_text(json.dumps({"c": [entry]}))
    (tmp_path / "other.json").write_text("3")
    (tmp_path / "many.jsonl").write_text(
        json.dumps({**entry, "pdf": "b.pdf"}) + "\n" + json.dumps({**entry, "html": ""})
    )
    data_set = read_data_set("htmlbbox", tmp_path)
    assert [sample.name for sample in data_set.samples] == ["a", "b", "c"]
    assert [_texts(sample.tables[0]) for sample in data_set.samples] == [[["A", "B"], ["A", "1.0"]]] * 3
    assert data_set.samples[0].tables[0].place.bbox == (1, 2, 3, 4)
    assert data_set.rejected == {"annotation file that cannot be parsed": 1, "document without a PDF": 1}


_REGIONS = """<document><table id="1"><region id="1" page="1">
<bounding-box x1="60" y1="148" x2="330" y2="220"/></region></table></document>"""
_STRUCTURE = """<document><table id="1"><region id="1" page="1" col-increment="0" row-increment="0">
<cell start-row="0" start-col="1" end-col="2"><bounding-box x1="150" y1="200" x2="300" y2="218"/>
<content>Lake</content></cell>
<cell start-row="1" start-col="0"><bounding-box x1="62" y1="150" x2="100" y2="170"/><content>North</content></cell>
<cell start-row="1" start-col="1"><bounding-box x1="15ß" y1="150" x2="190" y2="170"/><content>85.3</content></cell>
</region></table></document>"""


def test_icdar2013_turns_boxes_round_and_keeps_spans(tmp_path):
    draw_tables(tmp_path / "eu-1.pdf", ROWS)
    draw_tables(tmp_path / "eu-2.pdf", ROWS)
    (tmp_path / "eu-1-reg.xml").write_text(_REGIONS)
    (tmp_path / "eu-1-str.xml").write_text(_STRUCTURE)
    data_set = read_data_set("icdar2013", tmp_path)
    (table,) = data_set.samples[0].tables
    assert _texts(table) == [[None, "Lake", "Lake"], ["North", "85.3", None]]
    assert (table.place.page, table.place.bbox) == (0, (60, 80, 330, 152))
    assert data_set.rejected == {"document without annotations": 1}


def test_icdar2013_joins_the_regions_of_a_page_by_their_increments(tmp_path):
    draw_tables(tmp_path / "eu-1.pdf", ROWS)
    region = (
        '<region page="1" row-increment="{}"><cell start-row="0" start-col="0"><content>{}</content></cell></region>'
    )
    structure = f"<document><table>{region.format(0, 'a')}{region.format(1, 'b')}</table></document>"
    (tmp_path / "eu-1-str.xml").write_text(structure)
    (tmp_path / "eu-1-reg.xml").write_text(_REGIONS)
    assert _texts(read_data_set("icdar2013", tmp_path).samples[0].tables[0]) == [["a"], ["b"]]


def test_pdf_parse_bench_reads_latex_and_knows_no_places(tmp_path):
    for folder in ("pdfs", "ground_truth"):
        (tmp_path / folder).mkdir()
    draw_tables(tmp_path / "pdfs" / "000.pdf", ROWS)
    latex = "\\begin{tabular}{lc} A & \\textbf{B} \\\\ \\hline x & $1.0_{\\pm 0.1}$ \\\\ \\end{tabular}"
    parts = [{"type": "text", "data": "words"}, {"type": "table", "data": latex}, {"type": "table", "data": "none"}]
    (tmp_path / "ground_truth" / "000.json").write_text(json.dumps(parts))
    data_set = read_data_set("pdf-parse-bench", tmp_path)
    (table,) = data_set.samples[0].tables
    assert _texts(table) == [["A", "B"], ["x", "1.0±0.1"]]
    assert table.place is None
    assert data_set.rejected == {"LaTeX that is not one table": 1}


def _voc(width: int, height: int, *objects: tuple[str, tuple[int, int, int, int]]) -> str:
    boxes = "".join(
        f"<object><name>{name}</name><bndbox><xmin>{box[0]}</xmin><ymin>{box[1]}</ymin><xmax>{box[2]}</xmax>"
        f"<ymax>{box[3]}</ymax></bndbox></object>"
        for name, box in objects
    )
    return f"<annotation><size><width>{width}</width><height>{height}</height></size>{boxes}</annotation>"


def test_pubtables1m_scales_boxes_and_puts_words_into_cells(tmp_path):
    draw_tables(tmp_path / "PMC1_2.pdf", ROWS)
    (tmp_path / "PMC1_2.xml").write_text(_voc(800, 600, ("table", (120, 160, 660, 304)), ("table", (0, 0, 9, 9))))
    structure = _voc(
        100, 40,
        ("table", (0, 0, 100, 40)),
        ("table row", (0, 0, 100, 20)),
        ("table row", (0, 20, 100, 40)),
        ("table column", (0, 0, 50, 40)),
        ("table column", (50, 0, 100, 40)),
        ("table spanning cell", (0, 0, 100, 19)),
    )  # fmt: skip
    (tmp_path / "PMC1_2_table_0.xml").write_text(structure)
    words = [("Lake", 40), ("Results", 60)]
    printed = [{"text": text, "bbox": [x, 5, x + 5, 10]} for text, x in words]
    printed += [{"text": text, "bbox": [x, 25, x + 5, 30]} for text, x in (("North", 10), ("85.3", 60), ("lost", 200))]
    (tmp_path / "PMC1_2_table_0_words.json").write_text(json.dumps(printed))
    (tmp_path / "PMC9_1.xml").write_text(_voc(1, 1))
    data_set = read_data_set("pubtables1m", tmp_path)
    (table,) = data_set.samples[0].tables
    assert _texts(table) == [["Lake Results", "Lake Results"], ["North", "85.3"]]
    assert table.place.bbox == (60, 80, 330, 152)
    assert data_set.rejected == {"table without structure": 1, "page without a PDF": 1}


@pytest.mark.parametrize("name", ["gtjson", "htmlbbox", "icdar2013", "pdf-parse-bench", "pubtables1m"])
def test_a_folder_of_another_form_is_misuse(tmp_path, name):
    with pytest.raises(UsageError):
        read_data_set(name, tmp_path)
    with pytest.raises(UsageError, match="no folder"):
        read_data_set(name, tmp_path / "nothing")


def test_an_unknown_data_set_is_misuse_and_the_message_lists_the_names(tmp_path):
    with pytest.raises(UsageError, match="gtjson"):
        read_data_set("mnist", tmp_path)


@needs_data
def test_the_competition_read_from_its_xml_is_what_was_read_from_it_before():
    folder = DATA / "te" / "icdar2013"
    before = {sample.name: sample for sample in read_gtjson(folder).samples}
    now = read_data_set("icdar2013", folder).samples
    assert {sample.name for sample in now} == set(before)
    for sample in now:
        assert len(sample.tables) == len(before[sample.name].tables)
        for one, other in zip(sample.tables, before[sample.name].tables, strict=True):
            assert text_overlap(one, other) > 0.99
            if _rotation(sample, one):
                # What was read before cut texts out of turned pages at the wrong places, and chose boxes by them.
                assert _held(sample, one) >= _held(sample, other)
            else:
                assert box_overlap(one, other) > 0.99


def _rotation(sample: Sample, table: Table) -> int:
    with pymupdf.open(sample.path) as document:
        return document[table.place.page].rotation


def _held(sample: Sample, table: Table) -> float:
    """The share of a table's cells whose text stands inside of its box, as the page is seen."""
    with pymupdf.open(sample.path) as document:
        page = document[table.place.page]
        words = [(pymupdf.Rect(word[:4]) * page.rotation_matrix, word[4]) for word in page.get_text("words")]
    box = pymupdf.Rect(table.place.bbox)
    inside = "".join(text for place, text in words if place.intersects(box))
    wanted = ["".join(cell.text.split()) for cell in table.cells]
    return sum(text in inside for text in wanted) / max(1, len(wanted))


@needs_data
def test_boxes_on_turned_pages_hold_their_tables():
    samples = read_data_set("icdar2013", DATA / "te" / "icdar2013").samples
    shares = [_held(sample, table) for sample in samples for table in sample.tables if _rotation(sample, table)]
    assert sorted(shares)[1] > 0.8, "more than one of them is somewhere else"


@needs_data
@pytest.mark.parametrize(("name", "folder", "tables"), [("gtjson", "latex-real", 20), ("pdf-parse-bench", "", 200)])
def test_the_development_sets_can_be_read(name, folder, tables):
    data_set = read_data_set(name, Path(DATA / "te" / (folder or name)))
    assert sum(len(sample.tables) for sample in data_set.samples) >= tables
