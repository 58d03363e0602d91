"""One-to-one assignment: each number of ours to at most one of theirs, for the greatest sum of scores."""

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from tablecheck.matching.sheet import Floats, Indices

LARGEST_EXACT = 1500
"""Nodes of one side up to which the assignment is exact; beyond it the best pair is taken first. The exact
method is cubic, and 1500 take about a second in the worst case."""


def assign(ours: Indices, theirs: Indices, scores: Floats) -> Indices:
    """Choose among edges with positive scores; give the positions of those chosen.

    Edges that share no end are settled apart, which keeps the matrices small.
    """
    usable = np.flatnonzero(scores > 0)
    if not len(usable):
        return usable
    left, right = int(ours.max()) + 1, int(theirs.max()) + 1
    graph = coo_matrix(
        (np.ones(len(usable)), (ours[usable], left + theirs[usable])), shape=(left + right, left + right)
    )
    _, component = connected_components(graph, directed=False)
    group = component[ours[usable]]
    order = np.argsort(group, kind="stable")
    borders = np.flatnonzero(np.diff(group[order])) + 1
    chosen = [_settle(ours, theirs, scores, usable[part]) for part in np.split(order, borders)]
    return np.sort(np.concatenate(chosen))


def _settle(ours: Indices, theirs: Indices, scores: Floats, edges: Indices) -> Indices:
    if len(edges) == 1:
        return edges
    left, row = np.unique(ours[edges], return_inverse=True)
    right, column = np.unique(theirs[edges], return_inverse=True)
    if max(len(left), len(right)) > LARGEST_EXACT:
        return _best_first(ours, theirs, scores, edges)
    value = np.zeros((len(left), len(right)))
    index = np.full(value.shape, -1)
    np.maximum.at(value, (row, column), scores[edges])
    index[row, column] = edges
    pairs = linear_sum_assignment(value, maximize=True)
    picked = index[pairs]
    return picked[picked >= 0]


def _best_first(ours: Indices, theirs: Indices, scores: Floats, edges: Indices) -> Indices:
    taken: set[int] = set()
    their_taken: set[int] = set()
    chosen = []
    for edge in edges[np.argsort(-scores[edges], kind="stable")]:
        mine, other = int(ours[edge]), int(theirs[edge])
        if mine not in taken and other not in their_taken:
            taken.add(mine)
            their_taken.add(other)
            chosen.append(edge)
    return np.array(chosen, dtype=np.int64)
