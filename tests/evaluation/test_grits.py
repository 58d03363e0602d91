"""GriTS, against values worked out by hand and against a plain search."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.evaluation.grits import grits_content, grits_topology
from tablecheck.model.table import Cell, Table


def _grid(*rows: tuple[str, ...]) -> Table:
    return Table(tuple(Cell(row, column, text) for row, texts in enumerate(rows) for column, text in enumerate(texts)))


small_grids = st.integers(1, 3).flatmap(
    lambda width: st.lists(st.tuples(*[st.sampled_from(["a", "b", "ab", ""])] * width), min_size=1, max_size=3)
).map(lambda rows: _grid(*rows))  # fmt: skip


def test_a_missing_column_costs_its_places():
    one, other = _grid(("a", "b"), ("c", "d")), _grid(("a",), ("c",))
    assert grits_topology(one, other) == pytest.approx(2 * 2 / 6)
    assert grits_content(one, other) == pytest.approx(2 * 2 / 6)


def test_content_is_the_longest_common_subsequence_over_both_lengths():
    assert grits_content(_grid(("abcd",)), _grid(("axcx",))) == pytest.approx(2 * 2 / 8)
    assert grits_content(_grid(("",)), _grid(("",))) == 1
    assert grits_content(_grid(("a",)), _grid(("",))) == 0


def test_a_span_is_half_alike_to_the_two_cells_it_covers():
    spanned = Table((Cell(0, 0, "a", column_span=2),))
    # at either place the box of the span is twice that of the cell
    assert grits_topology(spanned, _grid(("a", "b"))) == pytest.approx(2 * (1 / 2 + 1 / 2) / 4)


def test_shifted_rows_are_aligned_not_compared_place_by_place():
    one = _grid(("a", "b"), ("c", "d"))
    shifted = _grid(("x", "y"), ("a", "b"), ("c", "d"))
    assert grits_content(one, shifted) == pytest.approx(2 * 4 / 10)


def test_tables_without_cells_are_alike_and_differ_from_all_others():
    assert grits_content(Table(()), Table(())) == 1
    assert grits_topology(Table(()), _grid(("a",))) == 0


@settings(max_examples=60, deadline=None)
@given(small_grids, small_grids)
def test_scores_are_shares_and_one_for_the_same_table(one, other):
    for measure in (grits_topology, grits_content):
        assert 0 <= measure(one, other) <= 1 + 1e-9
        assert measure(one, one) == pytest.approx(1)


@settings(max_examples=60, deadline=None)
@given(small_grids, small_grids)
def test_the_factored_score_never_exceeds_the_best_substructure(one, other):
    assert grits_content(one, other) <= _best(one, other) + 1e-9


def _best(one: Table, other: Table) -> float:
    """The best reward over all ways to keep rows and columns of both tables."""
    best = 0.0
    for rows in _alignments(one.row_count, other.row_count):
        for columns in _alignments(one.column_count, other.column_count):
            reward = sum(_alike(one.at(i, k).text, other.at(j, m).text) for i, j in rows for k, m in columns)
            best = max(best, reward)
    return 2 * best / (one.row_count * one.column_count + other.row_count * other.column_count)


def _alignments(length: int, other: int) -> list[list[tuple[int, int]]]:
    sizes = range(min(length, other) + 1)
    return [
        list(zip(ours, theirs, strict=True))
        for size in sizes
        for ours in combinations(range(length), size)
        for theirs in combinations(range(other), size)
    ]


def _alike(one: str, other: str) -> float:
    if not one and not other:
        return 1.0
    common = max(
        size
        for size in range(min(len(one), len(other)) + 1)
        if set(combinations(one, size)) & set(combinations(other, size)) or not size
    )
    return 2 * common / (len(one) + len(other))
