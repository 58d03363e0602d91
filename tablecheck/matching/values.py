"""How two printed numbers are related, and which scales may lie between two columns."""

from decimal import Decimal

from tablecheck.model.match import Relation
from tablecheck.model.number import Number

SCALES = (2, -2, 3, -3, 6, -6, 9, -9)
"""Powers of ten that papers use between two prints of one result: percent, thousands, millions, billions."""


def converted(theirs: Number, scale: int = 0, complement: bool = False) -> Number:
    """Write the cited number as ours would print it: times a power of ten, or what is missing to a hundred."""
    number = theirs.scaled(scale) if scale else theirs
    return number.complement() if complement else number


def relation(ours: Number, theirs: Number, scale: int = 0, complement: bool = False) -> Relation:
    """Tell how ours repeats theirs, given the scale of the column.

    More digits than the cited paper prints agree only where all of them are zero: other digits cannot have
    been copied from there.
    """
    cited = converted(theirs, scale, complement)
    if not _could_be_copied(ours, cited):
        return Relation.DIFFERENT
    if complement:
        return Relation.COMPLEMENT
    if scale:
        return Relation.SCALED
    if ours.decimals == cited.decimals or ours.bound or cited.bound:
        return Relation.EQUAL
    return Relation.ROUNDED if ours.decimals < cited.decimals else Relation.EXTRA_DIGITS


def _could_be_copied(ours: Number, cited: Number) -> bool:
    if ours.bound or cited.bound or ours.decimals <= cited.decimals:
        return ours.agrees_with(cited)
    return ours.value == cited.value


def is_truncated(ours: Number, cited: Number) -> bool:
    """Tell whether ours is the cited number with its last digits cut off instead of rounded."""
    if ours.decimals >= cited.decimals or ours.decimals < 0:
        return False
    step = Decimal(1).scaleb(-ours.decimals)
    return abs(ours.value) <= abs(cited.value) < abs(ours.value) + step and ours.value * cited.value >= 0
