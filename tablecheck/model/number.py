"""Numbers as printed: a value, and how precisely it was printed."""

import re
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Context, Decimal

from tablecheck.model.markup import plain_text
from tablecheck.model.place import TextPlace

_MOST_DIGITS = 40  # what prints more is no result; a float has 17
_LARGEST_EXPONENT = 400  # powers of ten; those of floats go to 308
_WIDE = Context(prec=2 * (_MOST_DIGITS + _LARGEST_EXPONENT + 10))  # holds a difference of any two numbers
_LARGEST_DEVIATION = 5  # a bracketed number above a fifth of the value before it is a second result
_MULTIPLES = {"k": 3, "K": 3, "M": 6, "G": 9, "B": 9, "T": 12}
_SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_MINUS = str.maketrans({"−": "-", "–": "-", "‐": "-", "‑": "-", "﹣": "-", "－": "-"})
_FULL_WIDTH = str.maketrans("０１２３４５６７８９．，％", "0123456789.,%")
_THIN = "\u2009\u202f\u00a0\u200a"
_PLAIN = (
    rf"(?:\d{{1,3}}(?:[,'{_THIN}]\d{{3}})+(?!\d)(?:\.\d+)?"
    r"|\d+\.\d+|\d+(?:,\d{1,2}(?![\d,]))|\d+\.?(?!\d)|\.\d+|\d+)"
)
_UNIT = (
    r"(?:%|‰|°|pp|pts?|ms|μs|µs|ns|s|sec|min|h|hrs?|KB|MB|GB|TB|Hz|kHz|MHz|GHz|FPS|fps|dB"
    r"|mm|cm|m|km|kg|g|W|J|GFLOPs?|TFLOPs?|FLOPs?|bits?|x|×)"
)
_NUMBER = re.compile(
    rf"""
    (?<![\w.,₀-₉])
    (?:[⁰¹²³⁴-⁹ᵃ-ᶻ]{{1,2}}(?=[-+−–]?\.?\d))?
    (?P<bound>[<>≤≥~≈∼]\s?)?
    (?P<sign>(?:(?<![\w)\]])|(?<=[⁰¹²³⁴-⁹ᵃ-ᶻ]))[-+−–‐‑](?=\s?\.?\d))?\s?
    (?P<digits>10(?=[⁺⁻]?[⁰¹²³⁴-⁹])|{_PLAIN})
    (?P<compact>\(\d{{1,3}}\))?
    (?P<exponent>
        [eE][-+−]?\d{{1,3}}(?!\w)
      | (?<=10)(?P<bare>[⁺⁻]?[⁰¹²³⁴-⁹]+)
      | \s?[×x·*⋅]\s?10(?:\^\(?\s?(?P<power>[-+−]?\d{{1,3}})\)?|(?P<raised>[⁺⁻]?[⁰¹²³⁴-⁹]+))
    )?
    (?P<multiple>[{_THIN} ]?[kKMGBT](?![A-Za-z₀-₉]))?
    (?P<marks>(?:[⁰¹²³⁴-⁹ᵃ-ᶻ†‡*∗§¶⋆]|\^\([^()±+\-−\d]*\))+)?
    (?P<percent>\s?[%‰](?!\w))?
    (?:
        \s?\(?\s?[±]\s?(?P<plusminus>(?:\d+\.\d+|\.\d+|\d+))(?:\s?%)?\s?\)?
      | \s?[\^_]\(\s?±\s?(?P<script>\d*\.?\d+)\s?%?\s?\)
      | (?:\s?[\^_]\(\s?[-+−]\s?(?:\d+\.?\d*|\.\d+)\s?\)){{2}}
      | _\(\s?(?P<lowered>\d*\.\d+)\s?\)
      | \s?\(\s?(?P<parens>\d*\.\d+)\s?%?\s?\)
    )?
    (?P<percent_after>\s?%(?!\w))?
    (?P<unit>[{_THIN} ]?{_UNIT}(?![\w]))?
    (?:
        \s?[\^_]?\(\s?(?P<delta>[-+−↑↓▲▼]\s?\d*\.?\d+)\s?%?\s?\)
      | \s?(?P<gain>[↑↓▲▼]\s?\d*\.?\d+|\+\d+\.\d+)%?(?![\w.])
    )?
    """,
    re.X,
)  # fmt: skip
_SUBSCRIPT_RUN = re.compile(r"[₀-₉]+")
_YEAR = re.compile(r"['’‘´]$")
_JOINED_TO_NAME = re.compile(r"(?:[A-Za-z]{2}|(?<!\d)[A-Za-z])\s?[-–/]$")
_BRACKETS_CLOSE = re.compile(r"[\d,;\s–-]*\]")
_IN_BRACKETS = re.compile(r"\[[\d,;\s–-]*$")
_DIMENSION = re.compile(r"\s?[×x]\s?\d")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it was printed and what it means.

    ``text`` is the printed value without its uncertainty and unit. ``value`` has multiples and powers of ten
    worked in (``12.3k`` is 12300). ``decimals`` counts the digits after the point of ``value`` that were
    printed, negative for numbers printed in thousands: ``12.3k`` has -2. ``bound`` is ``<`` or ``>`` where
    only a limit was printed. ``delta`` is a gain printed beside the value, as in ``72.0 (+1.9)``.
    """

    text: str
    value: Decimal
    decimals: int
    uncertainty: Decimal | None = None
    unit: str = ""
    approximate: bool = False
    bound: str = ""
    delta: Decimal | None = None
    place: TextPlace | None = field(default=None, compare=False)

    @property
    def quantum(self) -> Decimal:
        """One unit in the last printed place."""
        return Decimal(1).scaleb(-self.decimals)

    @property
    def interval(self) -> tuple[Decimal, Decimal]:
        """The closed interval of values that would be printed like this one.

        Both ends belong to it because both half-up and half-even rounding are in use.
        """
        half = self.quantum / 2
        return self.value - half, self.value + half

    @property
    def digits(self) -> str:
        """The significant digits, without sign, point, power of ten and leading zeros."""
        mantissa = re.split(r"[eE×x·*⋅]", self.text, maxsplit=1)[0]
        return re.sub(r"\D", "", mantissa).lstrip("0")

    def agrees_with(self, other: "Number") -> bool:
        """Tell whether one value could have been printed both ways.

        The number printed with more digits must lie in the rounding interval of the other; never a relative
        tolerance. Half-up and half-even are both accepted.
        """
        if self.bound or other.bound:
            return self._within_bound(other)
        finer, coarser = (self, other) if self.decimals >= other.decimals else (other, self)
        if finer.decimals == coarser.decimals:
            return finer.value == coarser.value
        low, high = coarser.interval
        return low <= finer.value <= high

    def scaled(self, exponent: int) -> "Number":
        """Multiply by a power of ten; the printed digits stay the same."""
        return replace(self, value=self.value.scaleb(exponent), decimals=self.decimals - exponent)

    def complement(self) -> "Number":
        """Give what is missing to a hundred: accuracy for an error rate in percent."""
        return replace(self, value=100 - self.value)

    def _within_bound(self, other: "Number") -> bool:
        if self.bound and other.bound:
            return self.bound == other.bound and self.value == other.value
        bounded, exact = (self, other) if self.bound else (other, self)
        if bounded.bound == "<":
            return exact.value <= bounded.value
        return exact.value >= bounded.value


def rounded(value: Decimal, quantum: Decimal) -> Decimal:
    """Round to a multiple of a power of ten, half up; also where more digits are left than decimals mostly hold.

    >>> rounded(Decimal("71.45"), Decimal("0.1"))
    Decimal('71.5')
    """
    return value.quantize(quantum, ROUND_HALF_UP, _WIDE)


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A number and the half-open range of the text it was printed in."""

    number: Number
    start: int
    end: int


