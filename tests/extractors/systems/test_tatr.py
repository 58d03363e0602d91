"""Table Transformer is driven through the documented calls of transformers; its objects become cells."""

import contextlib
import itertools
import json
import sys
from types import ModuleType, SimpleNamespace

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.extractors.systems import tatr
from tablecheck.extractors.systems.tatr_grid import Printed, Thing, cells_of
from tablecheck.extractors.systems.xy_cut import blocks_of
from tablecheck.model.table import Table
from tests.evaluation.pages import ROWS, draw_tables

_LABELS = {
    "detection": ["table", "table rotated"],
    "structure": [
        "table", "table column", "table row", "table column header", "table projected row header", "table spanning cell"
    ],
}  # fmt: skip


def _grid(rows: int, columns: int) -> list[Thing]:
    down = [Thing("table row", 0.9, (0, 20 * row, 100 * columns, 20 * row + 20)) for row in range(rows)]
    return down + [Thing("table column", 0.9, (100 * n, 0, 100 * n + 100, 20 * rows)) for n in range(columns)]


def _words(*texts: tuple[str, int, int]) -> list[Printed]:
    return [
        Printed(text, (100 * column + 10, 20 * row + 5, 100 * column + 40, 20 * row + 15))
        for text, row, column in texts
    ]


def test_rows_and_columns_cross_in_cells_and_words_fall_into_them():
    cells = cells_of(_grid(2, 2), _words(("A", 0, 0), ("85.3", 1, 1), ("±", 1, 1), ("outside", 9, 9)))
    assert [cell.text for cell in cells] == ["A", "", "", "85.3 ±"]


def test_a_spanning_cell_joins_what_it_covers_and_the_header_is_marked():
    things = [
        *_grid(3, 3),
        Thing("table spanning cell", 0.8, (100, 0, 300, 20)),
        Thing("table spanning cell", 0.7, (0, 0, 200, 20)),
        Thing("table column header", 0.9, (0, 0, 300, 38)),
        Thing("table projected row header", 0.9, (0, 40, 300, 60)),
    ]
    table = Table(cells_of(things, _words(("Lake", 0, 1), ("wide", 0, 2), ("Group", 2, 0))))
    assert table.at(0, 2).text == "Lake wide"
    assert table.at(0, 0).column_span == 1  # the surer span has a part of what the other wants
    assert table.at(2, 2).text == "Group"
    assert [table.at(row, 0).is_header for row in range(3)] == [True, True, False]


def test_of_two_rows_in_one_place_the_surer_one_stays():
    things = [*_grid(2, 2), Thing("table row", 0.6, (0, 3, 200, 22)), Thing("table row", 0.3, (0, 50, 200, 70))]
    assert Table(cells_of(things, [])).row_count == 2


_BOXES = st.tuples(*[st.floats(0, 300)] * 4).map(
    lambda box: (min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3]))
)
_THINGS = st.lists(st.builds(Thing, st.sampled_from(_LABELS["structure"]), st.floats(0, 1), _BOXES), max_size=12)


@settings(max_examples=150, deadline=None)
@given(_THINGS, st.lists(st.builds(Printed, st.text(max_size=3), _BOXES), max_size=8))
def test_whatever_a_model_sees_cells_do_not_overlap(things, words):
    table = Table(cells_of(things, words))
    assert all(place is not None for row in table.grid for place in row)


def test_a_page_is_cut_along_its_gaps():
    left = [(x, y, x + 30, y + 8) for x, y in itertools.product((0, 32), (0, 10, 20))]
    right = [(x + 200, y, x + 230, y + 8) for x, y in itertools.product((0, 32), (0, 10, 60))]
    assert blocks_of(left + right) == [(0, 0, 62, 28), (200, 0, 262, 18), (200, 60, 262, 68)]
    assert blocks_of([]) == []


@settings(max_examples=100, deadline=None)
@given(st.lists(_BOXES, min_size=1, max_size=30))
def test_no_word_is_lost_by_cutting(boxes):
    blocks = blocks_of(boxes)
    assert all(any(b[0] <= w[0] and b[1] <= w[1] and b[2] >= w[2] and b[3] >= w[3] for b in blocks) for w in boxes)


class _Tensor(list):
    def tolist(self) -> list:
        return list(self)


