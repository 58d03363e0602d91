"""Geometry first, the models of PyMuPDF where it is in doubt."""

from pathlib import Path

import onnxruntime
import pytest

from tablecheck.evaluation.datasets import read_data_set
from tablecheck.evaluation.detection import box_overlap
from tablecheck.evaluation.grits import grits_content
from tablecheck.evaluation.linked_values import linked_values
from tablecheck.evaluation.samples import normal_table
from tablecheck.extractors.cascade import alone, auto
from tablecheck.extractors.cascade.agreement import are_same, homes_in_columns, homes_in_rows
from tablecheck.extractors.cascade.asking import GRID, SLANET
from tablecheck.extractors.cascade.choice import CRITERIA, better_structure, readings_of
from tablecheck.extractors.cascade.confidence import confidence_of
from tablecheck.extractors.cascade.doubt import figures_of, is_worth_asking
from tablecheck.extractors.cascade.pages import found_by_geometry
from tablecheck.extractors.cascade.signals import is_doubtful
from tablecheck.extractors.cascade.weights import chance, weights_of
from tablecheck.extractors.layout.model import Grid, _layout_model
from tablecheck.extractors.pdf_geometry import extract as geometry
from tablecheck.extractors.pdf_geometry.anchors import anchored
from tablecheck.extractors.pdf_geometry.opening import opened
from tablecheck.extractors.pdf_geometry.tables import views_of
from tablecheck.extractors.registry import default_extractor, extractor_names, extractor_version
from tablecheck.extractors.structure.edges import edges_of
from tablecheck.extractors.structure.slanet import is_installed
from tests.data_folder import DATA, needs_data
from tests.extractors.pdf_drawing import Drawing


def drawn(captioned: bool = True, ruled: bool = True) -> Drawing:
    drawing = Drawing()
    if captioned:
        drawing.text(60, 80, "Table 3: Results.")
    if ruled:
        for y in (90, 108, 164):
            drawing.rule(50, 400, y)
    for y, cells in ((102, ("Method", "Lake", "Fjord")), (122, ("NorthNet", "85.3", "77.0"))):
        drawing.row(y, dict(zip((60, 200, 340), cells, strict=True)))
    for y, cells in ((140, ("SouthNet", "84.1", "76.2")), (158, ("Ours", "86.0", "78.1"))):
        drawing.row(y, dict(zip((60, 200, 340), cells, strict=True)))
    return drawing


@pytest.mark.parametrize("read", [auto.extract, alone.extract_layout])
@pytest.mark.parametrize("content", [b"", b"%PDF-1.4 nothing", b"plain words"])
def test_damaged_bytes_are_a_problem(read, content):
    extraction = read(content)
    assert not extraction.tables
    assert "obtain it again" in extraction.problems[0].message


def test_a_plain_table_is_read_as_geometry_reads_it():
    content = drawn().content()
    (table,), (same,) = auto.extract(content).tables, geometry(content).tables
    assert [cell.text for cell in table.cells] == [cell.text for cell in same.cells]
    assert (table.label, table.place, table.read_by) == (same.label, same.place, "auto")
    assert 0 < table.confidence < 1


def test_a_pdf_is_read_by_the_cascade_when_nobody_asks_for_another():
    assert default_extractor("pdf") == "auto"
    assert {"auto", "geometry", "layout", "geometry+slanet"} <= set(extractor_names())
    assert extractor_version("pdf") == extractor_version("auto")


def test_a_page_whose_table_is_found_is_in_no_doubt_and_one_with_loose_rows_is():
    with opened(drawn().content()) as document:
        (view,), _ = views_of(document)
        assert not is_doubtful(view, anchored(view.ruled, view.captions, 0))
    loose = drawn(captioned=False, ruled=False)
    loose.text(60, 400, "A line of text that belongs to no table at all.")
    with opened(loose.content()) as document:
        (view,), _ = views_of(document)
        assert is_doubtful(view, [])


def found_and_sheet():
    with opened(drawn().content()) as document:
        views, _ = views_of(document)
        ((found,),) = found_by_geometry(views)
    return found, views[0].sheet


def test_two_lines_of_values_or_lines_that_share_no_columns_put_no_page_in_doubt():
    page = Drawing()
    page.rule(50, 400, 400)
    page.rule(50, 400, 420)
    page.row(300, {60: "10", 200: "20", 340: "30"})
    page.row(303, {70: "a", 210: "b", 350: "c"})  # too close to be the next row: the names of an axis
    page.row(320, {90: "10", 240: "20", 390: "30"})
    with opened(page.content()) as document:
        (view,), _ = views_of(document)
        assert not is_doubtful(view, [])


