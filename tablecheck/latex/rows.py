"""The rows of a tabular: where its cells begin and end, and the rules between them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tablecheck.latex.arguments import Range, skip_arguments, skip_space, take_group
from tablecheck.latex.flat import Flat

_TOKEN = re.compile(r"\\(?:([A-Za-z@]+)|(\\)|.)|[{&]", re.S)
_LENGTH = re.compile(
    r"\[\s*(?:-?\s*[\d.,]*\s*(?:ex|em|pt|mm|cm|in|pc|bp|sp|dd|px|mu|\\[A-Za-z@]+(?:\{[^{}]*\})?)\s*)+\]"
)
_ROW_ENDS = frozenset({"tabularnewline", "cr", "tnl"})
_FULL_RULES = frozenset({
    "midrule", "hline", "Xhline", "hdashline", "specialrule", "hhline", "Hline", "thickhline", "hlinewd", "hlineB",
    "firsthline", "toprule", "bottomrule", "lasthline", "heavyrule", "dashline",
})  # fmt: skip
_PARTIAL_RULES = {"cmidrule": "op", "cline": "", "cdashline": "o", "Xcline": "", "SetHline": "o", "tabucline": "o"}
_RULE_ARGUMENTS = {
    "cmidrule": "opm", "cline": "m", "cdashline": "om", "Xcline": "mm", "specialrule": "mmm", "hhline": "m",
    "Xhline": "m", "hlinewd": "m", "hlineB": "m", "toprule": "o", "midrule": "o", "bottomrule": "o",
    "hdashline": "o", "addlinespace": "o", "noalign": "m", "firsthline": "o", "lasthline": "o",
    "arrayrulecolor": "om", "morecmidrules": "", "hline": "", "Hline": "o", "SetHline": "oom", "tabucline": "om",
}  # fmt: skip
_PARTS = frozenset({"endfirsthead", "endhead", "endfoot", "endlastfoot"})


@dataclass(slots=True)
class Row:
    """A row as the source writes it: one range of the flat text for each cell."""

    cells: list[Range]


@dataclass(slots=True)
class Rows:
    """The rows of a tabular in the order of the source.

    ``full_rules`` are the rows above which a rule spans the whole table, ``partial_rules`` those above which
    one spans some columns (first and last, counted from 1). ``parts`` names the ends of the parts of a
    longtable and how many rows stood before each.
    """

    rows: list[Row] = field(default_factory=list)
    full_rules: list[int] = field(default_factory=list)
    partial_rules: list[tuple[int, int, int]] = field(default_factory=list)
    parts: list[tuple[str, int]] = field(default_factory=list)
    damaged: bool = False


def split_rows(flat: Flat, start: int, end: int, nested: Mapping[int, int]) -> Rows:
    """Split the body of a tabular.

    ``nested`` maps the beginnings of environments inside it to their ends. A brace that is not closed inside
    the body hides nothing: the cells after it are split as if it were not there.
    """
    return _Splitter(flat, start, end, nested).run()


class _Splitter:
    def __init__(self, flat: Flat, start: int, end: int, nested: Mapping[int, int]) -> None:
        self.flat, self.start, self.end, self.nested = flat, start, end, nested
        self.found = Rows()
        self.cells: list[Range] = []
        self.cell_start = start

    def run(self) -> Rows:
        text, end = self.flat.text, self.end
        position = self.start
        while match := _TOKEN.search(text, position, end):
            at, position = match.span()
            mark = match[0]
            if mark == "{":
                position = self._skip_group(at)
            elif mark == "&":
                self._cell(at, position)
            elif match[2] or match[1] in _ROW_ENDS:
                position = self._row(at, position)
            elif match[1] == "begin" and at in self.nested:
                position = min(end, self.nested[at])
            elif match[1]:
                position = self._command(match[1], at, position)
        if self.cells or text[self.cell_start : end].strip():
            self._row(end, end)
        return self.found

    def _skip_group(self, at: int) -> int:
        closing = self.flat.braces.get(at, self.end)
        if closing >= self.end:
            self.found.damaged = True
            return at + 1
        inner = self.flat.text.find("&", at, closing)
        if inner >= 0 and self._holds_cells(at + 1, closing):
            self.found.damaged = True
            return at + 1
        return closing + 1

    def _holds_cells(self, start: int, end: int) -> bool:
        """Whether a group spans cells and rows of this very table: then its braces are a typing accident."""
        separators = rows = 0
        position = start
        while match := _TOKEN.search(self.flat.text, position, end):
            position = match.end()
            if match[1] == "begin" and match.start() in self.nested:
                position = min(end, self.nested[match.start()])
            elif match[0] == "{":
                closing = self.flat.braces.get(match.start(), end)
                position = min(end, closing + 1)
            elif match[0] == "&":
                separators += 1
            elif match[2]:
                rows += 1
        return separators > 0 and rows > 0

    def _cell(self, at: int, after: int) -> None:
        self.cells.append((self.cell_start, at))
        self.cell_start = after

    def _row(self, at: int, after: int) -> int:
        """End a row; the star and the length that ``\\\\`` may take are no content, even on the next line."""
        self._cell(at, after)
        self.found.rows.append(Row(self.cells))
        self.cells = []
        text = self.flat.text
        if text.startswith("*", after):
            after += 1
        length = _LENGTH.match(text, skip_space(text, after, self.end), self.end)
        self.cell_start = length.end() if length else after
        return self.cell_start

    def _command(self, name: str, at: int, position: int) -> int:
        count = len(self.found.rows)
        if name in _FULL_RULES:
            self._rule_begins(at)
            if not self.cells:
                self.found.full_rules.append(count)
            return self._rule_ends(skip_arguments(self.flat, _RULE_ARGUMENTS.get(name, ""), position, self.end))
        if name in _PARTIAL_RULES:
            self._rule_begins(at)
            after = skip_arguments(self.flat, _PARTIAL_RULES[name], position, self.end)
            inner, _ = take_group(self.flat, after, self.end)
            if inner is not None:
                self._partial_rule(count, self.flat.text[inner[0] : inner[1]])
            return self._rule_ends(skip_arguments(self.flat, _RULE_ARGUMENTS[name], position, self.end))
        if name in _PARTS:
            self.found.parts.append((name, count))
            return self._rule_ends(position)
        if name in {"addlinespace", "noalign", "morecmidrules", "arrayrulecolor"}:
            return self._rule_ends(skip_arguments(self.flat, _RULE_ARGUMENTS[name], position, self.end))
        return position

    def _rule_begins(self, at: int) -> None:
        """A rule after text whose ``\\\\`` is missing ends the row all the same: someone is typing."""
        if self.cells:
            self._row(at, at)

    def _rule_ends(self, position: int) -> int:
        """Take a rule that stands at the beginning of a row out of its first cell."""
        if not self.cells and not self._printed_before(position):
            self.cell_start = position
        return position

    def _printed_before(self, position: int) -> bool:
        text = self.flat.text[self.cell_start : position]
        return re.match(r"\s*(?:\\(?:[a-z]*rule|[A-Za-z]*line|addlinespace|noalign|end\w+|SetHline)|$)", text) is None

    def _partial_rule(self, row: int, columns: str) -> None:
        match = re.match(r"\s*(\d{1,4})\s*-\s*(\d{1,4})", columns)
        if match:
            self.found.partial_rules.append((row, int(match[1]), int(match[2])))
