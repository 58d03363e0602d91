"""Cells by lines and tokens that a model gives."""

import numpy as np

from tablecheck.extractors.cascade.pages import found_by_geometry
from tablecheck.extractors.pdf_geometry.opening import opened
from tablecheck.extractors.pdf_geometry.tables import views_of
from tablecheck.extractors.structure.edges import edges_of, edges_of_seen
from tablecheck.extractors.structure.ruling import structure_by_lines
from tablecheck.extractors.structure.slanet import cells_of
from tests.extractors.test_cascade import drawn

_TOKENS = ["sos", "<tr>", "<td></td>", "<td", ' colspan="2"', ">", "</td>", "</tr>", "<tr>"]
_TOKENS += ["<td></td>", "<td></td>", "<td></td>", "</tr>", "eos", "<td></td>"]


def test_tokens_become_cells_with_their_spans_and_end_with_the_sentence():
    cells = cells_of(_TOKENS, np.zeros((len(_TOKENS), 4, 2)))
    assert [(c.row, c.column, c.column_span) for c in cells] == [(0, 0, 1), (0, 1, 2), (1, 0, 1), (1, 1, 1), (1, 2, 1)]


def test_lines_between_seen_cells_run_halfway():
    boxes = np.zeros((len(_TOKENS), 4, 2))
    for index, (x, y) in {2: (0, 0), 3: (20, 0), 9: (0, 20), 10: (20, 20), 11: (40, 20)}.items():
        boxes[index] = [(x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)]
    across, down = edges_of_seen(cells_of(_TOKENS, boxes))
    assert across == [15.0]
    assert down == [15.0, 35.0]


def test_the_lines_of_a_structure_give_the_structure_again():
    with opened(drawn().content()) as document:
        views, _ = views_of(document)
        ((found,),) = found_by_geometry(views)
        again = structure_by_lines(found.region, views[0].sheet, *edges_of(found.structure))
    assert again is not None
    assert [(c.row, c.first, c.text) for c in again.cells] == [(c.row, c.first, c.text) for c in found.structure.cells]


def test_lines_between_nothing_are_dropped():
    with opened(drawn().content()) as document:
        views, _ = views_of(document)
        ((found,),) = found_by_geometry(views)
        across, down = edges_of(found.structure)
        more = structure_by_lines(found.region, views[0].sheet, [*across, 1.0, 2000.0], [*down, 1.0, 2000.0])
    assert more is not None
    assert (more.row_count, more.column_count) == (found.structure.row_count, found.structure.column_count)
