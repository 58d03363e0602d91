"""How much a grid looks like a table's: figures that are the same for whoever drew it."""

import itertools
from collections.abc import Iterable, Sequence
from math import log

from tablecheck.extractors.cascade.wrapping import wrapped_look
from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.expressions import is_value
from tablecheck.extractors.pdf_geometry.plausible import filled_share
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.sheet import Sheet, Word, median
from tablecheck.extractors.pdf_geometry.structure import Structure

_TIGHT = 0.45  # of the size: no further apart than words of one cell
_LINE = 0.7  # of the size: baselines this far apart are two lines
_SAME_LINE = 0.3  # of the size
_TALL = 11  # rows


def look_of(structure: Structure, region: Region, sheet: Sheet) -> dict[str, float]:
    """Describe a grid by shares of its cells, rows and columns, 0 to 1, and by the logarithms of its size."""
    cells = structure.cells
    rows = _by_row(cells)
    size = median([word.size for cell in cells for word in cell.words], 10.0)
    lines = [words for row in rows if (words := [word for cell in row if _is_low(cell) for word in cell.words])]
    return {
        "filled": filled_share(structure),
        "values side by side": _share(_lines_of_values(cell) < _values(cell) for cell in cells),
        "values one below the other": _share(_lines_of_values(cell) > 1 for cell in cells),
        "cells close together": _close_pairs(rows, size) / max(1, len(cells)),
        "rows of one narrow cell": _share(len(row) == 1 and _is_narrow(row[0]) for row in rows),
        "rows of one cell": _share(len(row) == 1 for row in rows),
        "rows without label": _share(row[0].first > 0 for row in rows),
        "columns of one kind": _purity(structure),
        "nearly empty columns": _nearly_empty(structure),
        "rows with a rule inside": _share(_is_ruled(words, region, sheet) for words in lines),
        "rows of several lines": _share(_height(words) > _LINE * size for words in lines),
        "wide cells": _share(not _is_narrow(cell) for cell in cells),
        "log rows": log(max(1, structure.row_count)),
        "log columns": log(max(1, structure.column_count)),
        "uneven rows": _unevenness(structure),
        **wrapped_look(structure),
    }


def surroundings_of(structure: Structure, region: Region) -> dict[str, float]:
    """Describe what a table has besides its grid: caption, rules and a heading."""
    return {
        "caption": float(region.caption is not None),
        "ruled": float(len(region.rules) >= 2),
        "rules": min(6.0, len(region.rules)),
        "heading": float(structure.head_rows > 0),
        "tall": float(structure.row_count >= _TALL),
    }


def _by_row(cells: Iterable[GridCell]) -> list[list[GridCell]]:
    rows: dict[int, list[GridCell]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell)
    return [sorted(rows[row], key=lambda cell: cell.first) for row in sorted(rows)]


def _share(answers: Iterable[bool]) -> float:
    given = list(answers)
    return sum(given) / max(1, len(given))


def _is_narrow(cell: GridCell) -> bool:
    return cell.first == cell.last


def _is_low(cell: GridCell) -> bool:
    return cell.row == cell.last_row


def _values(cell: GridCell) -> int:
    """How many values a cell holds that holds nothing else."""
    return len(cell.words) if all(is_value(word) for word in cell.words) else 0


def _lines_of_values(cell: GridCell) -> int:
    return len({round(word.baseline) for word in cell.words}) if _values(cell) else 0


def _close_pairs(rows: Sequence[Sequence[GridCell]], size: float) -> int:
    """Count neighbours in a row that stand no further apart than words of one cell."""
    pairs = [pair for row in rows for pair in itertools.pairwise(row)]
    return sum(_gap(one, other, size) < _TIGHT * size for one, other in pairs)


def _gap(one: GridCell, other: GridCell, size: float) -> float:
    return min(
        (
            right.x0 - left.x1
            for left in one.words
            for right in other.words
            if abs(left.baseline - right.baseline) < _SAME_LINE * size
        ),
        default=float("inf"),
    )


def _purity(structure: Structure) -> float:
    """How alike the cells of a column are, values or not, below the headings; the mean over columns."""
    shares = []
    for column in range(structure.column_count):
        body = [cell for cell in structure.cells if _is_narrow(cell) and cell.first == column]
        body = [cell for cell in body if cell.row >= max(1, structure.head_rows)]
        if len(body) >= 2:
            share = _share(is_value(cell.words[0]) for cell in body)
            shares.append(max(share, 1 - share))
    return sum(shares) / len(shares) if shares else 1.0


def _nearly_empty(structure: Structure) -> float:
    most = min(2, structure.row_count // 4)
    counts = [0] * structure.column_count
    for cell in structure.cells:
        if _is_narrow(cell):
            counts[cell.first] += 1
    return _share(0 < count <= most for count in counts)


def _height(words: Sequence[Word]) -> float:
    return max(word.baseline for word in words) - min(word.baseline for word in words)


def _is_ruled(words: Sequence[Word], region: Region, sheet: Sheet) -> bool:
    top, bottom = min(word.baseline for word in words), max(word.middle for word in words)
    least = 0.5 * (region.x1 - region.x0)
    return any(
        top < rule.at < bottom and rule.length > least and rule.start < region.x1 and rule.end > region.x0
        for rule in sheet.horizontal
    )


def _unevenness(structure: Structure) -> float:
    """The logarithm of the widest distance of rows over the narrowest, at most that of ten."""
    rows = [[word.baseline for cell in row if _is_low(cell) for word in cell.words] for row in _by_row(structure.cells)]
    heights = [median(baselines) for baselines in rows if baselines]
    distances = [lower - upper for upper, lower in itertools.pairwise(heights)]
    if not distances:
        return 0.0
    return log(min(10.0, max(1.0, max(distances) / max(1.0, min(distances)))))
