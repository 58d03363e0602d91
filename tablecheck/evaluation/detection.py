"""Whether tables were found: pairs of known and read tables, and what is counted over them.

Follows Soric et al., "Benchmarking Table Extraction from Heterogeneous Scientific Documents"
(arXiv 2511.16134), section 5 and appendices D and E.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tablecheck.model.place import PagePlace
from tablecheck.model.table import Table

_FOUND = 0.5  # IoU and Jaccard above which a table counts as found, section 5
_BINS = 10  # of D-ECE, appendix E

Overlap = Callable[[Table, Table], float]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tables there are, how many were read, and how many of these were found to be one."""

    known: int
    read: int
    found: float

    @property
    def precision(self) -> float:
        """Share of the read tables that are there; 0 where none was read."""
        return self.found / self.read if self.read else 0.0

    @property
    def recall(self) -> float:
        """Share of the known tables that were read; 0 where there is none."""
        return self.found / self.known if self.known else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = self.known + self.read
        return 2 * self.found / total if total else 0.0


def pair_tables(known: Sequence[Table], read: Sequence[Table], overlap: Overlap) -> list[tuple[int, int]]:
    """Pair tables one to one, the largest overlap first; only overlaps above one half count.

    Gives indices into ``known`` and ``read``.
    """
    overlaps = [(overlap(ours, theirs), i, j) for i, ours in enumerate(known) for j, theirs in enumerate(read)]
    pairs: list[tuple[int, int]] = []
    for _, i, j in sorted((entry for entry in overlaps if entry[0] > _FOUND), key=lambda entry: (-entry[0], entry[1:])):
        if all(i != other and j != another for other, another in pairs):
            pairs.append((i, j))
    return sorted(pairs)


def box_overlap(one: Table, other: Table) -> float:
    """Intersection over union of the boxes; 0 on different pages or without boxes."""
    if not isinstance(one.place, PagePlace) or not isinstance(other.place, PagePlace):
        return 0.0
    if one.place.page != other.place.page:
        return 0.0
    a, b = one.place.bbox, other.place.bbox
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    intersection = width * height
    union = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - intersection
    return intersection / union


def text_overlap(one: Table, other: Table) -> float:
    """Jaccard index of the multisets of character bigrams; for data sets or extractors without boxes.

    Where both tables say their page, tables of different pages do not overlap.
    """
    if isinstance(one.place, PagePlace) and isinstance(other.place, PagePlace) and one.place.page != other.place.page:
        return 0.0
    a, b = bigrams(one), bigrams(other)
    union = (a | b).total()
    return (a & b).total() / union if union else 0.0


def bigrams(table: Table) -> Counter[str]:
    """The pairs of neighbouring characters in the cells of a table, spaces left out."""
    text = "".join("".join(cell.text.split()) for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)))
    return Counter(text[start : start + 2] for start in range(len(text) - 1))


def expected_counts(
    confidences: Sequence[float], found: Sequence[bool], known: int, lowest: float
) -> tuple[float, float, float]:
    """Give precision, recall and F1 as expected when nobody has said which confidence is enough.

    A user keeps the tables whose confidence reaches a threshold. The threshold is uniform between ``lowest``
    and 1: these are the densities f₀ and f₀.₅ (appendix D). An extractor without confidences says 1 of every
    table, so expected and plain figures are the same for it. Keeping no table counts as precision 0.
    """
    edges = sorted({lowest, 1.0, *(value for value in confidences if lowest < value < 1)})
    total = np.zeros(3)
    for start, end in pairwise(edges):
        kept = [is_found for value, is_found in zip(confidences, found, strict=True) if value >= end]
        counts = Counts(known, len(kept), sum(kept))
        total += (end - start) * np.array([counts.precision, counts.recall, counts.f1])
    precision, recall, f1 = total / (1 - lowest)
    return float(precision), float(recall), float(f1)


def average_precision(confidences: Sequence[float], found: Sequence[bool], known: int) -> float:
    """Average precision over all thresholds, without interpolation, with missed tables counted.

    scikit-learn sees only the tables that were read, so its figure is multiplied by their recall.

    Raises:
        ImportError: scikit-learn, of the extra ``eval``, is not installed.
    """
    from sklearn.metrics import average_precision_score

    if not any(found) or not known:
        return 0.0
    seen = float(average_precision_score(np.array(found, dtype=int), np.array(confidences)))
    return seen * sum(found) / known


def calibration_error(confidences: Sequence[float], found: Sequence[bool]) -> float:
    """Detection expected calibration error (D-ECE) over ten bins of confidence (Küppers et al. 2020).

    The mean distance between the confidence of a bin and the share of its tables that are there.
    """
    if not confidences:
        return 0.0
    values, hits = np.array(confidences), np.array(found, dtype=float)
    bins = np.minimum((values * _BINS).astype(int), _BINS - 1)
    error = 0.0
    for number in np.unique(bins):
        inside = bins == number
        error += inside.sum() / len(values) * abs(hits[inside].mean() - values[inside].mean())
    return float(error)
