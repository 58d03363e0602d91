"""TEDS, against values worked out by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.evaluation import teds as module
from tablecheck.evaluation.teds import teds
from tablecheck.model.table import Cell, Table


def _grid(*rows: tuple[str, ...]) -> Table:
    return Table(tuple(Cell(row, column, text) for row, texts in enumerate(rows) for column, text in enumerate(texts)))


grids = st.lists(st.tuples(st.sampled_from(["a", "ab", ""]), st.sampled_from(["a", "b"])), min_size=1, max_size=4).map(
    lambda rows: _grid(*rows)
)


def test_one_changed_character_of_two_costs_half_a_node():
    # two rows and four cells are six nodes
    assert teds(_grid(("ab", "c"), ("d", "e")), _grid(("ax", "c"), ("d", "e"))) == pytest.approx(1 - 0.5 / 6)


def test_a_missing_row_costs_the_row_and_its_cells():
    assert teds(_grid(("a", "b"), ("c", "d")), _grid(("c", "d"))) == pytest.approx(1 - 3 / 6)


def test_a_span_differs_from_a_cell_of_the_same_text():
    spanned = Table((Cell(0, 0, "a", column_span=2), Cell(1, 0, "b"), Cell(1, 1, "c")))
    # rename the spanned cell, insert the second one: 2 of the larger tree's six nodes
    assert teds(spanned, _grid(("a", ""), ("b", "c"))) == pytest.approx(1 - 2 / 6)


def test_empty_places_are_empty_cells():
    assert teds(Table((Cell(0, 0, "a"), Cell(1, 1, "b"))), _grid(("a", ""), ("", "b"))) == 1


def test_tables_without_cells():
    assert teds(Table(()), Table(())) == 1
    assert teds(Table(()), _grid(("a",))) == 0


@settings(max_examples=40, deadline=None)
@given(grids, grids)
def test_scores_are_symmetric_shares_and_one_only_for_the_same_table(one, other):
    assert 0 <= teds(one, other) <= 1
    assert teds(one, other) == pytest.approx(teds(other, one))
    same = [cell.text for cell in one.cells] == [cell.text for cell in other.cells]
    assert (teds(one, other) == 1) == same


@settings(max_examples=40, deadline=None)
@given(grids, grids)
def test_aligning_rows_as_sequences_never_flatters(one, other):
    exact = teds(one, other)
    quick = 1 - module._sequence_distance(module._tree(one), module._tree(other)) / max(
        module._count(module._tree(one)), module._count(module._tree(other))
    )
    assert quick <= exact + 1e-9


def test_huge_tables_are_compared_in_bounded_time(monkeypatch):
    monkeypatch.setattr(module, "_LARGEST", 3)
    assert teds(_grid(("a", "b"), ("c", "d")), _grid(("c", "d"))) == pytest.approx(1 - 3 / 6)
