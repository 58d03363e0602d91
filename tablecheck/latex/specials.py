"""Commands that print in ways of their own: notes, scripts, fractions, items, nested environments."""

import re
from typing import TYPE_CHECKING, NamedTuple

from tablecheck.latex import commands, symbols
from tablecheck.latex.arguments import skip_arguments, skip_space, take_group, take_option, take_star

if TYPE_CHECKING:
    from tablecheck.latex.printing import Printer

_ENVIRONMENT = re.compile(r"\s*\{([^{}\n]*)\}")
_ENVIRONMENT_ARGUMENTS = {
    "minipage": "ooom", "itemize": "o", "enumerate": "o", "tablenotes": "o", "adjustbox": "m", "threeparttable": "o",
    "table": "o", "table*": "o", "figure": "o", "figure*": "o", "wraptable": "omom", "subtable": "om",
    "subfigure": "om", "sidewaystable": "o", "multicols": "m", "spacing": "m", "tikzpicture": "o", "rotate": "m",
    "list": "mm", "wrapfigure": "omom",
} | commands.TABULARS  # fmt: skip
RAISED = frozenset({"textsuperscript", "tnote", "textss", "up", "tablefootnotemark", "tablenotemark"})
LOWERED = frozenset({"textsubscript", "textsub"})
NOTES = {
    "footnote": "o", "tablefootnote": "o", "footnotetext": "o", "thanks": "", "footref": "", "sidenote": "oo",
    "tabnote": "", "tablenote": "o", "tfootnote": "",
}  # fmt: skip
FRACTIONS = {
    "frac": "/", "dfrac": "/", "tfrac": "/", "nicefrac": "/", "sfrac": "/", "diagbox": " / ", "backslashbox": " / ",
    "slashbox": " / ", "diaghead": " / ",
}  # fmt: skip


class Call(NamedTuple):
    """A command met while printing: its name begins at ``start``, its arguments at ``position``.

    ``end`` is where the range that is printed ends, ``math`` whether the command stands in a formula.
    """

    name: str
    start: int
    position: int
    end: int
    math: bool


def raise_argument(printer: "Printer", call: Call) -> int:
    """``\\textsuperscript{1}`` and the like."""
    inner, after = take_group(printer.flat, call.position, call.end)
    printer.shift("_" if call.name in LOWERED else "^", printer.apart(inner, call.math), call.start, after)
    return after


def footnote_mark(printer: "Printer", call: Call) -> int:
    """``\\footnotemark[2]`` prints its number, without one it prints what nobody can know."""
    inner, after = take_option(printer.flat, call.position, call.end)
    if inner is not None:
        printer.shift("^", printer.apart(inner, call.math), call.start, after)
    return after


def note(printer: "Printer", call: Call) -> int:
    """Put a footnote aside."""
    position = skip_arguments(printer.flat, NOTES[call.name], call.position, call.end)
    inner, after = take_group(printer.flat, position, call.end)
    text = printer.apart(inner, False)
    printer.absorb(text)
    if text.text:
        printer.printed.notes.append(text.text)
    return after


def fraction(printer: "Printer", call: Call) -> int:
    """``\\frac{1}{2}`` is 1/2; the halves of a diagonal box are printed likewise."""
    _, position = take_option(printer.flat, call.position, call.end)
    over, middle = take_group(printer.flat, position, call.end)
    under, after = take_group(printer.flat, middle, call.end)
    if over is not None:
        printer.walk(*over, call.math)
    printer.put(FRACTIONS[call.name], middle - 1, middle)
    if under is not None:
        printer.walk(*under, call.math)
    return after


def ding(printer: "Printer", call: Call) -> int:
    """``\\ding{51}`` is a tick."""
    inner, after = take_group(printer.flat, call.position, call.end)
    if inner is not None:
        printer.put(symbols.dingbat(printer.flat.text[inner[0] : inner[1]]), call.start, after)
    return after


def item(printer: "Printer", call: Call) -> int:
    """``\\item[a]`` of a list or of table notes."""
    printer.space(call.start, call.position)
    inner, after = take_option(printer.flat, call.position, call.end)
    if inner is not None:
        printer.walk(*inner, False)
        printer.space(inner[1], after)
    return skip_space(printer.flat.text, after, call.end)


def delimiter(printer: "Printer", call: Call) -> int:
    """``\\left.`` prints nothing."""
    return call.position + printer.flat.text.startswith(".", call.position)


def first_of_two(printer: "Printer", call: Call) -> int:
    """``\\texorpdfstring{printed}{bookmark}``."""
    inner, position = take_group(printer.flat, call.position, call.end)
    if inner is not None:
        printer.walk(*inner, call.math)
    return take_group(printer.flat, position, call.end)[1]


def gap(printer: "Printer", call: Call) -> int:
    """Horizontal space separates what stands on both sides of it, unless it is negative."""
    position = take_star(printer.flat.text, call.position, call.end)
    width, after = take_group(printer.flat, position, call.end)
    if width is not None and not printer.flat.text[width[0] : width[1]].lstrip().startswith("-"):
        printer.space(call.start, after)
    return after


def environment(printer: "Printer", call: Call) -> int:
    """The begin and the end of an environment in a cell print nothing; nor do the arguments of the begin."""
    match = _ENVIRONMENT.match(printer.flat.text, call.position, call.end)
    if match is None:
        return call.position
    if call.name == "end":
        printer.inside = max(0, printer.inside - 1)
        return match.end()
    printer.inside += 1
    return skip_arguments(printer.flat, _ENVIRONMENT_ARGUMENTS.get(match[1].strip(), ""), match.end(), call.end)