@pytest.fixture
def models(tmp_path, monkeypatch):
    """Stand-ins for torch and transformers that see the table of ``draw_tables``, whose cells are 90 by 24 points."""
    calls = []
    for part in _LABELS:
        (tmp_path / part).mkdir()
        (tmp_path / part / "config.json").write_text(json.dumps({"part": part}))

    def seen(part: str, shape: tuple[int, ...]) -> list[tuple[str, float, tuple[float, ...]]]:
        if part == "detection":
            return [("table", 0.97, (120.0, 160.0, 660.0, 304.0)), ("table", 0.51, (0.0, 500.0, 90.0, 590.0))]
        if shape[1] < 300:
            return []
        left, top = (20, 20) if shape[1] > 500 else (4, 4)
        rows = [("table row", 0.9, (left, top + 48 * n, left + 540, top + 48 * n + 48)) for n in range(3)]
        columns = [("table column", 0.9, (left + 180 * n, top, left + 180 * n + 180, top + 144)) for n in range(3)]
        return [("table", 0.9, (left, top, left + 540, top + 144)), *rows, *columns]

    class Processor:
        def __init__(self, place: str, **options: object) -> None:
            self.part = json.loads((tmp_path / place.rsplit("/", 1)[1] / "config.json").read_text())["part"]
            calls.append((self.part, options))

        from_pretrained = classmethod(lambda cls, place, **options: cls(place, **options))

        def __call__(self, images, return_tensors: str) -> dict[str, object]:
            assert (images.dtype.name, images.ndim, return_tensors) == ("uint8", 3, "pt")
            return {"pixel_values": images}

        def post_process_object_detection(self, outputs, threshold: float, target_sizes: list) -> list[dict]:
            things = [thing for thing in seen(self.part, outputs.shape) if thing[1] >= threshold]
            assert target_sizes == [outputs.shape[:2]]
            return [
                {
                    "labels": _Tensor(_LABELS[self.part].index(label) for label, _, _ in things),
                    "scores": _Tensor(score for _, score, _ in things),
                    "boxes": _Tensor(list(box) for _, _, box in things),
                }
            ]

    class Model:
        def __init__(self, place: str) -> None:
            self.config = SimpleNamespace(id2label=dict(enumerate(_LABELS[place.rsplit("/", 1)[1]])))

        @classmethod
        def from_pretrained(cls, place: str, *, local_files_only: bool) -> "Model":
            assert local_files_only
            return cls(place)

        def __call__(self, pixel_values: object) -> object:
            return pixel_values

    torch, transformers = ModuleType("torch"), ModuleType("transformers")
    torch.no_grad = contextlib.nullcontext
    transformers.AutoImageProcessor, transformers.TableTransformerForObjectDetection = Processor, Model
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "transformers", transformers)
    monkeypatch.setenv(tatr.VARIABLE, str(tmp_path))
    tatr.load_models.cache_clear()
    yield calls
    tatr.load_models.cache_clear()


def test_detected_tables_are_read_with_the_text_of_the_pdf(models, tmp_path):
    draw_tables(tmp_path / "a.pdf", ROWS)
    extraction = tatr.extract((tmp_path / "a.pdf").read_bytes())
    assert not extraction.problems
    (table,) = extraction.tables
    assert [[cell.text for cell in row] for row in table.grid] == [list(row) for row in ROWS]
    assert table.place.bbox == (60.0, 80.0, 330.0, 152.0)
    assert (table.read_by, table.confidence) == ("tatr", 0.97)
    assert table.at(0, 0).is_header
    assert models == [
        (part, {"size": {"shortest_edge": size, "longest_edge": size}, "local_files_only": True})
        for part, size in (("detection", 800), ("structure", 1000))
    ]


def test_blocks_of_an_xy_cut_are_tables_where_the_structure_model_sees_one(models, tmp_path):
    with pymupdf.open() as document:
        page = document.new_page(width=400, height=300)
        page.insert_text((60, 60), "A paragraph.", fontsize=10)
        for row, texts in enumerate(ROWS):
            for column, text in enumerate(texts):
                page.insert_text((60 + 66 * column, 100 + 14 * row), f"{text} and so", fontsize=10)
        content = document.tobytes()
    extraction = tatr.extract_xy_cut(content)
    assert not extraction.problems
    (table,) = extraction.tables
    assert (table.read_by, table.row_count, table.column_count) == ("xycut_tatr", 3, 3)
    assert table.place.y0 > 80  # the paragraph above is a block of its own


@pytest.mark.parametrize("folder", ["", "/nowhere"])
def test_without_weights_the_user_is_told_where_to_put_them(models, monkeypatch, folder):
    monkeypatch.setenv(tatr.VARIABLE, folder)
    assert "TABLECHECK_TATR" in tatr.extract(b"%PDF").problems[0].message
