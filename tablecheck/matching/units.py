"""What a column's header says about the unit of its numbers, and what follows for the scale between two columns."""

import re

_PERCENT = re.compile(r"%|\bper ?cent\b|\bpct\b", re.I)
_THOUSANDS = re.compile(r"[(\[]\s*(?:in\s+)?(?:[kK]|thousands?|[×x]\s?10³|10³)\s*[)\]]|\b[kK]\s?#")
_MILLIONS = re.compile(r"[(\[]\s*(?:in\s+)?(?:[Mm]|millions?|[×x]\s?10⁶|10⁶)\s*[)\]]")
_BILLIONS = re.compile(r"[(\[]\s*(?:in\s+)?(?:[GB]|billions?|[×x]\s?10⁹|10⁹)\s*[)\]]|\bGFLOPs?\b", re.I)
_MILLI = re.compile(r"[(\[]\s*(?:[×x]\s?10⁻³|10⁻³|ms)\s*[)\]]")
_ERROR = re.compile(r"\berr(?:or)?s?\b\.?|\bmisclassification\b|\bEER\b|\bWER\b", re.I)
_ACCURACY = re.compile(r"\bacc(?:uracy|uracies)?\b\.?|\btop[- ]?[15]\b|\bsuccess\b|\bprecision\b", re.I)


def printed_power(header: str) -> int | None:
    """The power of ten that the unit of a header takes out of its numbers, ``None`` where it names no unit.

    >>> printed_power("Params (M)"), printed_power("AUC (%)"), printed_power("AUC")
    (6, -2, None)
    """
    for pattern, power in ((_PERCENT, -2), (_MILLIONS, 6), (_BILLIONS, 9), (_THOUSANDS, 3), (_MILLI, -3)):
        if pattern.search(header):
            return power
    return None


def implied_scale(our_header: str, their_header: str, our_size: float, their_size: float) -> int:
    """The power of ten by which ours should exceed theirs, judged by the headers; 0 where they do not say.

    ``our_size`` and ``their_size`` are typical absolute values of the two columns. A percent sign alone is not
    enough, since most papers leave it out: the other column must also look like fractions.
    """
    our_power, their_power = printed_power(our_header), printed_power(their_header)
    if our_power == their_power:
        return 0
    if -2 in (our_power, their_power):
        if our_power == -2 and their_power is None and 0 < their_size <= 1:
            return 2
        if their_power == -2 and our_power is None and 0 < our_size <= 1:
            return -2
        return 0
    scale = (their_power or 0) - (our_power or 0)
    if our_power is None or their_power is None:
        # "Params (M)" beside "Params": the other column may print millions all the same
        factor = our_size / their_size if their_size and our_size else 1.0
        expected = 10.0**scale
        return scale if expected / 30 <= factor <= expected * 30 else 0
    return scale


def opposed(our_header: str, their_header: str) -> bool:
    """Tell whether one header names an error and the other an accuracy."""
    ours_is_error, theirs_is_error = _ERROR.search(our_header), _ERROR.search(their_header)
    if bool(ours_is_error) == bool(theirs_is_error):
        return False
    other = their_header if ours_is_error else our_header
    return _ACCURACY.search(other) is not None


def without_measure(header: str) -> str:
    """A header without its words for accuracy or error, which are two sides of one result.

    >>> without_measure("Top-1 Err (%)"), without_measure("Val Accuracy")
    ('Top-1  (%)', 'Val ')
    """
    return _ERROR.sub("", re.sub(r"\bacc(?:uracy|uracies)?\b\.?", "", header, flags=re.I))
