"""Print a range of the flat text as plain Unicode, and remember where each printed character came from.

The plain form is that of ``tablecheck.model.markup``.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tablecheck.latex import commands, symbols
from tablecheck.latex.arguments import Range, skip_arguments, skip_space, take_group, take_option, take_star
from tablecheck.latex.citing import read_cite
from tablecheck.latex.flat import Flat, show
from tablecheck.model.citation import Citation
from tablecheck.model.markup import lowered, raised

_TOKEN = re.compile(
    r"(?P<words>[^\s\\{}$&^_~`'\-]+)|(?P<space>\s+)|\\(?P<name>[A-Za-z@]+)|\\(?P<char>.)|(?P<dashes>-+)"
    r"|(?P<quotes>``|''|[`'])|(?P<other>.)",
    re.S,
)
_ENVIRONMENT = re.compile(r"\s*\{([^{}\n]*)\}")
_ENVIRONMENT_ARGUMENTS = {
    "minipage": "ooom", "itemize": "o", "enumerate": "o", "tablenotes": "o", "adjustbox": "m", "threeparttable": "o",
    "table": "o", "table*": "o", "figure": "o", "figure*": "o", "wraptable": "omom", "subtable": "om",
    "subfigure": "om",
    "sidewaystable": "o", "multicols": "m", "spacing": "m", "tikzpicture": "o", "rotate": "m", "list": "mm",
    "wrapfigure": "omom",
} | commands.TABULARS  # fmt: skip
_RAISED = frozenset({"textsuperscript", "tnote", "textss", "up", "tablefootnotemark"})
_LOWERED = frozenset({"textsubscript", "textsub"})
_NOTES = {"footnote": "o", "tablefootnote": "o", "footnotetext": "o", "thanks": "", "footref": "", "sidenote": "oo",
          "tabnote": "", "tablenote": "o", "tfootnote": ""}  # fmt: skip
_FRACTIONS = frozenset(
    {"frac", "dfrac", "tfrac", "nicefrac", "sfrac", "diagbox", "backslashbox", "slashbox", "diaghead"}
)
_NUMBERS = frozenset({"num", "tablenum", "numprint", "np", "ang"})
_QUANTITIES = frozenset({"SI", "qty"})
_UNITS = frozenset({"si", "unit"})
_RANGES = frozenset({"numrange", "SIrange", "qtyrange"})
_DEEPEST = 25  # nested notes and scripts


@dataclass(slots=True)
class Printed:
    """A printed text; character ``i`` came from ``starts[i]`` to ``ends[i]`` of the flat text.

    ``citations`` are paired with the offset in ``text`` at which they stand. ``row_span`` is negative for a
    span that reaches upwards.
    """

    text: str = ""
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    citations: list[tuple[int, Citation]] = field(default_factory=list)
    emphasis: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    row_span: int = 1
    column_span: int = 1
    covers: bool = False  # the cells under the span are written out, empty (tblr and NiceTabular)


def print_range(
    flat: Flat, start: int, end: int, math: bool = False, hidden: Mapping[int, int] | None = None
) -> Printed:
    """Print a range; the ranges that begin at the keys of ``hidden`` and end at its values are left out."""
    printer = _Printer(flat, hidden or {}, 0)
    printer.walk(start, end, math)
    return printer.finish()


class _Printer:
    def __init__(self, flat: Flat, hidden: Mapping[int, int], depth: int) -> None:
        self.flat = flat
        self.hidden = hidden
        self.depth = depth
        self.chunks: list[str] = []
        self.printed = Printed()
        self.spaced = True
        self.inside = 0  # nested environments

    def finish(self) -> Printed:
        printed = self.printed
        text = "".join(self.chunks)
        kept = len(text.rstrip(" "))
        printed.text = show(text[:kept])
        del printed.starts[kept:], printed.ends[kept:]
        printed.emphasis = list(dict.fromkeys(mark for mark in printed.emphasis if mark))
        return printed

    def put(self, text: str, start: int, end: int) -> None:
        """Print characters that came from a range; one by one where the lengths agree."""
        if not text:
            return
        self.chunks.append(text)
        length = len(text)
        if length == end - start:
            self.printed.starts.extend(range(start, end))
            self.printed.ends.extend(range(start + 1, end + 1))
        else:
            self.printed.starts.extend([start] * length)
            self.printed.ends.extend([end] * length)
        self.spaced = text[-1] == " "

    def space(self, start: int, end: int) -> None:
        """Print one space unless one stands there already."""
        if not self.spaced:
            self.put(" ", start, min(end, start + 1))

    def unspace(self) -> None:
        """Take back a space that nothing printed follows."""
        if self.spaced and self.chunks:
            self.chunks[-1] = self.chunks[-1][:-1]
            self.printed.starts.pop()
            self.printed.ends.pop()
            self.spaced = False

    def walk(self, position: int, end: int, math: bool) -> None:
        """Print a range."""
        text = self.flat.text
        while position < end:
            match = _TOKEN.match(text, position, end)
            if match is None:
                return
            kind, start, position = match.lastgroup, position, match.end()
            if kind == "words":
                self.put(match[0], start, position)
            elif kind == "space":
                if not math:
                    self.space(start, position)
            elif kind == "name":
                if start in self.hidden:
                    position = min(end, self.hidden[start])
                else:
                    position, math = self.command(match["name"], start, position, end, math)
            elif kind == "char":
                position, math = self.character(match["char"], start, position, end, math)
            elif kind == "dashes":
                dashes = match[0]
                self.put({2: "–", 3: "—"}.get(len(dashes), dashes) if not math else dashes, start, position)
            elif kind == "quotes":
                self.put(
                    {"``": "“", "''": "”"}.get(match[0], "′" if math else match[0].replace("`", "‘")), start, position
                )
            elif match[0] == "$":
                math = not math
                if position < end and text[position] == "$":
                    position += 1
            elif match[0] in "^_":
                position = (
                    self.script(match[0], start, position, end) if math else self.literal(match[0], start, position)
                )
            elif match[0] in "~&":
                self.space(start, position)

    def literal(self, text: str, start: int, position: int) -> int:
        self.put(text, start, position)
        return position

    def character(self, character: str, start: int, position: int, end: int, math: bool) -> tuple[int, bool]:
        """Print a command whose name is one character that is no letter."""
        if character in "([":
            return position, True
        if character in ")]":
            return position, False
        if character == "\\":
            position = take_star(self.flat.text, position, end)
            _, position = (
                take_option(self.flat, position, end) if self.flat.text.startswith("[", position) else (None, position)
            )
            self.space(start, position)
        elif character in symbols.ACCENTS and not math:
            position = self.accent(character, start, position, end)
        else:
            printed = symbols.symbol(character)
            if printed == " ":
                self.space(start, position)
            elif printed:
                self.put(printed, start, position)
        return position, math

    def accent(self, accent: str, start: int, position: int, end: int) -> int:
        letter, after = take_group(self.flat, position, end)
        if letter is None or letter[1] - letter[0] > 4:
            return position
        self.put(symbols.accented(accent, self.flat.text[letter[0] : letter[1]]), start, after)
        return after

    def command(self, name: str, start: int, position: int, end: int, math: bool) -> tuple[int, bool]:
        """Print a command; gives where reading goes on, and whether it goes on in math."""
        flat = self.flat
        if commands.is_cite(name):
            citation, position = read_cite(flat, name, start, position, end)
            if citation is not None and name != "nocite":
                if self.flat.text[position : position + 1] in {".", ",", ";", ":", ")"}:
                    self.unspace()
                self.printed.citations.append((len(self.printed.starts), citation))
            return position, math
        if mark := commands.EMPHASIS.get(name):
            self.printed.emphasis.append(mark)
        if special := _SPECIAL.get(name):
            return special(self, name, start, position, end, math), math
        if (silent := commands.SILENT_ARGUMENTS.get(name)) is not None:
            return self.skip(silent, position, end), math
        if name in symbols.ACCENTS and not math:
            return self.accent(name, start, position, end), math
        printed = symbols.symbol(name)
        if printed is not None and name not in commands.EMPHASIS:
            if printed.strip(" "):
                self.put(printed, start, position)
            elif printed:
                self.space(start, position)
        return self.skip("", position, end), math

    def skip(self, specification: str, position: int, end: int) -> int:
        """Go past arguments that print nothing, and the white space after a command word."""
        if specification:
            return skip_arguments(self.flat, specification, position, end)
        return skip_space(self.flat.text, position, end)

    def sub(self, inner: Range | None, math: bool) -> Printed:
        """Print an argument apart from the rest."""
        printer = _Printer(self.flat, self.hidden, self.depth + 1)
        if inner is not None and self.depth < _DEEPEST:
            printer.walk(*inner, math)
        return printer.finish()

    def absorb(self, sub: Printed) -> None:
        """Take over what a separately printed argument holds beside its text."""
        here = len(self.printed.starts)
        self.printed.citations.extend((here, citation) for _, citation in sub.citations)
        self.printed.emphasis.extend(sub.emphasis)
        self.printed.notes.extend(sub.notes)

    def script(self, sign: str, start: int, position: int, end: int) -> int:
        """Print a raised or lowered argument."""
        inner, after = take_group(self.flat, position, end)
        self.shift(sign, self.sub(inner, True), start, after)
        return after

    def shift(self, sign: str, sub: Printed, start: int, after: int) -> None:
        self.absorb(sub)
        shifted = (raised if sign == "^" else lowered)(sub.text)
        if not shifted:
            return
        lead = len(sub.text) - len(sub.text.lstrip())
        run_starts, run_ends = sub.starts[lead:], sub.ends[lead:]
        wrapped = len(shifted) - 3 if shifted.startswith(f"{sign}(") else -1
        if len(shifted) == len(run_starts):
            self.chunks.append(shifted)
            self.printed.starts.extend(run_starts)
            self.printed.ends.extend(run_ends)
        elif wrapped == len(run_starts):
            self.chunks.append(shifted)
            self.printed.starts.extend([start, start, *run_starts, start])
            self.printed.ends.extend([after, after, *run_ends, after])
        else:
            self.put(shifted, start, after)
        self.spaced = False

    # The commands below print in ways of their own.

    def raise_argument(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        inner, after = take_group(self.flat, position, end)
        self.shift("_" if name in _LOWERED else "^", self.sub(inner, math), start, after)
        return after

    def footnote_mark(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        inner, after = take_option(self.flat, position, end)
        if inner is not None:
            self.shift("^", self.sub(inner, math), start, after)
        return after

    def note(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        position = skip_arguments(self.flat, _NOTES[name], position, end)
        inner, after = take_group(self.flat, position, end)
        sub = self.sub(inner, False)
        self.absorb(sub)
        if sub.text:
            self.printed.notes.append(sub.text)
        return after

    def fraction(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        _, position = take_option(self.flat, position, end)
        over, middle = take_group(self.flat, position, end)
        under, after = take_group(self.flat, middle, end)
        if over is not None:
            self.walk(*over, math)
        self.put(" / " if "box" in name or "head" in name else "/", middle - 1, middle)
        if under is not None:
            self.walk(*under, math)
        return after

    def number(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        """Print a number of siunitx: ``+-`` means ±, ``x`` times."""
        _, position = take_option(self.flat, position, end)
        inner, after = take_group(self.flat, position, end)
        if inner is not None:
            self.digits(*inner)
        return after

    def digits(self, start: int, end: int) -> None:
        text = self.flat.text
        for match in re.finditer(r"\+-|\\pm|[xX]|\s+|[^\s+\\xX]+|.", text[start:end], re.S):
            low, high = start + match.start(), start + match.end()
            sign = match[0]
            if sign in {"+-", "\\pm"}:
                self.put("±", low, high)
            elif sign in "xX":
                self.put("×", low, high)
            elif sign == "\\":
                self.walk(low, end, True)
                return
            elif not sign.isspace():
                self.put(sign.replace("{", "").replace("}", ""), low, high)

    def quantity(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        position = self.number(name, start, position, end, math)
        _, position = take_option(self.flat, position, end)
        inner, after = take_group(self.flat, position, end)
        if inner is not None:
            self.units(*inner)
        return after

    def units(self, start: int, end: int) -> None:
        names = re.findall(r"\\([A-Za-z]+)|([^\\{}\s]+)", self.flat.text[start:end])
        unit = "".join(plain or symbols.unit(name) or "" for name, plain in names)
        if unit and self.chunks and unit != "%":
            self.put("\u2009", start, end)
        self.put(unit, start, end)

    def unit(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        _, position = take_option(self.flat, position, end)
        inner, after = take_group(self.flat, position, end)
        if inner is not None:
            self.units(*inner)
        return after

    def number_range(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        middle = self.number(name, start, position, end, math)
        self.put("–", middle - 1, middle)
        after = self.number(name, middle, middle, end, math)
        return after if name == "numrange" else self.unit(name, after, after, end, math)

    def ding(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        inner, after = take_group(self.flat, position, end)
        if inner is not None:
            self.put(symbols.dingbat(self.flat.text[inner[0] : inner[1]]), start, after)
        return after

    def item(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        self.space(start, position)
        inner, after = take_option(self.flat, position, end)
        if inner is not None:
            self.walk(*inner, False)
            self.space(inner[1], after)
        return self.skip("", after, end)

    def delimiter(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        """``\\left.`` prints nothing."""
        return position + 1 if self.flat.text.startswith(".", position) else position

    def first_of_two(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        inner, position = take_group(self.flat, position, end)
        if inner is not None:
            self.walk(*inner, math)
        return take_group(self.flat, position, end)[1]

    def environment(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        match = _ENVIRONMENT.match(self.flat.text, position, end)
        if match is None:
            return position
        if name == "end":
            self.inside = max(0, self.inside - 1)
            return match.end()
        self.inside += 1
        return skip_arguments(self.flat, _ENVIRONMENT_ARGUMENTS.get(match[1].strip(), ""), match.end(), end)

    def gap(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        """Horizontal space separates what stands on both sides of it, unless it is negative."""
        position = take_star(self.flat.text, position, end)
        width, after = take_group(self.flat, position, end)
        if width is not None and not self.flat.text[width[0] : width[1]].lstrip().startswith("-"):
            self.space(start, after)
        return after

    def multicolumn(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        count, position = take_group(self.flat, position, end)
        style, position = take_group(self.flat, position, end)
        content, _ = take_group(self.flat, position, end)
        if style is not None and content is not None and not self.inside:  # one that is half typed spans nothing yet
            self.printed.column_span = max(1, self.integer(count))
        return position

    def multirow(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        """``\\multirow[position]{rows}[struts]{width}[fix-up]{text}`` and the ``makecell`` forms of it."""
        _, position = take_option(self.flat, position, end)
        count, position = take_group(self.flat, position, end)
        if not self.inside:
            self.printed.row_span = self.integer(count)
        return self.skip("omo" if name == "multirow" else "oo", position, end)

    def set_cell(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        """``\\SetCell[r=2,c=3]{c}`` of tabularray."""
        option, position = take_option(self.flat, position, end)
        if option is not None:
            self.span(self.flat.text[option[0] : option[1]])
        return take_group(self.flat, position, end)[1]

    def span(self, keys: str) -> None:
        for key, value in re.findall(r"\b([rc])\s*=\s*(\d{1,3})", keys):
            if key == "r":
                self.printed.row_span = max(1, int(value))
            else:
                self.printed.column_span = max(1, int(value))
            self.printed.covers = True

    def block(self, name: str, start: int, position: int, end: int, math: bool) -> int:
        """``\\Block[options]{rows-columns}{text}`` of nicematrix."""
        _, position = take_option(self.flat, position, end)
        size, position = take_group(self.flat, position, end)
        if size is not None and not self.inside:
            rows, _, columns = self.flat.text[size[0] : size[1]].partition("-")
            self.span(f"r={rows.strip()} c={columns.strip()}")
        return skip_arguments(self.flat, "a", position, end)

    def integer(self, inner: Range | None) -> int:
        """The number in an argument, 1 where it has none; spans beyond any table are cut."""
        text = self.flat.text[inner[0] : inner[1]] if inner else ""
        match = re.match(r"\s*(=?)\s*(-?\d{1,4})", text)
        return max(-500, min(500, int(match[2]))) or 1 if match else 1


_SPECIAL = {
    "footnotemark": _Printer.footnote_mark, "ding": _Printer.ding, "item": _Printer.item, "left": _Printer.delimiter,
    "right": _Printer.delimiter, "begin": _Printer.environment, "end": _Printer.environment,
    "texorpdfstring": _Printer.first_of_two, "multicolumn": _Printer.multicolumn, "multirow": _Printer.multirow,
    "multirowcell": _Printer.multirow, "multirowthead": _Printer.multirow, "SetCell": _Printer.set_cell,
    "Block": _Printer.block, "hspace": _Printer.gap,
    **dict.fromkeys(_RAISED | _LOWERED, _Printer.raise_argument), **dict.fromkeys(_NOTES, _Printer.note),
    **dict.fromkeys(_FRACTIONS, _Printer.fraction), **dict.fromkeys(_NUMBERS, _Printer.number),
    **dict.fromkeys(_QUANTITIES, _Printer.quantity), **dict.fromkeys(_UNITS, _Printer.unit),
    **dict.fromkeys(_RANGES, _Printer.number_range),
}  # fmt: skip
