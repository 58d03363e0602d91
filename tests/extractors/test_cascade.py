"""Geometry first, the models of PyMuPDF where it is in doubt."""

from pathlib import Path

import pytest

from tablecheck.evaluation.datasets import read_data_set
from tablecheck.evaluation.detection import box_overlap
from tablecheck.evaluation.grits import grits_content
from tablecheck.evaluation.samples import normal_table
from tablecheck.extractors.cascade import alone, auto
from tablecheck.extractors.cascade.choice import NAMES, weights_of
from tablecheck.extractors.cascade.pages import opened, views_of
from tablecheck.extractors.cascade.signals import is_doubtful
from tablecheck.extractors.pdf_geometry import extract as geometry
from tablecheck.extractors.pdf_geometry.anchors import anchored
from tablecheck.extractors.registry import default_extractor, extractor_names, extractor_version
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


def test_the_criterion_has_a_weight_for_each_feature():
    assert len(weights_of("rows")) == len(weights_of("columns")) == len(NAMES)


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
@pytest.mark.parametrize("name", ["us-020", "us-026"])
def test_wrapped_rows_and_missed_tables_are_better_with_the_models(name):
    folder = Path(DATA) / "te" / "icdar2013"
    sample = next(one for one in read_data_set("gtjson", folder).samples if one.name == name)
    content = sample.path.read_bytes()
    assert _sum_of_con(sample, auto.extract(content)) > _sum_of_con(sample, geometry(content))


def _sum_of_con(sample, extraction):
    read = [normal_table(table) for table in extraction.tables]
    best = [max(read, key=lambda one, known=known: box_overlap(known, one), default=None) for known in sample.tables]
    pairs = [(known, one) for known, one in zip(sample.tables, best, strict=True) if one is not None]
    return sum(grits_content(known, one) for known, one in pairs if box_overlap(known, one) > 0.5)
