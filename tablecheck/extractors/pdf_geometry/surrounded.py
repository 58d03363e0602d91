"""Values between the two lines of their label, which stand as far above them as below."""

from collections.abc import Sequence

from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.expressions import is_numeric
from tablecheck.extractors.pdf_geometry.placing import Placed

Placing = tuple[TextRow, list[Placed]]

_HALF = 0.8  # of the usual step: no line of such a label is further from the values
_EVEN = 0.1  # of the size: how evenly the two stand around them


def with_labels_on_two_lines(lines: Sequence[Placing], step: float) -> list[Placing]:
    """Put values together with the lines of their label above and below; ``step`` is the usual one of the rows."""
    joined = list(lines)
    index = 1
    while index + 1 < len(joined):
        above, middle, below = joined[index - 1 : index + 2]
        if _surround(above, middle, below, step):
            joined[index - 1 : index + 2] = [(middle[0], [*above[1], *below[1], *middle[1]])]
        index += 1
    return joined


def _surround(above: Placing, middle: Placing, below: Placing, step: float) -> bool:
    """Tell the lines of a label around its values: nothing else is on them, and no label beside the values."""
    (first, upper), (row, values), (last, lower) = above, middle, below
    if not first.band == row.band == last.band:
        return False
    labels = [*upper, *lower]
    if len(labels) != 2 or any(
        (label.first, label.last) != (0, 0) or is_numeric(label.words[0].text) for label in labels
    ):
        return False
    if len(values) < 2 or any(cell.first == 0 for cell in values):
        return False
    up, down = row.line.baseline - first.line.baseline, last.line.baseline - row.line.baseline
    return abs(up - down) < _EVEN * row.line.size and max(up, down) < _HALF * step
