"""Reads the marks in which an author says where the numbers of a row come from.

``% tablecheck: source=he2016 table=4 row="ResNet-152"``, ``% tablecheck: version=v1`` or ``% tablecheck: rerun``
stands at the end of a row, or alone on a line before it. Before the header of a table it speaks of all rows. Words
behind ``rerun`` are the author's reason. Comments of another kind, such as ``ignore``, are the linter's.
"""

import difflib
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tablecheck.latex.memo import TableMemo
from tablecheck.model.citation import Attribution, Scope
from tablecheck.model.headers import header_row_count
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Table

_MARK = re.compile(
    r"(?:(?<![\\%])|(?<=\\%))(?:\\\\)*+%++[ \t]*+"
    r"(?P<mark>tablecheck:[ \t]*+(?P<words>(?:[^\r\n% \t]++|[ \t]++(?=[^\r\n% \t]))*+))",
    re.I,
)  # possessive throughout, so that no line costs more than its length
_PROVENANCE = re.compile(r"(?:[A-Za-z]+[ \t]*=|re-?run\b)", re.I)
_WORD = re.compile(
    r"[ \t,;]*(?:(?P<name>[A-Za-z]+)[ \t]*=[ \t]*(?P<value>\"[^\"]*\"|'[^']*'|[^\s,;]*)|(?P<bare>[^\s,;]+))"
)
_NAMES = ("source", "table", "row", "version")
_UNREAD = frozenset({".bib", ".bbl"})
_MOST_MARKS = 1_000  # of a manuscript


@dataclass(frozen=True, slots=True)
class _Row:
    """Where a row of a table stands in a file."""

    span: Span
    table: int
    row: int


def is_provenance(words: str) -> bool:
    """Whether what follows ``tablecheck:`` says where numbers come from.

    >>> is_provenance("source=he2016 table=4"), is_provenance("rerun"), is_provenance("ignore[TC101] checked")
    (True, True, False)
    """
    return _PROVENANCE.match(words) is not None


def read_marks(
    texts: Mapping[str, str], tables: Sequence[Table], memo: TableMemo | None = None
) -> tuple[tuple[Table, ...], tuple[ProvenanceMark, ...]]:
    """Read all marks, and give each table those that speak of its rows.

    A mark that names a source is an attribution nearer than any citation: it says whose numbers they are.
    """
    marks: list[ProvenanceMark] = []
    of_table: dict[int, list[ProvenanceMark]] = {}
    rows: dict[str, list[_Row]] | None = None
    for path, text in texts.items():
        for mark in _marks_in(path, text):
            rows = _rows(tables) if rows is None else rows
            if len(marks) >= _MOST_MARKS:
                break
            found = _reached(mark, text, rows.get(path, []))
            if found is None:
                mark = mark if mark.wrong else replace(mark, wrong="no row of a table stands before or after it")
            else:
                mark = replace(mark, rows=_all_rows(tables[found.table], found.row))
                of_table.setdefault(found.table, []).append(mark)
            marks.append(mark)
    if not marks:
        return tuple(tables), ()
    return tuple(_marked(table, of_table.get(index, []), memo) for index, table in enumerate(tables)), tuple(marks)


def _marks_in(path: str, text: str) -> Iterator[ProvenanceMark]:
    if posixpath.splitext(path)[1] in _UNREAD or "tablecheck:" not in text.lower():
        return
    for match in _MARK.finditer(text):
        if is_provenance(match["words"]):
            yield _read(TextPlace(path, Span(*match.span("mark"))), match["words"])


def _read(place: TextPlace, words: str) -> ProvenanceMark:
    """Read the words of a mark; what cannot be read is said in ``wrong``."""
    mark = ProvenanceMark(place, words.strip())
    for word in _WORD.finditer(words):
        if word["bare"]:
            if re.fullmatch(r"re-?run", word["bare"], re.I):
                mark = replace(mark, rerun=True)
            elif not mark.rerun:
                return replace(mark, wrong=f"there is no {word['bare']}; {_meant(word['bare'])}")
            continue
        name, value = word["name"].lower(), word["value"].strip("\"'").strip()
        if name not in _NAMES:
            return replace(mark, wrong=f"there is no {name}; {_meant(name)}")
        if not value:
            return replace(mark, wrong=f"{name}= says nothing")
        if name == "version":
            if not re.fullmatch(r"v?\d{1,3}", value, re.I):
                return replace(mark, wrong=f"version={value} is no version; write version=v1")
            mark = replace(mark, version=int(value.lower().lstrip("v")))
        elif name == "source":
            mark = replace(mark, source=value)
        elif name == "table":
            mark = replace(mark, table=value)
        else:
            mark = replace(mark, row=value)
    if mark.rerun and (mark.table or mark.row):
        return replace(mark, wrong="a row that was run again does not come from a table of the source")
    return mark


def _meant(name: str) -> str:
    near = difflib.get_close_matches(name.lower(), [*_NAMES, "rerun"], n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(_NAMES)} and rerun"


def _rows(tables: Sequence[Table]) -> dict[str, list[_Row]]:
    """The cells of each file in the order of its text."""
    rows: dict[str, list[_Row]] = {}
    for index, table in enumerate(tables):
        for cell in table.cells:
            if isinstance(cell.place, TextPlace) and cell.text.strip():
                rows.setdefault(cell.place.path, []).append(_Row(cell.place.span, index, cell.row))
    return {path: sorted(of_path, key=lambda one: one.span) for path, of_path in rows.items()}


def _reached(mark: ProvenanceMark, text: str, rows: Sequence[_Row]) -> _Row | None:
    """The row that ends on the line of a mark; the next row, where the mark stands alone on its line."""
    span = mark.place.span
    line = text.rfind("\n", 0, span.start) + 1
    if text[line : span.start].strip(" \t%"):
        before = [one for one in rows if line < one.span.end <= span.start]
        return max(before, key=lambda one: one.span.end, default=None)
    return next((one for one in rows if one.span.start >= span.end), None)


def _all_rows(table: Table, row: int) -> tuple[int, ...]:
    """The row itself; all rows below, where it is one of the header."""
    top = header_row_count(table)
    return (row,) if row >= top else tuple(range(top, table.row_count))


def _marked(table: Table, marks: Sequence[ProvenanceMark], memo: TableMemo | None) -> Table:
    if not marks:
        return table
    columns = tuple(range(table.column_count))
    said = {row for mark in marks if mark.source and not mark.wrong for row in mark.rows}
    kept = [
        replace(one, rows=tuple(row for row in one.rows if row not in said))
        if one.scope is not Scope.TABLE
        else one
        for one in table.attributions
    ]  # fmt: skip
    named = [
        Attribution(mark.source, Scope.CELL, mark.rows, columns) for mark in marks if mark.source and not mark.wrong
    ]
    marked = replace(table, attributions=(*named, *(one for one in kept if one.rows)), marks=tuple(marks))
    return marked if memo is None else memo.marked(marked, table, marks)
