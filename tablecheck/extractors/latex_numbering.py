"""The numbers that LaTeX gives to tables, without running LaTeX."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tablecheck.model.place import TextPlace
from tablecheck.model.table import Table

_FLOAT = re.compile(
    r"(?<!\\)%[^\n]*|\\(?P<edge>begin|end)\s*\{(?P<name>(?:sideways|wrap|floating|SC|threepart)?(?:long)?(?:table|tblr)\*?"
    r"|(?:sideways|wrap|SC)?figure\*?|center)\}"
)
_PANELS = re.compile(r"\\begin\s*\{(?:subtable|subfigure)\}|\\(?:subfloat|subcaptionbox|subtable|subfigure)\b")


def number_tables(tables: Sequence[Table], texts: Mapping[str, str]) -> tuple[Table, ...]:
    """Call each table with a caption "Table N", in the order of the captions.

    Tables of one float share its number, unless the float prints several captions that are no panels'.
    Tables in figures and tables without a caption lose their ``\\label``, which no reader of the paper sees.
    Renumbered appendices ("Table A1") are counted on.
    """
    floats = {path: _floats(text) for path, text in texts.items()}
    numbered: list[Table] = []
    numbers: dict[tuple[str, int, str], int] = {}
    for table in tables:
        name, path, start, end = _float_of(table, floats)
        if not table.caption or "figure" in name:
            numbered.append(replace(table, label=""))
            continue
        has_panels = _PANELS.search(texts[path][start:end]) is not None if path else False
        key = (path, start, "" if has_panels else table.caption)
        number = numbers.setdefault(key, len(numbers) + 1)
        numbered.append(replace(table, label=f"Table {number}"))
    return tuple(numbered)


def _floats(text: str) -> list[tuple[str, int, int]]:
    """The outermost floats of a text: name, start, end."""
    found: list[tuple[str, int, int]] = []
    open_float: tuple[str, int] | None = None
    for edge in _FLOAT.finditer(text):
        name = edge["name"]
        if name is None or name == "center" or name.startswith("threepart"):
            continue
        if edge["edge"] == "begin" and open_float is None:
            open_float = (name, edge.start())
        elif edge["edge"] == "end" and open_float is not None and open_float[0] == name:
            found.append((*open_float, edge.end()))
            open_float = None
    if open_float is not None:
        found.append((*open_float, len(text)))
    return found


def _float_of(table: Table, floats: Mapping[str, list[tuple[str, int, int]]]) -> tuple[str, str, int, int]:
    """The float a table stands in; without one, no name and no path."""
    place = table.place
    if isinstance(place, TextPlace):
        for name, start, end in floats.get(place.path, ()):
            if start <= place.span.start < end:
                return name, place.path, start, end
    return "", "", -1, -1
