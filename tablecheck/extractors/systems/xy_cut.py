"""Recursive XY-cut: a page falls apart along its widest white gaps.

Nagy and Seth, Hierarchical representation of optically scanned documents, ICPR 1984.
"""

from collections.abc import Iterator, Sequence

Box = tuple[float, float, float, float]
_GAPS = (14.0, 14.0)  # points: a gap between columns of text and one between blocks; lines of a block have 2 to 5
_DEEPEST = 12


def blocks_of(boxes: Sequence[Box], gaps: tuple[float, float] = _GAPS) -> list[Box]:
    """Cut the boxes of words into blocks; each block is the box around its words, from top left to bottom right."""
    return sorted(_cut(list(boxes), gaps, 0), key=lambda box: (box[1], box[0])) if boxes else []


def _cut(boxes: list[Box], gaps: tuple[float, float], depth: int) -> Iterator[Box]:
    best = max(((_widest(boxes, axis), axis) for axis in (0, 1)), key=lambda one: one[0][0] / gaps[one[1]])
    (width, at), axis = best
    if width < gaps[axis] or depth == _DEEPEST:
        left, top, right, bottom = zip(*boxes, strict=True)
        yield min(left), min(top), max(right), max(bottom)
        return
    yield from _cut([box for box in boxes if box[axis] < at], gaps, depth + 1)
    yield from _cut([box for box in boxes if box[axis] >= at], gaps, depth + 1)


def _widest(boxes: Sequence[Box], axis: int) -> tuple[float, float]:
    """The widest gap across one axis and its middle."""
    widest, at, reached = 0.0, 0.0, None
    for low, high in sorted((box[axis], box[axis + 2]) for box in boxes):
        if reached is not None and low - reached > widest:
            widest, at = low - reached, (low + reached) / 2
        reached = high if reached is None else max(reached, high)
    return widest, at
