"""Which slip of the hand turns the cited number into ours."""

import re
from dataclasses import replace
from decimal import Decimal

from rapidfuzz.distance import OSA

from tablecheck.matching.values import is_truncated
from tablecheck.matching.verify_lines import Comparison
from tablecheck.model.evidence import Cause
from tablecheck.model.number import Number, rounded

_POWERS = (1, -1, 2, -2, 3, -3)
_SEVERAL, _MUCH = 3, 3  # numbers of a column that show its size, and how many times another size exceeds it
_TELLING = 3  # digits that a number of another run hardly has in common with the cited one


def unit_slip(comparison: Comparison) -> Cause | None:
    """Tell a number that was not brought to the unit of its column, or was brought there wrongly."""
    ours, printed, cited = comparison.our_number, comparison.their_number, comparison.cited
    if comparison.column.scale and ours.agrees_with(printed):
        return Cause.UNIT_NOT_CONVERTED
    if ours.value and replace(ours, value=-ours.value).agrees_with(cited):
        return Cause.SIGN
    if _is_scaled(ours, cited):
        return Cause.SCALE
    if not comparison.column.complement and 0 < cited.value < 100 and ours.decimals > 0:
        return Cause.COMPLEMENT if ours.agrees_with(cited.complement()) else None
    return None


def is_unmistakable(comparison: Comparison, cause: Cause) -> bool:
    """Tell a slip that no other run of a method gives: all digits are the cited ones, and they are enough."""
    enough = 2 if cause is Cause.SIGN else _TELLING
    return len(comparison.our_number.digits.strip("0")) >= enough


def digit_slip(ours: Number, cited: Number) -> Cause:
    """Tell how the digits differ: transposed, one digit, the last digit, or otherwise."""
    is_coarser = 0 < cited.decimals < ours.decimals and len(cited.digits) > 1
    decimals = cited.decimals if is_coarser else ours.decimals
    written, meant = _digits(ours, decimals), _digits(cited, decimals)
    if (ours.value < 0) != (cited.value < 0) or written == meant:
        return Cause.UNEXPLAINED
    if len(written) == len(meant) and sorted(written) == sorted(meant) and OSA.distance(written, meant) == 1:
        return Cause.TRANSPOSED_DIGITS
    if is_truncated(ours, cited) or _last_digit_only(ours, cited):
        return Cause.LAST_DIGIT
    if OSA.distance(written, meant) == 1:
        return Cause.DIGIT
    return Cause.UNEXPLAINED


def is_likely_slip(ours: Number, cited: Number) -> bool:
    """Tell whether a small slip of the hand explains the difference."""
    return digit_slip(ours, cited) is not Cause.UNEXPLAINED


def is_slight(cause: Cause, comparison: Comparison) -> bool:
    """Tell a difference that another measurement explains as well as a slip does.

    Between papers that repeat each other rightly, nearly all differences are of this kind: a last digit, or a
    number that is just another one. Exchanged digits and wrong leading digits hardly occur but by a slip, unless
    they leave the number within ten units of its last place.
    """
    if cause in (Cause.DIGIT, Cause.TRANSPOSED_DIGITS):
        ours, cited = comparison.our_number, comparison.cited
        is_coarser = 0 < cited.decimals < ours.decimals and len(cited.digits) > 1
        quantum = cited.quantum if is_coarser else ours.quantum
        apart = rounded(ours.value, quantum) - rounded(cited.value, quantum)
        return abs(apart) < quantum * 10
    if cause is Cause.UNEXPLAINED:
        return not is_out_of_size(comparison)
    return cause in (Cause.LAST_DIGIT, Cause.RERUN)


def is_out_of_size(comparison: Comparison) -> bool:
    """Tell a number whose sign or size no other number of its column has, so that it can be no measurement of it."""
    ours = comparison.our_number.value
    column = comparison.match.ours.column_cells(comparison.ours.column)
    others = [cell.number.value for cell in column if cell.number is not None and cell is not comparison.ours]
    return len(others) >= _SEVERAL and all(
        value * ours < 0 or max(abs(value), abs(ours)) > _MUCH * min(abs(value), abs(ours)) for value in others
    )


def is_gross_slip(comparison: Comparison) -> bool:
    """Tell a number that a slip turns into quite another one: of sign, scale or unit, or of leading digits."""
    cause = digit_slip(comparison.our_number, comparison.cited)
    return unit_slip(comparison) is not None or not is_slight(cause, comparison)


def is_slip(comparison: Comparison) -> bool:
    """Tell a number that a slip explains, gross or slight: beside a number that agrees it vouches for their row."""
    return is_gross_slip(comparison) or is_likely_slip(comparison.our_number, comparison.cited)


def is_near(comparison: Comparison) -> bool:
    """Tell a number within two units of the last place of the cited one, where chance finds it anywhere."""
    ours = comparison.our_number
    return abs(ours.value - comparison.cited.value) <= ours.quantum * 2


def mark_was_read_as_digit(comparison: Comparison, usual_decimals: int) -> bool:
    """Tell a raised footnote mark that the reader of the cited paper took for a last digit: 85.3¹ as 85.31."""
    ours, theirs = comparison.our_number, comparison.their_number
    fused = re.sub(r"\D", "", theirs.text)[:-1] == re.sub(r"\D", "", ours.text)
    return fused and theirs.decimals == usual_decimals + 1 == ours.decimals + 1 and ours.decimals > 0


def _is_scaled(ours: Number, cited: Number) -> bool:
    """Whether ours is the cited number at another power of ten, as far as the digits of ours go.

    8.3 is 0.83 and 1400 is 13.66, while 0.08 is not 0.80: one digit tells nothing.
    """
    digits = len(ours.digits.rstrip("0"))
    if digits < 2 or not cited.value:
        return False
    unit = Decimal(1).scaleb(ours.value.adjusted() - digits + 1)
    return any(abs(ours.value - cited.value.scaleb(power)) * 2 <= unit for power in _POWERS)


def _last_digit_only(ours: Number, cited: Number) -> bool:
    """Two units of the last place at most, as a rounding gone wrong leaves it, where the cited has more digits.

    With as many digits as the cited number, only the next digit up or down counts: that is a rounding of a
    value neither prints.
    """
    apart = abs(ours.value - cited.value)
    units = 2 if cited.decimals > ours.decimals else 1
    return ours.decimals > 0 and len(ours.digits) >= 3 and apart <= ours.quantum * units


def _digits(number: Number, decimals: int) -> str:
    """The digits at a precision, leading zeros after the point kept."""
    value = abs(number.value)
    if number.decimals > decimals:
        value = rounded(value, Decimal(1).scaleb(-decimals))
    return re.sub(r"\D", "", f"{value:f}")
