"""The natural word space of a table, which tells words of one cell from neighbouring cells.

TeX sets the cells of ``l``, ``c`` and ``r`` columns with the font's own word space, unstretched, so gaps inside
cells have one width; the gaps between columns depend on what stands in them and have many.
"""

import itertools
from collections import Counter
from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.expressions import is_tight
from tablecheck.extractors.pdf_geometry.lines import Chunk, Line
from tablecheck.extractors.pdf_geometry.sheet import Word, median

_USUAL = 0.31  # of the size; Times has 0.25, Computer Modern 0.33, its bold 0.38
_TYPEWRITER = 0.6  # of the size: the width of every character of Courier; Computer Modern has 0.525
_SMALL, _USUAL_SMALL = 7.5, 0.36  # points; below, Computer Modern spaces words wider: 0.38 at 7 pt
_STEP = 0.02  # of the size: the width of a bin
_RANGE = (0.16, 0.46)
_SPREAD = 0.06  # of the size: from the regular to the bold cut of a family
_AFTER_STOP = 0.22  # of the size: what TeX adds after a full stop, colon or comma; in typewriter, a whole character
_LEAST_BACKING = 4  # equal gaps before a width counts as the natural one


def natural_space(lines: Sequence[Line]) -> float:
    """Give the commonest narrow gap between words, in sizes of the text."""
    gaps: Counter[int] = Counter()
    for line in lines:
        for left, right in itertools.pairwise(line.words):
            gap = (right.x0 - left.x1) / line.size
            if _RANGE[0] <= gap <= _RANGE[1] and left.text[-1].isalpha() and right.text[0].isalnum():
                gaps[round(gap / _STEP)] += 1
    if not gaps:
        return _USUAL if median([line.size for line in lines], 10.0) > _SMALL else _USUAL_SMALL
    backing = {width: gaps[width - 1] + gaps[width] + gaps[width + 1] for width in gaps}
    width = max(backing, key=lambda key: (backing[key], -key))
    return (width if backing[width] >= _LEAST_BACKING else median(list(gaps.elements()))) * _STEP


def is_natural(left: Word, right: Word, size: float, space: float) -> bool:
    """Tell whether two neighbours on a line stand no further apart than words of one cell."""
    after_stop = _AFTER_STOP
    if left.mono and right.mono:
        space, after_stop = max(space, _TYPEWRITER), _TYPEWRITER
    most = space + _SPREAD + (after_stop if left.text[-1] in ".,:;?!" else 0.0)
    return right.x0 - left.x1 <= most * size


def natural_chunks(line: Line, space: float) -> tuple[Chunk, ...]:
    """Cut a line wherever two words stand further apart than words of one cell do, but in no expression."""
    parts: list[list[Word]] = []
    for word in line.words:
        if parts and (is_natural(parts[-1][-1], word, line.size, space) or is_tight(parts[-1][-1], word, line.size)):
            parts[-1].append(word)
        else:
            parts.append([word])
    return tuple(Chunk(tuple(part)) for part in parts)
