"""Cells of several lines: how far apart these stand, and whether each was broken where no room was left."""

import itertools
from collections.abc import Iterable, Mapping, Sequence

from tablecheck.extractors.pdf_geometry.cells import GridCell
from tablecheck.extractors.pdf_geometry.lines import would_not_fit
from tablecheck.extractors.pdf_geometry.sheet import Word, median
from tablecheck.extractors.pdf_geometry.structure import Structure

_SAME_LINE = 0.3  # of the size
_AS_FAR = 0.95  # of the distance of two rows


def wrapped_look(structure: Structure) -> dict[str, float]:
    """Describe the lines inside cells: the share that stand as far apart as rows, and that had room above."""
    pairs = [(cell, *pair) for cell in structure.cells for pair in itertools.pairwise(printed_lines(cell.words))]
    if not pairs:
        return {"lines as far apart as rows": 0.0, "lines that had room above": 0.0}
    least = _AS_FAR * _closest_rows(structure)
    extents = column_extents(structure)
    far = sum(distance(above, below) >= least for _, above, below in pairs)
    free = sum(not would_not_fit(above, below, room_of(cell, extents)) for cell, above, below in pairs)
    return {"lines as far apart as rows": far / len(pairs), "lines that had room above": free / len(pairs)}


def cells_of_two_faces(structure: Structure) -> int:
    """Count the cells with a bold line and one that is not: a heading and what it heads are two cells."""
    faces = [{all(word.bold for word in line) for line in printed_lines(cell.words)} for cell in structure.cells]
    return sum(len(found) > 1 for found in faces)


def printed_lines(words: Iterable[Word]) -> list[list[Word]]:
    """Put the words of a cell into lines, from the top, each from left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.baseline):
        if lines and word.baseline - lines[-1][-1].baseline < _SAME_LINE * word.size:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.x0) for line in lines]


def distance(above: Sequence[Word], below: Sequence[Word]) -> float:
    """How far apart two lines stand, in points."""
    return below[0].baseline - above[0].baseline


def column_extents(structure: Structure) -> dict[int, tuple[float, float]]:
    """From where to where the words of each column are printed, cells over several columns left aside."""
    boxes: dict[int, list[tuple[float, float]]] = {}
    for cell in structure.cells:
        if cell.first == cell.last:
            boxes.setdefault(cell.first, []).append((cell.box[0], cell.box[2]))
    return {column: (min(x0 for x0, _ in found), max(x1 for _, x1 in found)) for column, found in boxes.items()}


def room_of(cell: GridCell, extents: Mapping[int, tuple[float, float]]) -> float:
    """How wide a line of a cell may be: as its columns, or as itself where it is wider."""
    own = cell.box[0], cell.box[2]
    return max(extents.get(cell.last, own)[1], own[1]) - min(extents.get(cell.first, own)[0], own[0])


def _closest_rows(structure: Structure) -> float:
    rows: dict[int, list[float]] = {}
    for cell in structure.cells:
        if cell.row == cell.last_row:
            rows.setdefault(cell.row, []).extend(word.baseline for word in cell.words)
    extents = [(min(rows[row]), max(rows[row])) for row in sorted(rows)]
    gaps = [below[0] - above[1] for above, below in itertools.pairwise(extents) if below[0] > above[1]]
    return median(sorted(gaps)[: max(1, len(gaps) // 2)], float("inf"))