def parse_number(printed: str) -> Number | None:
    """Read a text that prints one number and nothing else.

    Markup, thin spaces, footnote marks, percent signs and units are allowed around it; a dash, ``n/a`` or a
    text with words gives ``None``.
    """
    found = find_numbers(printed)
    if len(found) != 1:
        return None
    rest = _NUMBER.sub("", _half_width(plain_text(printed).text), count=1).strip(" ()[]*†‡§¶,;$↑↓")
    return found[0].number if not re.search(r"\w", rest) else None


def find_numbers(printed: str) -> tuple[FoundNumber, ...]:
    """Find the numbers printed in a text, in reading order.

    Digits inside names (``ResNet-152``, ``Top-1``, ``AP₅₀``, ``224×224``, ``CVPR'21``) are not numbers. The range of
    each number covers its value alone, not its sign's neighbours, unit or uncertainty.
    """
    plain = plain_text(printed)
    text = _half_width(plain.text)
    found = []
    position = 0
    while match := _NUMBER.search(text, position):
        number = _read(match, text)
        start, end = _value_range(match)
        if number is not None:
            found.append(FoundNumber(number, plain.offsets[start], plain.ends[end - 1]))
        position = match.end() if _is_uncertainty(match) else match.start("parens") - 1
    return tuple(found)


