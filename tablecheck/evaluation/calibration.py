"""Whether a confidence means what it says: of tables given 0.9, nine tenths of the content should be right."""

from collections.abc import Sequence
from dataclasses import dataclass

_BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """How many tables were given a confidence in one range, its mean, and the mean of what is true of them."""

    count: int
    said: float
    true: float


def reliability(said: Sequence[float], true: Sequence[float], bins: int = _BINS) -> tuple[Bin, ...]:
    """Sort confidences into ranges of equal width, the lowest first; ranges that hold none are left out."""
    members: dict[int, list[int]] = {}
    for index, confidence in enumerate(said):
        members.setdefault(min(bins - 1, int(confidence * bins)), []).append(index)
    return tuple(
        Bin(len(found), _mean([said[index] for index in found]), _mean([true[index] for index in found]))
        for _, found in sorted(members.items())
    )


def calibration_gap(said: Sequence[float], true: Sequence[float], bins: int = _BINS) -> float:
    """Expected calibration error: the mean distance in a range between what is said and what is true."""
    return sum(one.count * abs(one.said - one.true) for one in reliability(said, true, bins)) / max(1, len(said))


def brier_score(said: Sequence[float], true: Sequence[float]) -> float:
    """The mean squared difference between what is said and what is true (Brier 1950, for shares as for events)."""
    return _mean([(confidence - share) ** 2 for confidence, share in zip(said, true, strict=True)])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
