"""Numbers that changed places: within a row, which exchanges columns, or within a column, which exchanges rows."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from tablecheck.matching.explain_case import Explanation
from tablecheck.matching.explain_support import by_row, places
from tablecheck.matching.values import relation
from tablecheck.matching.verify_lines import Comparison
from tablecheck.model.evidence import Cause
from tablecheck.model.match import Relation

Pairs = dict[tuple[int, int], list[Comparison]]


def swaps(differing: Sequence[Comparison]) -> list[Explanation]:
    """Find exchanged columns and rows; the exchange that explains most comes first, and none explains a number twice.

    All rows in which the same two columns are exchanged are one exchange, and the reverse.
    """
    found = [(Cause.SWAPPED_COLUMNS, cells) for cells in _exchanged_columns(differing).values()]
    found += [(Cause.SWAPPED_ROWS, cells) for cells in _exchanged_rows(differing).values()]
    explained: set[tuple[int, int, int]] = set()
    explanations = []
    for cause, cells in sorted(found, key=lambda pair: -len(pair[1])):
        if explained.isdisjoint(places(cells)):
            explained |= places(cells)
            explanations.append(Explanation(cause, tuple(cells)))
    return explanations + _permuted([one for one in differing if one.place not in explained])


def _exchanged_columns(differing: Sequence[Comparison]) -> Pairs:
    pairs: Pairs = defaultdict(list)
    for comparisons in by_row(differing).values():
        for one, other in combinations(comparisons, 2):
            if one.ours.column != other.ours.column and exchanged(one, other):
                pairs[one.ours.column, other.ours.column] += [one, other]
    return pairs


def _exchanged_rows(differing: Sequence[Comparison]) -> Pairs:
    pairs: Pairs = defaultdict(list)
    columns: dict[int, list[Comparison]] = defaultdict(list)
    for comparison in differing:
        columns[comparison.ours.column].append(comparison)
    for comparisons in columns.values():
        for one, other in combinations(comparisons, 2):
            if one.ours.row != other.ours.row and exchanged(one, other):
                pairs[one.ours.row, other.ours.row] += [one, other]
    return pairs


def _permuted(differing: Sequence[Comparison]) -> list[Explanation]:
    """Rows in which three or more numbers stand in each other's place."""
    explanations = []
    for comparisons in by_row(differing).values():
        ring = [
            one
            for one in comparisons
            if any(stands_for(one, other) for other in comparisons)
            and any(stands_for(other, one) for other in comparisons)
        ]
        if len(ring) >= 3 and len({one.our_number.value for one in ring}) == len(ring):
            explanations.append(Explanation(Cause.SWAPPED_COLUMNS, tuple(ring)))
    return explanations


def exchanged(one: Comparison, other: Comparison) -> bool:
    """Whether two numbers of ours stand in each other's place."""
    return one.our_number.value != other.our_number.value and stands_for(one, other) and stands_for(other, one)


def stands_for(one: Comparison, other: Comparison) -> bool:
    """Whether ours at one place is what the cited paper has at the other."""
    found = relation(one.our_number, other.their_number, other.column.scale, other.column.complement)
    return found not in (Relation.DIFFERENT, Relation.EXTRA_DIGITS)