def _half_width(text: str) -> str:
    """Write the digits of East Asian typography as others; every character stays where it is."""
    return text if text.isascii() else text.translate(_FULL_WIDTH)


def _is_uncertainty(match: re.Match[str]) -> bool:
    """Tell ``77.0 (0.3)``, a mean and its deviation, from ``85.3 (90.1)``, two results."""
    if not match["parens"]:
        return True
    value = Decimal(re.sub(rf"[,'{_THIN}]", "", match["digits"]).rstrip(".") or 0)
    return Decimal(match["parens"]) * _LARGEST_DEVIATION <= value


def _value_range(match: re.Match[str]) -> tuple[int, int]:
    start = match.start("sign") if match["sign"] else match.start("digits")
    end = match.end("digits")
    for group in ("compact", "exponent", "multiple"):
        if match[group]:
            end = match.end(group)
    return start, end


def _read(match: re.Match[str], text: str) -> Number | None:
    if not _stands_alone(match, text):
        return None
    digits = "1" if match["bare"] else re.sub(rf"['{_THIN}]", "", match["digits"]).rstrip(".")
    if re.fullmatch(r"\d{1,3}(,\d{3})+(\.\d+)?", digits):
        digits = digits.replace(",", "")
    digits = digits.replace(",", ".")
    sign = "-" if (match["sign"] or "").translate(_MINUS) == "-" else ""
    exponent = _exponent(match)
    if len(digits) > _MOST_DIGITS or abs(exponent) > _LARGEST_EXPONENT:
        return None
    decimals = len(digits.partition(".")[2]) - exponent
    value = Decimal(sign + digits).scaleb(exponent)
    bound = (match["bound"] or "").strip()
    start, end = _value_range(match)
    return Number(
        text=text[start:end],
        value=value,
        decimals=decimals,
        uncertainty=_uncertainty(match, digits),
        unit="%" if match["percent"] or match["percent_after"] else (match["unit"] or "").strip(),
        approximate=bound in {"~", "≈", "∼"},
        bound={"<": "<", "≤": "<", ">": ">", "≥": ">"}.get(bound, ""),
        delta=_delta(match["delta"] or match["gain"]),
    )


def _stands_alone(match: re.Match[str], text: str) -> bool:
    """Tell a number from digits that belong to a name, a size or a range of pages."""
    start, end = match.start("digits"), _value_range(match)[1]
    before = text[: match.start()]
    if before and (before[-1].isalpha() or before[-1] in "_^"):
        return False
    if _JOINED_TO_NAME.search(before):
        return False
    if _YEAR.search(before) and re.fullmatch(r"\d\d", match["digits"]):
        return False
    if _IN_BRACKETS.search(before) and _BRACKETS_CLOSE.match(text, end):
        return False
    if re.search(r"\d\s?[×x]\s?$", text[:start]):
        return False
    if match["bare"] and re.search(r"[×x·*⋅]\s?$", before):  # a scale in a heading: "Δm² (×10⁻⁵ eV²)"
        return False
    after = text[match.end() :]
    if not match["exponent"] and _DIMENSION.match(text, end):
        return False
    if after[:1].isalpha() and not (match["unit"] or match["percent"]):
        return False
    return not (_SUBSCRIPT_RUN.match(after) or re.match(r"-[A-Za-z]", after))


def _exponent(match: re.Match[str]) -> int:
    exponent = 0
    if match["multiple"]:
        exponent += _MULTIPLES[match["multiple"].strip(_THIN + " ")]
    if match["power"]:
        exponent += int(match["power"].translate(_MINUS))
    elif raised := match["raised"] or match["bare"]:
        exponent += int(raised.translate(_SUPERSCRIPT_DIGITS)[:6])  # as much as is needed to see that it is too large
    elif match["exponent"]:
        exponent += int(match["exponent"][1:].translate(_MINUS))
    return exponent


def _uncertainty(match: re.Match[str], digits: str) -> Decimal | None:
    for group in ("plusminus", "script", "lowered"):
        if match[group]:
            return Decimal(match[group])
    if match["compact"]:
        places = len(digits.partition(".")[2])
        return Decimal(match["compact"].strip("()")).scaleb(-places)
    if match["parens"] and _is_uncertainty(match):
        return Decimal(match["parens"])
    return None


def _delta(printed: str | None) -> Decimal | None:
    if not printed:
        return None
    negative = printed[0] in "-−↓▼"
    size = Decimal(printed[1:].strip())
    return -size if negative else size
