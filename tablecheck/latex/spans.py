"""Commands that make a cell span rows and columns."""

import re
from typing import TYPE_CHECKING

from tablecheck.latex.arguments import Range, skip_arguments, take_group, take_option
from tablecheck.latex.flat import Flat
from tablecheck.latex.specials import Call

if TYPE_CHECKING:
    from tablecheck.latex.printing import Printer

_WIDEST = 500  # rows or columns; beyond is a slip of the keyboard


def multicolumn(printer: "Printer", call: Call) -> int:
    """``\\multicolumn{columns}{style}{text}``; one that is half typed spans nothing yet."""
    count, position = take_group(printer.flat, call.position, call.end)
    style, position = take_group(printer.flat, position, call.end)
    content, _ = take_group(printer.flat, position, call.end)
    if style is not None and content is not None and not printer.inside:
        printer.printed.column_span = max(1, _integer(printer.flat, count))
    return position


def multirow(printer: "Printer", call: Call) -> int:
    """``\\multirow[position]{rows}[struts]{width}[fix-up]{text}`` and the ``makecell`` forms of it."""
    _, position = take_option(printer.flat, call.position, call.end)
    count, position = take_group(printer.flat, position, call.end)
    if not printer.inside:
        printer.printed.row_span = _integer(printer.flat, count)
    return skip_arguments(printer.flat, "omo" if call.name == "multirow" else "oo", position, call.end)


def set_cell(printer: "Printer", call: Call) -> int:
    """``\\SetCell[r=2,c=3]{c}`` of tabularray."""
    option, position = take_option(printer.flat, call.position, call.end)
    if option is not None:
        cover(printer, printer.flat.text[option[0] : option[1]])
    return take_group(printer.flat, position, call.end)[1]


def block(printer: "Printer", call: Call) -> int:
    """``\\Block[options]{rows-columns}<format>{text}`` of nicematrix."""
    _, position = take_option(printer.flat, call.position, call.end)
    size, position = take_group(printer.flat, position, call.end)
    if size is not None and not printer.inside:
        rows, _, columns = printer.flat.text[size[0] : size[1]].partition("-")
        cover(printer, f"r={rows.strip()} c={columns.strip()}")
    return skip_arguments(printer.flat, "a", position, call.end)


def cover(printer: "Printer", keys: str) -> None:
    """Obey ``r=2,c=3``; the cells under such a span are written out in the source."""
    for key, value in re.findall(r"\b([rc])\s*=\s*(\d{1,3})", keys):
        if key == "r":
            printer.printed.row_span = max(1, min(_WIDEST, int(value)))
        else:
            printer.printed.column_span = max(1, min(_WIDEST, int(value)))
        printer.printed.covers = True


def _integer(flat: Flat, inner: Range | None) -> int:
    """The number in an argument, 1 where it has none."""
    match = re.match(r"\s*=?\s*(-?\d{1,4})", flat.text[inner[0] : inner[1]]) if inner else None
    return max(-_WIDEST, min(_WIDEST, int(match[1]))) or 1 if match else 1
