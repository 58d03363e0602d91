"""Sums, means and differences of printed numbers, as precisely as the print allows.

A printed number stands for an interval. Authors compute from unrounded numbers, and some cut digits off where others
round, so a result fits if any of these roads leads to it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from tablecheck.model.number import Number, rounded

Fits = Callable[[Number, Sequence[Number]], bool]
"""Whether a number can be what is made of others."""

_MOST_MISFITS = 3  # times as many lines must fit as do not, for the others to be slips
FEWEST_FITS = 3
_FEWEST_DIGITS = 3  # that are left of a result whose last zero is taken for filling; 0.40 is no 0.4
_MOST_WRITTEN_OUT = 15  # digits before the point
_TELLING = 2  # times as wide as what would fit must be the range in which a number could have been


def fits_mean(result: Number, members: Sequence[Number]) -> bool:
    """Whether a number can be the mean of others."""
    slack = sum((number.quantum for number in members), Decimal()) / len(members) / 2
    return is_near(result, mean(members), slack)


def fits_sum(result: Number, members: Sequence[Number]) -> bool:
    """Whether a number can be the sum of others."""
    slack = sum((number.quantum for number in members), Decimal()) / 2
    return is_near(result, total(members), slack)


def fits_harmonic(result: Number, members: Sequence[Number]) -> bool:
    """Whether a number can be the harmonic mean of two others, as F1 is of precision and recall."""
    low = harmonic([max(number.interval[0], Decimal()) for number in members])
    high = harmonic([max(number.interval[1], Decimal()) for number in members])
    return low - result.quantum <= result.value <= high + result.quantum / 2


def is_telling_mean(result: Number, members: Sequence[Number]) -> bool:
    """Whether the mean of members, as precisely as it is known, tells where between them the result should lie.

    It does not for a zero and a one that are printed without a point: any share lies half of one around their mean.
    """
    values = [number.value for number in members]
    slack = sum((number.quantum for number in members), Decimal()) / len(members) / 2
    return max(values) - min(values) > _TELLING * (2 * slack + result.quantum)


def is_telling_sum(result: Number, members: Sequence[Number]) -> bool:
    """Whether a sum that fits shows that it is one: whole numbers are counted and fit exactly, others are rounded."""
    if all(number.decimals == 0 for number in (result, *members)):
        return result.value == total(members)
    return abs(result.value) > _TELLING * sum((number.quantum for number in members), Decimal())


def fits_padded(fits: Fits, result: Number, members: Sequence[Number]) -> bool:
    """Whether a result fits when zeros at its end, or at the end of all members, only fill up a column.

    Who copies 69.9 into a column of numbers like 71.46 writes 69.90.
    """
    coarser = [_without_zero(number) for number in members]
    if all(one.decimals < number.decimals for one, number in zip(coarser, members, strict=True)):
        return fits(_without_zero(result), coarser)
    own = _without_zero(result)
    return len(own.digits) >= _FEWEST_DIGITS and fits(own, members)


def _without_zero(number: Number) -> Number:
    """The number without a zero at its end; one digit after the point is left."""
    if number.decimals < 2 or "." not in number.text or not number.text.endswith("0"):
        return number
    return replace(number, text=number.text[:-1], decimals=number.decimals - 1)


def is_near(result: Number, value: Decimal, slack: Decimal) -> bool:
    """Whether a value known up to ``slack`` can be printed as ``result``, rounded or with digits cut off."""
    return value - slack - result.quantum <= result.value <= value + slack + result.quantum / 2


def mean(members: Sequence[Number]) -> Decimal:
    """The mean of what is printed."""
    return total(members) / len(members)


def total(members: Sequence[Number]) -> Decimal:
    """The sum of what is printed."""
    return sum((number.value for number in members), Decimal())


def harmonic(values: Sequence[Decimal]) -> Decimal:
    """The harmonic mean of values that are not negative."""
    if not all(values):
        return Decimal()
    return len(values) / sum((1 / value for value in values), Decimal())


def written(value: Decimal, like: Number) -> str:
    """A value with the decimals of a printed number; one of more digits than anybody writes out as a power of ten."""
    if value.adjusted() > _MOST_WRITTEN_OUT:
        return f"{value:.3g}"
    shift = -len(like.text.partition(".")[2]) if like.decimals >= 0 else 0
    return f"{rounded(value, Decimal(1).scaleb(shift)):f}"


def is_rule(fits: int, misfits: int, fewest: int = FEWEST_FITS) -> bool:
    """Whether so many lines fit that those that do not are slips and not another way of counting."""
    return fits >= fewest and fits >= misfits * min(fewest, _MOST_MISFITS)