def test_readings_that_are_as_geometry_reads_are_none():
    found, sheet = found_and_sheet()
    across, down = edges_of(found.structure)
    grid = Grid((0, 0, 1, 1), tuple(across), tuple(down))
    assert readings_of(found, sheet, {GRID: grid}) == []
    assert better_structure(found, sheet, {GRID: grid}) is found.structure


def test_a_model_that_joins_all_rows_is_another_reading_and_not_believed():
    found, sheet = found_and_sheet()
    _, down = edges_of(found.structure)
    grid = Grid((0, 0, 1, 1), (), tuple(down))
    readings = readings_of(found, sheet, {GRID: grid, SLANET: grid})
    assert {reading.structure.row_count for reading in readings} == {1}
    assert all(reading.figures["rows as grid"] == 1.0 for reading in readings)
    assert better_structure(found, sheet, {GRID: grid}) is found.structure


def test_words_divided_alike_are_the_same_however_rows_and_columns_are_counted():
    found, _ = found_and_sheet()
    rows, columns = homes_in_rows(found.structure), homes_in_columns(found.structure)
    assert are_same(rows, {word: row + 7 for word, row in rows.items()})
    assert not are_same(rows, dict.fromkeys(rows, 0))
    assert not are_same(dict.fromkeys(columns, 0), columns)


def test_a_table_that_looks_as_it_should_is_believed_and_nobody_is_asked():
    found, sheet = found_and_sheet()
    assert not is_worth_asking(found, sheet)
    assert confidence_of(found, sheet, {}) > 0.8


def test_the_regressions_know_no_figure_that_is_never_given():
    found, sheet = found_and_sheet()
    assert set(weights_of("asking")) <= set(figures_of(found, sheet))
    assert set(weights_of("heading")) == {"constant", "leading"}
    grids = {GRID: Grid((0, 0, 1, 1), (), (250.0,), 0.5), SLANET: Grid((0, 0, 1, 1), (115.0,), (120.0,), 0.5)}
    for models in CRITERIA:
        readings = readings_of(found, sheet, {name: grids[name] for name in models.split("+")})
        given = {name for reading in readings for name in reading.figures}
        assert weights_of(models)
        assert set(weights_of(models)) <= given


def test_the_models_of_pages_work_in_one_thread_and_other_sessions_as_they_like():
    model = _layout_model()._model
    several = onnxruntime.SessionOptions().intra_op_num_threads
    sessions = (model.session, model.table_grid_extractor._grid_sess)
    assert [session.get_session_options().intra_op_num_threads for session in sessions] == [1, 1]
    assert several != 1


def test_a_weight_without_its_figure_counts_for_nothing():
    assert chance({"filled": 3.0}, {}) == 0.5
    assert chance({}, {"filled": 3.0}) == 0.5


def test_slanet_by_name_says_what_to_install_where_it_is_missing(monkeypatch):
    monkeypatch.setattr(alone, "is_installed", lambda: False)
    with pytest.raises(ImportError, match=r"tablecheck\[structure\]"):
        alone.extract_slanet(drawn().content())


@pytest.mark.skipif(not is_installed(), reason="LOUD SKIP: the weights of SLANet-plus are in tablecheck[structure]")
def test_slanet_gives_the_same_values_to_a_plain_table():
    (table,) = alone.extract_slanet(drawn().content()).tables
    assert {"85.3", "77.0", "84.1", "76.2", "86.0", "78.1"} <= {cell.text for cell in table.cells}


@needs_data
@pytest.mark.data
def test_wrapped_rows_and_missed_tables_are_better_with_the_models():
    samples = read_data_set("gtjson", Path(DATA) / "te" / "icdar2013").samples
    gains = []
    for sample in samples:
        if sample.name in {"eu-003", "us-020", "us-034"}:
            content = sample.path.read_bytes()
            gains.append(_sum_of_con(sample, auto.extract(content)) - _sum_of_con(sample, geometry(content)))
    assert len(gains) == 3
    assert min(gains) > -0.01
    assert sum(gains) > 0.1


@needs_data
@pytest.mark.data
def test_numbers_below_wrapped_headings_are_linked_to_the_whole_heading():
    samples = {one.name: one for one in read_data_set("icdar2013", Path(DATA) / "te" / "icdar2013").samples}
    right = known = 0
    for sample in (samples["us-018"], samples["us-020"]):
        links = linked_values(sample.tables)
        read = linked_values(normal_table(table) for table in auto.extract(sample.path.read_bytes()).tables)
        right, known = right + (links & read).total(), known + links.total()
    assert right / known > 0.95


def _sum_of_con(sample, extraction):
    read = [normal_table(table) for table in extraction.tables]
    best = [max(read, key=lambda one, known=known: box_overlap(known, one), default=None) for known in sample.tables]
    pairs = [(known, one) for known, one in zip(sample.tables, best, strict=True) if one is not None]
    return sum(grits_content(known, one) for known, one in pairs if box_overlap(known, one) > 0.5)
