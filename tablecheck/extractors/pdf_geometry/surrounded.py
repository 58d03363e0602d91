"""A row between the two lines of one of its cells, which stand as far above it as below."""

from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.expressions import is_numeric
from tablecheck.extractors.pdf_geometry.placing import Placed

Placing = tuple[TextRow, list[Placed]]

_HALF = 0.8  # of the usual step: no line of such a cell is further from the row
_EVEN = 0.1  # of the size: how evenly the two stand around them


def with_cells_on_two_lines(lines: Sequence[Placing], step: float) -> list[Placing]:
    """Put rows together with the lines of their cell above and below; ``step`` is the usual one of the rows."""
    joined = list(lines)
    index = 1
    while index + 1 < len(joined):
        above, middle, below = joined[index - 1 : index + 2]
        if _surround(above, middle, below, step):
            joined[index - 1 : index + 2] = [(middle[0], [*above[1], *below[1], *middle[1]])]
        index += 1
    return joined


def _surround(above: Placing, middle: Placing, below: Placing, step: float) -> bool:
    """Tell the lines of a wrapped cell around its row: nothing else is on them, and the row has no such cell."""
    (first, upper), (row, beside), (last, lower) = above, middle, below
    if not first.band == row.band == last.band or len(upper) != 1 or len(lower) != 1:
        return False
    column = upper[0].first
    if any((cell.first, cell.last) != (column, column) or is_numeric(cell.words[0].text) for cell in (*upper, *lower)):
        return False
    if len(beside) < 2 or any(cell.first <= column <= cell.last for cell in beside):
        return False
    if column and not _goes_on(lower[0]):
        return False
    up, down = row.line.baseline - first.line.baseline, last.line.baseline - row.line.baseline
    return abs(up - down) < _EVEN * row.line.size and max(up, down) < _HALF * step


def _goes_on(line: Placed) -> bool:
    """Tell a line that goes on with a sentence from an entry of its own, such as "Test" below "Train"."""
    beginning = line.words[0].text[0]
    return not (beginning.isdigit() or beginning.isupper())
