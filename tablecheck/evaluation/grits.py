"""GriTS: how much of one grid of cells is found in another (Smock et al., arXiv 2203.12555).

The two-dimensional most similar substructures are approximated by two factored longest common subsequences,
of rows and of columns, as in section 4.2 there. Scores are F-scores between 0 and 1.
"""

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from tablecheck.model.table import Table

Rewards = NDArray[np.float64]
"""How alike two places are, indexed by row and column of the one table, then row and column of the other."""


def grits_topology(one: Table, other: Table) -> float:
    """Compare the shapes alone: at each place, the span of the cell relative to the place."""
    return _score(_compare(_spans(one), _spans(other), _span_overlaps))


def grits_content(one: Table, other: Table) -> float:
    """Compare the texts: at each place, twice the longest common subsequence over both lengths."""
    return _score(_compare(_texts(one), _texts(other), _text_similarities))


def _score(rewards: Rewards) -> float:
    rows, columns, other_rows, other_columns = rewards.shape
    places = rows * columns + other_rows * other_columns
    if not places:
        return 1.0
    if not rewards.size:
        return 0.0
    aligned_rows = _align(_line_rewards(rewards))
    aligned_columns = _align(_line_rewards(rewards.transpose(1, 0, 3, 2)))
    reward = sum(
        float(rewards[row, column, other_row, other_column])
        for row, other_row in aligned_rows
        for column, other_column in aligned_columns
    )
    return float(2 * reward / places)


def _line_rewards(rewards: Rewards) -> NDArray[np.float64]:
    """For each row of the one and the other table, the reward of their best aligned cells.

    The dynamic programme over the cells runs for all pairs of rows at once.
    """
    rows, columns, other_rows, other_columns = rewards.shape
    above = np.zeros((other_columns + 1, rows, other_rows))
    for column in range(columns):
        current = np.zeros_like(above)
        for other in range(other_columns):
            both = above[other] + rewards[:, column, :, other]
            current[other + 1] = np.maximum(both, np.maximum(above[other + 1], current[other]))
        above = current
    best: NDArray[np.float64] = above[-1]
    return best


def _align(rewards: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Align two sequences so that the sum of rewards is largest; gives the pairs of indices."""
    length, other_length = rewards.shape
    best = np.zeros((length + 1, other_length + 1))
    for i in range(length):
        for j in range(other_length):
            best[i + 1, j + 1] = max(best[i, j] + rewards[i, j], best[i, j + 1], best[i + 1, j])
    pairs: list[tuple[int, int]] = []
    i, j = length, other_length
    while i and j:
        if best[i, j] == best[i - 1, j - 1] + rewards[i - 1, j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif best[i, j] == best[i - 1, j]:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def _compare(
    one: NDArray[np.object_],
    other: NDArray[np.object_],
    measure: Callable[[Sequence[object], Sequence[object]], NDArray[np.float64]],
) -> Rewards:
    """Measure each distinct pair of values once and lay the results out by place."""
    ours, ours_at = _distinct(one)
    theirs, theirs_at = _distinct(other)
    if not ours or not theirs:
        return np.zeros((*one.shape, *other.shape))
    measured = measure(ours, theirs)
    return measured[ours_at[:, :, None, None], theirs_at[None, None, :, :]]


def _distinct(grid: NDArray[np.object_]) -> tuple[list[object], NDArray[np.intp]]:
    index: dict[object, int] = {}
    numbered = np.zeros(grid.shape, dtype=np.intp)
    for place in np.ndindex(*grid.shape):
        numbered[place] = index.setdefault(grid[place], len(index))
    return list(index), numbered


def _texts(table: Table) -> NDArray[np.object_]:
    grid = np.full((table.row_count, table.column_count), "", dtype=object)
    for cell in table.cells:
        for row in cell.rows:
            for column in cell.columns:
                grid[row, column] = cell.text
    return grid


def _spans(table: Table) -> NDArray[np.object_]:
    """At each place the box of its cell, relative to the place: left, top, right, bottom."""
    grid = np.empty((table.row_count, table.column_count), dtype=object)
    for place in np.ndindex(*grid.shape):
        grid[place] = (0, 0, 1, 1)
    for cell in table.cells:
        for row in cell.rows:
            for column in cell.columns:
                grid[row, column] = (
                    cell.column - column,
                    cell.row - row,
                    cell.columns.stop - column,
                    cell.rows.stop - row,
                )
    return grid


def _text_similarities(ours: Sequence[object], theirs: Sequence[object]) -> NDArray[np.float64]:
    """Measure as the authors' code does: difflib's blocks, at times shorter than the longest subsequence."""
    similarities = np.zeros((len(ours), len(theirs)))
    matcher = SequenceMatcher(None)
    for column, other in enumerate(map(str, theirs)):
        matcher.set_seq2(other)
        for row, one in enumerate(map(str, ours)):
            if one == other:
                similarities[row, column] = 1.0
            elif one and other:
                matcher.set_seq1(one)
                similarities[row, column] = matcher.ratio()
    return similarities


def _span_overlaps(ours: Sequence[object], theirs: Sequence[object]) -> NDArray[np.float64]:
    a, b = np.array(ours, dtype=float)[:, None, :], np.array(theirs, dtype=float)[None, :, :]
    size = np.maximum(0, np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]))
    intersection = size[..., 0] * size[..., 1]
    areas = [(box[..., 2] - box[..., 0]) * (box[..., 3] - box[..., 1]) for box in (a, b)]
    overlaps: NDArray[np.float64] = intersection / (areas[0] + areas[1] - intersection)
    return overlaps
