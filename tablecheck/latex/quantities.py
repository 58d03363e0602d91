"""Numbers and units as siunitx writes them."""

import re
from typing import TYPE_CHECKING

from tablecheck.latex import symbols
from tablecheck.latex.arguments import take_group, take_option
from tablecheck.latex.specials import Call

if TYPE_CHECKING:
    from tablecheck.latex.printing import Printer

NUMBERS = frozenset({"num", "tablenum", "numprint", "np", "ang"})
QUANTITIES = frozenset({"SI", "qty"})
UNITS = frozenset({"si", "unit"})
RANGES = frozenset({"numrange", "SIrange", "qtyrange"})
_PART = re.compile(r"\+-|\\pm|[xX]|\s+|[^\s+\\xX]+|.", re.S)


def number(printer: "Printer", call: Call) -> int:
    """``\\num{1.5 +- 0.2}``: ``+-`` means ±, ``x`` times."""
    _, position = take_option(printer.flat, call.position, call.end)
    inner, after = take_group(printer.flat, position, call.end)
    if inner is not None:
        _digits(printer, *inner)
    return after


def quantity(printer: "Printer", call: Call) -> int:
    """``\\SI{12}{\\milli\\second}``."""
    position = number(printer, call)
    return unit(printer, call._replace(position=position), after_number=True)


def unit(printer: "Printer", call: Call, after_number: bool = False) -> int:
    """``\\si{\\kilo\\metre\\per\\hour}``."""
    _, position = take_option(printer.flat, call.position, call.end)
    inner, after = take_group(printer.flat, position, call.end)
    if inner is not None:
        _units(printer, *inner, after_number)
    return after


def number_range(printer: "Printer", call: Call) -> int:
    """``\\numrange{1}{5}``, ``\\SIrange{1}{5}{\\km}``."""
    middle = number(printer, call)
    printer.put("–", middle - 1, middle)
    _, position = take_group(printer.flat, middle, call.end)
    after = number(printer, call._replace(position=middle)) if position > middle else middle
    if call.name == "numrange":
        return after
    return unit(printer, call._replace(position=after), after_number=True)


def _digits(printer: "Printer", start: int, end: int) -> None:
    for match in _PART.finditer(printer.flat.text, start, end):
        part, (low, high) = match[0], match.span()
        if part in {"+-", "\\pm"}:
            printer.put("±", low, high)
        elif part in "xX":
            printer.put("×", low, high)
        elif part == "\\":  # something else than siunitx's own input
            printer.walk(low, end, True)
            return
        elif not part.isspace():
            printer.put(part.replace("{", "").replace("}", ""), low, high)


def _units(printer: "Printer", start: int, end: int, after_number: bool) -> None:
    names = re.findall(r"\\([A-Za-z]+)|([^\\{}\s]+)", printer.flat.text[start:end])
    printed = "".join(plain or _of_unit(name) for name, plain in names)
    if printed and after_number and printer.chunks and printed != "%":
        printer.put("\u2009", start, end)
    printer.put(printed, start, end)


def _of_unit(name: str) -> str:
    """What a unit prints; one that nobody has declared is told by its name."""
    printed = symbols.unit(name)
    return name if printed is None else printed
