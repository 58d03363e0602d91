"""The whole of ``eval tables``: read a data set, predict, keep, score, print."""

import json

import pytest
from rich.console import Console

from tablecheck.evaluation.datasets import read_data_set
from tablecheck.evaluation.predictions import Prediction, predict
from tablecheck.evaluation.table_report import draw_scores, scores_as_dict, scores_as_json
from tablecheck.evaluation.table_scores import evaluate_tables, score_tables
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell, Table, with_numbers
from tests.evaluation.pages import ROWS, draw_tables


@pytest.fixture
def folder(tmp_path):
    """A data set of one document with two tables on two pages."""
    boxes = draw_tables(tmp_path / "a.pdf", ROWS, ROWS)
    cells = [
        {"row_nums": [row], "column_nums": [column], "cell_text": text}
        for row, texts in enumerate(ROWS)
        for column, text in enumerate(texts)
    ]
    tables = [{"page": page, "bbox": box, "cells": cells} for page, box in enumerate(boxes)]
    (tmp_path / "gt.json").write_text(json.dumps({"a": tables}))
    return tmp_path


def _read(*tables: Table) -> tuple[Prediction, ...]:
    return (Prediction("a", tables, pages=2, cpu_seconds=1.0, wall_seconds=9.0),)


def _table(*rows: tuple[str, ...], page: int = 0, confidence: float = 1.0, box=(60, 80, 330, 152)) -> Table:
    cells = (Cell(row, column, text) for row, texts in enumerate(rows) for column, text in enumerate(texts))
    return Table(tuple(map(with_numbers, cells)), place=PagePlace(page, *box), confidence=confidence)


def test_a_perfect_extractor_gets_ones(folder):
    scores = evaluate_tables("gtjson", folder, "pymupdf_lines")
    figures = scores_as_dict(scores)
    assert (figures["pages"], figures["n_gt"], figures["n_pred"]) == (2, 2, 2)
    assert figures["td"] == {
        "precision": 1, "recall": 1, "f1": 1, "f1_text": 1, "expected_f1_0": 1, "ap": None, "d_ece": None,
    }  # fmt: skip
    assert figures["tsr"] == {"top": 1, "con": 1, "teds": 1}
    assert figures["te"] == {"f1_top": 1, "f1_con": 1, "f1_teds": 1}
    assert figures["linked_values"] == {"recall": 1, "precision": 1, "f1": 1}
    assert 0 < figures["seconds_per_page"] < 5


def test_figures_of_structure_are_weighted_by_those_of_detection(folder):
    data_set = read_data_set("gtjson", folder)
    # one of two tables found, without its last column; one read that is not there
    short = _table(*(row[:2] for row in ROWS), confidence=0.9)
    wrong = _table(("a", "b"), page=1, confidence=0.4, box=(0, 0, 10, 10))
    figures = scores_as_dict(score_tables(data_set, _read(short, wrong), "mine"))
    assert (figures["dataset"], figures["extractor"], figures["seconds_per_page"]) == (folder.name, "mine", 0.5)
    assert figures["td"]["f1"] == figures["td"]["precision"] == figures["td"]["recall"] == 0.5
    assert figures["td"]["expected_f1_0"] == pytest.approx(0.4 * 0.5 + 0.5 * 2 / 3, abs=1e-4)
    assert figures["td"]["ap"] == 0.5
    assert figures["td"]["d_ece"] == pytest.approx((0.1 + 0.4) / 2)
    assert figures["tsr"]["top"] == pytest.approx(2 * 6 / 15)
    assert figures["te"]["f1_top"] == pytest.approx(0.5 * 2 * 6 / 15)
    assert figures["tsr"]["teds"] == pytest.approx(1 - 3 / 12)
    assert figures["linked_values"] == {"recall": 0.25, "precision": 1, "f1": 0.4}


def test_tables_without_boxes_are_found_by_their_text(folder):
    data_set = read_data_set("gtjson", folder)
    bare = Table(_table(*ROWS).cells)
    figures = scores_as_dict(score_tables(data_set, _read(bare), "mine"))
    assert (figures["td"]["precision"], figures["td"]["recall"], figures["td"]["f1_text"]) == (1, 0.5, round(2 / 3, 4))


def test_an_extractor_that_reads_nothing_gets_zeros(folder):
    figures = scores_as_dict(score_tables(read_data_set("gtjson", folder), _read(), "mine"))
    assert figures["td"]["f1"] == figures["tsr"]["con"] == figures["linked_values"]["f1"] == 0


def test_what_was_read_is_kept_and_not_read_again(folder, tmp_path):
    data_set = read_data_set("gtjson", folder)
    first = predict(data_set, "pymupdf_lines", tmp_path / "kept")
    (folder / "a.pdf").write_bytes(b"gone")
    again = predict(data_set, "pymupdf_lines", tmp_path / "kept")
    assert [_texts(table) for table in again[0].tables] == [_texts(table) for table in first[0].tables]
    assert again[0].cpu_seconds == first[0].cpu_seconds
    assert score_tables(data_set, again, "x").detected == score_tables(data_set, first, "x").detected


def _texts(table: Table) -> list[str]:
    return [cell.text for cell in table.cells]


def test_a_damaged_prediction_is_misuse_that_says_what_to_delete(folder, tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "a.json").write_text("{")
    with pytest.raises(UsageError, match=r"a\.json"):
        predict(read_data_set("gtjson", folder), "pymupdf_lines", tmp_path / "kept")


def test_an_unreadable_document_is_counted_as_a_problem(folder):
    (folder / "a.pdf").write_bytes(b"%PDF-1.4 nothing")
    scores = evaluate_tables("gtjson", folder, "pymupdf_lines")
    assert scores.detected.found == 0
    assert scores.problems


def test_an_unknown_extractor_is_misuse(folder):
    with pytest.raises(UsageError, match="magic"):
        evaluate_tables("gtjson", folder, "magic")


def test_json_is_an_object_for_one_extractor_and_an_array_for_several(folder):
    scores = evaluate_tables("gtjson", folder, "pymupdf_lines")
    keys = "dataset extractor pages n_gt n_pred td tsr te linked_values seconds_per_page detail"
    assert " ".join(json.loads(scores_as_json([scores]))) == keys
    assert len(json.loads(scores_as_json([scores, scores]))) == 2


def test_the_drawing_has_a_line_for_each_extractor(folder):
    scores = evaluate_tables("gtjson", folder, "pymupdf_lines")
    console = Console(width=200, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    console.print(draw_scores([scores, scores]))
    drawn = console.export_text()
    console.file.close()
    assert drawn.count("pymupdf_lines") == 2
    assert "1.000" in drawn
