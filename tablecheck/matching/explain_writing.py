"""Writes a cited value the way ours is written."""

import re
from decimal import Decimal

from tablecheck.model.number import Number, rounded

_MANTISSA = re.compile(r"[-+−–]?\s*[\d.,'\u2009\u202f\u00a0]*\d\.?")


def written_like(ours: Number, cited: Number) -> str | None:
    """Write ``cited``, already at ours' scale, with ours' decimals, sign and multiples.

    Digits that the cited paper does not print are not invented. ``None`` where ours is written in a way that
    is not understood well enough.

    >>> from tablecheck.model.number import parse_number as parse
    >>> written_like(parse("66.3"), parse("76.31")), written_like(parse("1.3k"), parse("1234"))
    ('76.3', '1.2k')
    """
    mantissa = _MANTISSA.match(ours.text)
    if mantissa is None:
        return None
    printed = mantissa.group()
    comma_is_point = re.fullmatch(r"[-+−–]?\s*\d+,\d{1,2}", printed) is not None
    point = printed.replace(",", ".") if comma_is_point else printed
    places = len(point.partition(".")[2])
    power = places - ours.decimals  # of ten that stands outside the mantissa
    decimals = min(ours.decimals, cited.decimals)
    shown = max(0, decimals + power)
    value = rounded(cited.value.scaleb(-power), Decimal(1).scaleb(-shown))
    groups = not comma_is_point and re.search(r"\d,\d{3}", printed)
    text = f"{abs(value):,.{shown}f}" if groups else f"{abs(value):.{shown}f}"
    if point.lstrip("-+−– ").startswith("."):
        text = text.removeprefix("0")
    if comma_is_point:
        text = text.replace(".", ",")
    return _sign(printed, value) + text + ours.text[mantissa.end() :]


def _sign(printed: str, value: Decimal) -> str:
    if value < 0:
        return printed[0] if printed[0] in "-−–" else "-"
    return "+" if printed[0] == "+" else ""
