"""Tables read before, by all that reading them depends on: who reads a manuscript again reads what has changed."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablecheck.latex import commands
from tablecheck.latex.environments import Node
from tablecheck.latex.flat import EXACT, Flat
from tablecheck.latex.macros import Macro
from tablecheck.latex.moved import Shift, moved_table
from tablecheck.latex.stretches import StretchMemo
from tablecheck.model.place import TextPlace
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Table, as_twin

_OUTSIDE = frozenset({"", "document"})
_NOTED = commands.FLOATS | {"threeparttable", "ThreePartTable", "measuredfigure"}
_LARGEST = 60_000  # characters of an environment that is compared whole; a float with two tables has a tenth
_MARGIN = 250  # characters around it that belong to the key, since some readers look a little beyond an end
_BRACE = re.compile(r"\\.|[{}]", re.S)

Key = tuple[Any, ...]


@dataclass(slots=True)
class _Known:
    """A table as it was read first, where, and how it was damaged; ``last`` is the copy that was given last."""

    table: Table
    bases: Mapping[str, int]
    damage: str
    last: Table


class TableMemo:
    """Remembers the tables of the last reading of one manuscript.

    A table is taken from memory where the text of its outermost environment, as written and as expanded, the origins
    of that text and the tree of environments in it are what they were, but for where it all stands. What is not used
    by a reading is forgotten.
    """

    def __init__(self) -> None:
        self._known: dict[Key, _Known] = {}
        self._used: dict[Key, _Known] = {}
        self._types: Mapping[str, Macro] = {}
        self._marked: dict[Key, tuple[Table, Table]] = {}
        self._used_marked: dict[Key, tuple[Table, Table]] = {}

    def begin(self, types: Mapping[str, Macro]) -> None:
        """Begin a reading; with other column types nothing is the same."""
        if types != self._types:
            self._known = {}
            self._types = dict(types)
        self._used, self._used_marked = {}, {}

    def end(self) -> None:
        """End a reading that came to its end."""
        self._known, self._marked = self._used, self._used_marked

    def get(self, key: Key, bases: Mapping[str, int]) -> tuple[Table, str] | None:
        """Give a table and its damage, if it was read before, where it stands now."""
        known = self._known.get(key)
        if known is None or key in self._used:  # a copy in the same manuscript is read by itself
            return None
        self._used[key] = known
        shift: Shift = {path: base - known.bases[path] for path, base in bases.items()}
        if _is_at(known.last, known, shift):
            return known.last, known.damage
        known.last = moved_table(known.table, shift) if any(shift.values()) else known.table
        return known.last, known.damage

    def put(self, key: Key, bases: Mapping[str, int], table: Table, damage: str) -> None:
        """Remember a table that was read."""
        self._used.setdefault(key, _Known(table, bases, damage, table))

    def marked(self, table: Table, plain: Table, marks: Sequence[ProvenanceMark]) -> Table:
        """Note of a table with marks of the author that one with the same marks was there before."""
        said = tuple((one.rows, one.source, one.table, one.row, one.version, one.rerun, one.wrong) for one in marks)
        key = (id(plain.first), said)  # it is kept beside, so that no other can get its identity
        self._used_marked[key] = self._marked.get(key, (plain.first, table))
        first = self._used_marked[key][1]
        return table if first is table else as_twin(table, first)


@dataclass(frozen=True, slots=True)
class ReadingMemo:
    """What is remembered of the last reading of one manuscript."""

    stretches: StretchMemo = field(default_factory=StretchMemo)
    tables: TableMemo = field(default_factory=TableMemo)


def key_of(
    flat: Flat, node: Node, ends: Mapping[int, int], texts: Mapping[str, str]
) -> tuple[Key, dict[str, int]] | None:
    """What the reading of a table depends on, without where it stands; and the offset in each file it is counted from.

    ``None`` where it depends on more than can be compared.
    """
    outer = _outer(node)
    if outer is None:
        return None
    start, end = outer.start, outer.end
    text = flat.text[start:end]
    if not _is_balanced(text):
        return None
    before, after = flat.text[max(0, start - _MARGIN) : start], flat.text[end : end + _MARGIN]
    bases: dict[str, int] = {}
    origins = tuple(_origins(flat, start, end, bases))
    written = tuple(_written(origins, bases, texts))
    if sum(map(len, written)) > _LARGEST:
        return None
    nodes = tuple(_shape(one, start) for one in outer.walk())
    tables = tuple((at - start, to - start) for at, to in ends.items() if start <= at < end)
    return (node.start - start, text, before, after, origins, written, nodes, tables), bases


def _outer(node: Node) -> Node | None:
    """The widest environment around a table that says anything about it."""
    outer = node
    holder = node.parent
    while holder is not None and holder.name not in _OUTSIDE:
        says = holder.captions or holder.labels or holder.name in _NOTED
        if holder.end - holder.start <= _LARGEST:
            outer = holder
        elif says:
            return None
        holder = holder.parent
    return outer if outer.end - outer.start <= _LARGEST else None


def _is_balanced(text: str) -> bool:
    depth = 0
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def _origins(flat: Flat, start: int, end: int, bases: dict[str, int]) -> Iterator[tuple[int, str, int, int]]:
    """The runs of a text, counted from its start; their origins, counted from the first in each file."""
    run = max(0, bisect_right(flat.starts, start) - 1)
    while run < len(flat.starts) and flat.starts[run] < end:
        path, low, high = flat.origins[run]
        at = flat.starts[run] - start
        if high == EXACT and at < 0:
            low, at = low - at, 0
        base = bases.setdefault(path, low)
        yield at, path, low - base, EXACT if high == EXACT else high - base
        run += 1


def _written(
    origins: Sequence[tuple[int, str, int, int]], bases: Mapping[str, int], texts: Mapping[str, str]
) -> Iterator[str]:
    """What was written in each file between the first and the last origin; a bit more, for the last run has no end."""
    for path, base in bases.items():
        reach = [max(low, high) for _, of, low, high in origins if of == path]
        least = [min(low, 0) for _, of, low, _ in origins if of == path]
        yield texts.get(path, "")[max(0, base + min(least)) : base + max(reach) + _MARGIN]


def _shape(node: Node, start: int) -> tuple[Any, ...]:
    edges = (node.start - start, node.inside - start, node.inner_end - start, node.end - start)
    captions = tuple((one - start, other - start) for one, other in node.captions)
    labels = tuple((at - start, label) for at, label in node.labels)
    return node.name, edges, node.closed, node.damaged, captions, labels


def _is_at(table: Table, known: _Known, shift: Shift) -> bool:
    """Whether a copy stands where the table stands now."""
    here, first = table.place, known.table.place
    if not isinstance(here, TextPlace) or not isinstance(first, TextPlace):
        return False
    return here.span.start - first.span.start == shift.get(here.path, 0) and len(shift) <= 1
