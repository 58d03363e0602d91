"""Which numbers of two tables could be prints of one value, found by look-up and not by comparing all with all."""

from dataclasses import dataclass

import numpy as np

from tablecheck.matching.sheet import Floats, Indices, Sheet
from tablecheck.matching.units import implied_scale, opposed
from tablecheck.matching.values import SCALES

MOST_PER_NUMBER = 60
"""Candidates kept per number of ours: a value that stands in more places says nothing by itself, and the
product of two columns of zeros would be all that a large table costs."""

SAME_VALUE = 0.95
"""The quality of 5.8 beside 5.80: from here upwards the values are equal, below they agree by rounding."""

CONVERTED = 0.85
"""What is left of the quality when the numbers agree only at another scale, which the rest of the line shows."""

_TINY = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of entries whose values are compatible; one item per pair in every array.

    ``ours`` and ``theirs`` index the entries of the two sheets. ``scale`` is the power of ten by which ours
    exceeds theirs, ``complement`` whether ours is what is missing to a hundred. ``quality`` is 1 for equal
    prints, less for roundings, cut-off digits and digits that the cited paper does not print.
    """

    ours: Indices
    theirs: Indices
    scale: Indices
    complement: Indices
    quality: Floats

    def __len__(self) -> int:
        return len(self.ours)

    def taking(self, which: Indices) -> "Candidates":
        """The candidates at the given positions."""
        return Candidates(
            self.ours[which], self.theirs[which], self.scale[which], self.complement[which], self.quality[which]
        )


def find_candidates(ours: Sheet, theirs: Sheet, row_likeness: Floats, column_likeness: Floats) -> Candidates:
    """Find the pairs of compatible numbers, at every scale that papers use.

    Scaled and complementary pairs stay only where a whole column or row shows them, or a header says so. The
    likeness matrices, of shape (lines of ours, lines of theirs), choose among the pairs of a number that has
    more than ``MOST_PER_NUMBER`` of them.
    """

    def at(scale: int, complement: bool) -> Candidates:
        return _compatible(ours, theirs, row_likeness, column_likeness, scale, complement)

    plain = at(0, False)
    others = [at(scale, False) for scale in SCALES] + [at(0, True)]
    kept = [plain] + [_systematic(found, ours, theirs) for found in others]
    return _each_pair_once(_joined(kept), len(theirs.entries))


def _compatible(
    ours: Sheet, theirs: Sheet, row_likeness: Floats, column_likeness: Floats, scale: int, complement: bool
) -> Candidates:
    cited = 100 - theirs.value if complement else theirs.value * 10.0**scale
    cited_decimals = theirs.decimals - scale
    our_pool, their_pool = np.arange(len(ours.value)), np.arange(len(cited))
    if scale or complement:
        our_pool = our_pool[(ours.significant >= 2) & (ours.value != 0)]
        their_pool = their_pool[(theirs.significant >= 2) & (cited != 0)]
    if complement:
        our_pool = our_pool[(ours.decimals[our_pool] > 0) & (ours.value[our_pool] > 0)]
        their_pool = their_pool[(cited_decimals[their_pool] > 0) & (cited[their_pool] > 0)]
    found: list[tuple[Indices, Indices]] = []
    for decimals in np.unique(cited_decimals[their_pool]):
        pool = their_pool[cited_decimals[their_pool] == decimals]
        pool = pool[np.argsort(cited[pool], kind="stable")]
        step = 10.0 ** -np.minimum(ours.decimals[our_pool], decimals).astype(np.float64)
        slack = _TINY * np.maximum(1.0, np.abs(ours.value[our_pool]))
        radius = np.where(ours.decimals[our_pool] == decimals, slack, step + slack)
        first = np.searchsorted(cited[pool], ours.value[our_pool] - radius, "left")
        last = np.searchsorted(cited[pool], ours.value[our_pool] + radius, "right")
        few = last - first <= MOST_PER_NUMBER
        found.append(_ranges(our_pool[few], pool, first[few], last[few]))
        for index, start, stop in zip(our_pool[~few], first[~few], last[~few], strict=True):
            choice = pool[start:stop]
            likeness = row_likeness[ours.row[index], theirs.row[choice]]
            likeness = likeness + column_likeness[ours.column[index], theirs.column[choice]]
            best = choice[np.argsort(-likeness, kind="stable")[:MOST_PER_NUMBER]]
            found.append((np.full(len(best), index), best))
    mine = np.concatenate([pair[0] for pair in found]) if found else np.zeros(0, np.int64)
    other = np.concatenate([pair[1] for pair in found]) if found else np.zeros(0, np.int64)
    quality = _quality(ours, mine, cited[other], cited_decimals[other], theirs.significant[other])
    if scale or complement:
        quality = quality * CONVERTED
    good = np.flatnonzero(quality > 0)
    return Candidates(
        mine[good],
        other[good],
        np.full(len(good), scale),
        np.full(len(good), complement),
        quality[good],
    )


def _ranges(mine: Indices, pool: Indices, first: Indices, last: Indices) -> tuple[Indices, Indices]:
    """Pair each of ``mine`` with its own run of ``pool``."""
    counts = last - first
    total = int(counts.sum())
    offsets = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
    return np.repeat(mine, counts), pool[np.repeat(first, counts) + offsets]


def _quality(ours: Sheet, mine: Indices, cited: Floats, cited_decimals: Indices, cited_digits: Indices) -> Floats:
    value, decimals = ours.value[mine], ours.decimals[mine]
    slack = _TINY * np.maximum(1.0, np.abs(value))
    apart = np.abs(value - cited)
    step = 10.0 ** -np.minimum(decimals, cited_decimals).astype(np.float64)
    equal = apart <= slack
    rounded = apart <= step / 2 + slack
    cut_off = (decimals < cited_decimals) & (decimals > 0) & (np.abs(cited) - np.abs(value) >= 0) & (apart < step)
    quality = np.zeros(len(mine))
    quality[cut_off] = 0.5
    quality[rounded & (decimals < cited_decimals)] = 0.9
    quality[rounded & (decimals > cited_decimals)] = 0.5
    quality[equal & (decimals != cited_decimals)] = SAME_VALUE
    quality[equal & (decimals == cited_decimals)] = 1.0
    coarse = (decimals != cited_decimals) & ~equal & (np.minimum(ours.significant[mine], cited_digits) < 2)
    quality[coarse] *= 0.6
    return quality


def _systematic(found: Candidates, ours: Sheet, theirs: Sheet) -> Candidates:
    if not len(found):
        return found
    rows, columns = ours.row[found.ours], ours.column[found.ours]
    their_rows, their_columns = theirs.row[found.theirs], theirs.column[found.theirs]
    needed = 3 if found.complement[0] else 2
    by_column = _distinct(columns, their_columns, rows) >= needed
    by_row = _distinct(rows, their_rows, columns) >= needed
    pairs, which = np.unique(np.stack([columns, their_columns]), axis=1, return_inverse=True)
    says = [_header_says(ours, theirs, int(one), int(other), found) for one, other in pairs.T]
    named = np.array(says)[which.reshape(-1)]
    return found.taking(np.flatnonzero(by_column | by_row | named))


def _header_says(ours: Sheet, theirs: Sheet, column: int, other: int, found: Candidates) -> bool:
    if found.complement[0]:
        return opposed(ours.columns[column].printed, theirs.columns[other].printed)
    return column_scale(ours, theirs, column, other) == int(found.scale[0])


def column_scale(ours: Sheet, theirs: Sheet, column: int, other: int) -> int:
    """The scale between two columns that their headers imply."""
    return implied_scale(
        ours.columns[column].printed,
        theirs.columns[other].printed,
        _size(ours.value[ours.column == column]),
        _size(theirs.value[theirs.column == other]),
    )


def _size(values: Floats) -> float:
    return float(np.median(np.abs(values))) if len(values) else 0.0


def _distinct(one: Indices, other: Indices, counted: Indices) -> Indices:
    """For each item, how many different ``counted`` its pair of ``one`` and ``other`` has."""
    pairs = one * (int(other.max()) + 1) + other
    unique = np.unique(np.stack([pairs, counted]), axis=1)
    names, counts = np.unique(unique[0], return_counts=True)
    return counts[np.searchsorted(names, pairs)]


def _joined(parts: list[Candidates]) -> Candidates:
    return Candidates(
        np.concatenate([part.ours for part in parts]),
        np.concatenate([part.theirs for part in parts]),
        np.concatenate([part.scale for part in parts]),
        np.concatenate([part.complement for part in parts]),
        np.concatenate([part.quality for part in parts]),
    )


def _each_pair_once(found: Candidates, width: int) -> Candidates:
    order = np.lexsort((-found.quality, found.ours * width + found.theirs))
    pairs = (found.ours * width + found.theirs)[order]
    first = np.ones(len(pairs), dtype=bool)
    first[1:] = pairs[1:] != pairs[:-1]
    return found.taking(order[first])
