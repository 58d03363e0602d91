"""Metrics for tables read out of PDFs: detection, GriTS-Con, TEDS and linked values.

Detection: one-to-one pairs of boxes on one page with IoU > 0.5 (Soric et al., arXiv 2511.16134, section 5).
GriTS-Con: Smock et al., arXiv 2203.12555, the factored 2D-LCS approximation with LCS similarity of the texts.
TEDS: Zhong et al., arXiv 1911.10683, on trees of table/tr/td.
Linked values: multisets of (row label, column header path, number) over all tables of a document.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from apted import APTED, Config
from rapidfuzz.distance import Indel, Levenshtein

from tablecheck.model.headers import column_path, flag_headers, normal_label, row_path
from tablecheck.model.number import find_numbers
from tablecheck.model.table import Cell, Table, with_numbers

Box = tuple[float, float, float, float]


def plain(text: str) -> str:
    """Fold what two honest readers may write differently: marks of raised runs, dashes, spaces, compatibility forms."""
    text = re.sub(r"[\^_]\(([^()]*)\)", r"\1", text)
    text = unicodedata.normalize("NFKC", text.replace("−", "-").replace("∗", "*"))
    return re.sub(r"\s+", " ", re.sub(r"[‐-―]", "-", text)).strip()


def table_of(cells: Sequence[tuple[Sequence[int], Sequence[int], str]]) -> Table:
    """Make a table from (rows, columns, text) as ground truth files hold them, first come first served on overlaps."""
    taken: set[tuple[int, int]] = set()
    kept = []
    for rows, columns, text in cells:
        places = {(row, column) for row in rows for column in columns}
        if not places or places & taken:
            continue
        taken |= places
        spans = (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
        kept.append(with_numbers(Cell(min(rows), min(columns), plain(text), *spans)))
    return flag_headers(Table(tuple(kept)))


def refold(table: Table) -> Table:
    """Write a table as ``table_of`` does, so that both sides are read by the same rules."""
    return table_of([(tuple(cell.rows), tuple(cell.columns), cell.text) for cell in table.cells])


def iou(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    return both / ((one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1]) - both)


def pair_boxes(truth: Sequence[tuple[int, Box]], found: Sequence[tuple[int, Box]]) -> list[tuple[int, int]]:
    """Pair true and found tables greedily by IoU > 0.5."""
    scores = sorted(
        (
            (iou(box, other), i, j)
            for i, (page, box) in enumerate(truth)
            for j, (other_page, other) in enumerate(found)
            if page == other_page
        ),
        reverse=True,
    )
    pairs: list[tuple[int, int]] = []
    for score, i, j in scores:
        if score > 0.5 and all(i != a and j != b for a, b in pairs):
            pairs.append((i, j))
    return pairs


def _texts(table: Table) -> list[list[str]]:
    return [[cell.text if cell else "" for cell in row] for row in table.grid]


def grits_content(truth: Table, found: Table) -> float:
    """GriTS-Con of two tables, 0 to 1."""
    one, other = _texts(truth), _texts(found)
    if not one or not other or not one[0] or not other[0]:
        return 0.0
    cache: dict[tuple[str, str], float] = {}

    def alike(a: str, b: str) -> float:
        if (a, b) not in cache:
            cache[a, b] = Indel.normalized_similarity(a, b)
        return cache[a, b]

    rewards = np.array([[[[alike(a, b) for b in low] for a in up] for low in other] for up in one])
    # rewards[r1, r2, c1, c2]
    rows = _best_path(_inner(rewards))
    columns = _best_path(_inner(rewards.transpose(2, 3, 0, 1)))
    r1, r2, c1, c2 = rewards.shape
    picked = float(sum(rewards[a, b, c, d] for a, b in rows for c, d in columns))
    return 2 * picked / (r1 * c1 + r2 * c2)


def _inner(rewards: np.ndarray) -> np.ndarray:
    """LCS over the last two axes, for all pairs of the first two."""
    _, _, c1, c2 = rewards.shape
    table = np.zeros((rewards.shape[0], rewards.shape[1], c1 + 1, c2 + 1))
    for i in range(1, c1 + 1):
        for j in range(1, c2 + 1):
            take = table[:, :, i - 1, j - 1] + rewards[:, :, i - 1, j - 1]
            table[:, :, i, j] = np.maximum(take, np.maximum(table[:, :, i - 1, j], table[:, :, i, j - 1]))
    return table[:, :, c1, c2]


def _best_path(scores: np.ndarray) -> list[tuple[int, int]]:
    n, m = scores.shape
    table = np.zeros((n + 1, m + 1))
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            table[i, j] = max(table[i - 1, j - 1] + scores[i - 1, j - 1], table[i - 1, j], table[i, j - 1])
    pairs = []
    i, j = n, m
    while i and j:
        if table[i, j] == table[i - 1, j]:
            i -= 1
        elif table[i, j] == table[i, j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            pairs.append((i, j))
    return pairs[::-1]


class _Node:
    def __init__(self, name: str, children: list["_Node"]) -> None:
        self.name, self.children = name, children


class _Td(_Node):
    def __init__(self, cell: Cell) -> None:
        super().__init__("td", [])
        self.spans, self.text = (cell.row_span, cell.column_span), cell.text


class _TedsConfig(Config):
    def rename(self, node1: _Node, node2: _Node) -> float:
        if isinstance(node1, _Td) and isinstance(node2, _Td):
            if node1.spans != node2.spans:
                return 1.0
            return float(Levenshtein.normalized_distance(node1.text, node2.text))
        return float(node1.name != node2.name)

    def children(self, node: _Node) -> list[_Node]:
        return node.children


def _tree(table: Table) -> _Node:
    rows = []
    for row in range(table.row_count):
        cells = []
        for column in range(table.column_count):
            cell = table.at(row, column)
            if cell is None:
                cells.append(_Td(Cell(row, column, "")))
            elif (cell.row, cell.column) == (row, column):
                cells.append(_Td(cell))
        rows.append(_Node("tr", list(cells)))
    return _Node("table", rows)


def teds(truth: Table, found: Table) -> float:
    """TEDS of two tables, 0 to 1."""
    one, other = _tree(truth), _tree(found)
    size = [1 + sum(1 + len(row.children) for row in tree.children) for tree in (one, other)]
    distance = APTED(one, other, _TedsConfig()).compute_edit_distance()
    return max(0.0, 1 - distance / max(size))


def linked_values(table: Table) -> Iterator[tuple[str, str, str]]:
    """Give (row label, column header path, number) for each number below the headers."""
    for cell in table.cells:
        if cell.is_header or not cell.numbers:
            continue
        row = tuple(label for label in row_path(table, cell.row) if label != cell.text)
        path = column_path(table, cell.column, cell.row)
        for number in find_numbers(re.sub(r"\s*([-+±×=/])\s*", r"\1", cell.text)):
            yield _folded(row), _folded(path), number.number.text.replace(" ", "")


def _folded(labels: tuple[str, ...]) -> str:
    """Write labels without spaces: around operators LaTeXML's text has none, a page's has."""
    return normal_label(" ".join(labels)).replace(" ", "")


def overlap(truth: Counter, found: Counter) -> int:  # type: ignore[type-arg]
    return sum((truth & found).values())


def f1(hits: float, truth: float, found: float) -> float:
    return 2 * hits / (truth + found) if truth + found else 0.0
