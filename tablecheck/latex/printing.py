"""Print a range of the flat text as plain Unicode, and remember where each printed character came from.

The plain form is that of ``tablecheck.model.markup``.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tablecheck.latex import commands, quantities, spans, specials, symbols
from tablecheck.latex.arguments import Range, skip_arguments, skip_space, take_group, take_option, take_star
from tablecheck.latex.citing import read_cite
from tablecheck.latex.flat import Flat, show
from tablecheck.latex.specials import Call
from tablecheck.model.citation import Citation
from tablecheck.model.markup import lowered, raised

_TOKEN = re.compile(
    r"(?P<words>[^\s\\{}$&^_~`'\-]+)|(?P<space>\s+)|\\(?P<name>[A-Za-z@]+)|\\(?P<char>.)|(?P<dashes>-+)"
    r"|(?P<quotes>``|''|[`'])|(?P<other>.)",
    re.S,
)
_CLOSES_UP = re.compile(r"[.,;:)]|\s*(?:\$\s*\{?\}?\s*)?\^|\s*\\(?:tnote|textsuperscript|footnotemark|tablenotemark)\b")
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
    printer = Printer(flat, hidden or {}, 0)
    printer.walk(start, end, math)
    return printer.finish()


class Printer:
    """Prints one range after the other into one text; the commands of ``_SPECIAL`` drive it too.

    ``inside`` counts the environments of the cell that are open.
    """

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
        first, last = len(text) - len(text.lstrip()), len(text.rstrip())
        printed.text = show(text[first:last])
        if last - first < len(text):
            printed.starts = printed.starts[first:last]
            printed.ends = printed.ends[first:last]
            printed.citations = [(max(0, offset - first), citation) for offset, citation in printed.citations]
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
                if _CLOSES_UP.match(self.flat.text, position, end):
                    self.unspace()
                self.printed.citations.append((len(self.printed.starts), citation))
            return position, math
        if mark := commands.EMPHASIS.get(name):
            self.printed.emphasis.append(mark)
        if special := _SPECIAL.get(name):
            return special(self, Call(name, start, position, end, math)), math
        if (silent := commands.SILENT_ARGUMENTS.get(name)) is not None:
            return self.skip(silent, position, end), math
        if name in symbols.ACCENTS and not math:
            return self.accent(name, start, position, end), math
        printed = symbols.symbol(name)
        if printed is None and name not in commands.EMPHASIS:
            return self.unknown(position, end), math
        if printed is not None and name not in commands.EMPHASIS:
            if printed.strip(" "):
                self.put(printed, start, position)
            elif printed:
                self.space(start, position)
        return self.skip("", position, end), math

    def unknown(self, position: int, end: int) -> int:
        """Go past the option of a command we do not know; what its groups hold is printed."""
        _, after = (
            take_option(self.flat, position, end) if self.flat.text.startswith("[", position) else (None, position)
        )
        if after > position and self.flat.text.startswith("{", after):
            return after
        return self.skip("", position, end)

    def skip(self, specification: str, position: int, end: int) -> int:
        """Go past arguments that print nothing, and the white space after a command word."""
        if specification:
            return skip_arguments(self.flat, specification, position, end)
        return skip_space(self.flat.text, position, end)

    def apart(self, inner: Range | None, math: bool) -> Printed:
        """Print an argument apart from the rest."""
        printer = Printer(self.flat, self.hidden, self.depth + 1)
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
        self.shift(sign, self.apart(inner, True), start, after)
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


_SPECIAL: dict[str, Callable[[Printer, Call], int]] = {
    "footnotemark": specials.footnote_mark, "ding": specials.ding, "item": specials.item,
    "left": specials.delimiter, "right": specials.delimiter, "begin": specials.environment,
    "end": specials.environment, "texorpdfstring": specials.first_of_two, "hspace": specials.gap,
    "multicolumn": spans.multicolumn, "multirow": spans.multirow, "multirowcell": spans.multirow,
    "multirowthead": spans.multirow, "SetCell": spans.set_cell, "Block": spans.block,
    **dict.fromkeys(specials.RAISED | specials.LOWERED, specials.raise_argument),
    **dict.fromkeys(specials.NOTES, specials.note), **dict.fromkeys(specials.FRACTIONS, specials.fraction),
    **dict.fromkeys(quantities.NUMBERS, quantities.number),
    **dict.fromkeys(quantities.QUANTITIES, quantities.quantity),
    **dict.fromkeys(quantities.UNITS, quantities.unit), **dict.fromkeys(quantities.RANGES, quantities.number_range),
}  # fmt: skip
