"""TEDS: how few edits turn one table, as a tree, into another (Zhong et al., arXiv 1911.10683).

Trees are ``table`` over ``tr`` over ``td``: heads and bodies are not told apart, for the extractors that are
compared do not all know them (Soric et al., arXiv 2511.16134, appendix E).
"""

from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import Levenshtein

from tablecheck.model.table import Cell, Table

_LARGEST = 2_000_000  # pairs of nodes; apted takes a minute for these and grows with their square


@dataclass(frozen=True, slots=True)
class _Node:
    tag: str
    text: str = ""
    spans: tuple[int, int] = (1, 1)
    children: tuple["_Node", ...] = ()


def teds(one: Table, other: Table) -> float:
    """One minus the tree edit distance over the size of the larger tree, between 0 and 1.

    Inserting or deleting a node costs 1. Renaming costs 1 between different tags or spans; between cells of
    equal spans it costs their normalised Levenshtein distance. Empty places of the grid are empty cells.
    Beyond two million pairs of nodes the rows are aligned as sequences instead, which can only lower the score.

    Raises:
        ImportError: apted, of the extra ``eval``, is not installed.
    """
    ours, theirs = _tree(one), _tree(other)
    size = max(_count(ours), _count(theirs))
    if not size:
        return 1.0
    if _count(ours) * _count(theirs) > _LARGEST:
        distance = _sequence_distance(ours, theirs)
    else:
        distance = _tree_distance(ours, theirs)
    return max(0.0, 1 - distance / size)


def _tree(table: Table) -> _Node:
    rows = []
    for row in range(table.row_count):
        cells = []
        for column in range(table.column_count):
            cell = table.at(row, column) or Cell(row, column, "")
            if (cell.row, cell.column) == (row, column):
                cells.append(_Node("td", cell.text, (cell.row_span, cell.column_span)))
        rows.append(_Node("tr", children=tuple(cells)))
    return _Node("table", children=tuple(rows))


def _count(table: _Node) -> int:
    """The nodes under the root, as in the reference implementation."""
    return sum(1 + len(row.children) for row in table.children)


def _rename_cost(one: _Node, other: _Node) -> float:
    if one.tag != other.tag or one.spans != other.spans:
        return 1.0
    return Levenshtein.normalized_distance(one.text, other.text) if one.tag == "td" else 0.0


def _tree_distance(one: _Node, other: _Node) -> float:
    from apted import APTED, Config

    class _Costs(Config):  # type: ignore[misc]
        def rename(self, node1: _Node, node2: _Node) -> float:
            return _rename_cost(node1, node2)

        def children(self, node: _Node) -> tuple[_Node, ...]:
            return node.children

    algorithm: Any = APTED(one, other, _Costs())
    return float(algorithm.compute_edit_distance())


def _sequence_distance(one: _Node, other: _Node) -> float:
    """Align rows as a sequence, and the cells of two rows as a sequence."""
    return _align(one.children, other.children, lambda row: 1.0 + len(row.children), _row_distance)


def _row_distance(one: _Node, other: _Node) -> float:
    return _align(one.children, other.children, lambda _: 1.0, _rename_cost)


def _align(one: tuple[_Node, ...], other: tuple[_Node, ...], gap: Any, change: Any) -> float:
    above = [0.0]
    for node in other:
        above.append(above[-1] + gap(node))
    for ours in one:
        current = [above[0] + gap(ours)]
        for column, theirs in enumerate(other):
            current.append(
                min(
                    above[column] + change(ours, theirs),
                    above[column + 1] + gap(ours),
                    current[column] + gap(theirs),
                )
            )
        above = current
    return above[-1]
