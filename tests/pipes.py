"""Tables written with pipes, for tests: the first line heads the columns, ``[key]`` in a row's label cites a paper.

A line of dashes ends the header where it has more than one line. An empty cell is left out.
"""

import re
from dataclasses import replace

from tablecheck.model.citation import Attribution, Reference, Scope
from tablecheck.model.document import SourceDocument
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.number import find_numbers
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.table import Cell, Table

PATH = "paper.tex"
_KEY = re.compile(r"\s*\[([a-z]\w*)\]")


def pipes(text: str, caption: str = "", notes: str = "", label: str = "", path: str = PATH) -> Table:
    """Read a table; numbers know their places in ``text``."""
    cells: list[Cell] = []
    attributions: list[Attribution] = []
    header_rows = 1 if "---" not in text else text[: text.index("---")].strip().count("\n") + 1
    row = offset = 0
    for line in text.splitlines(keepends=True):
        if "|" in line:
            start = offset
            for column, printed in enumerate(line.rstrip("\n").split("|")):
                cells += _cell(printed, row, column, start, row < header_rows, path)
                for key in _KEY.findall(printed):
                    width = line.count("|") + 1
                    attributions.append(Attribution(key, Scope.ROW, (row,), tuple(range(width))))
                start += len(printed) + 1
            row += 1
        offset += len(line)
    return Table(tuple(cells), caption=caption, notes=notes, label=label, attributions=tuple(attributions))


def source(key: str, *tables: Table, version: int | None = None, title: str = "") -> tuple:
    """A cited paper with its tables, as the matcher takes it."""
    reference = Reference(key, title=title or None)
    document = SourceDocument(reference, "html", b"", f"{key}-{version}", f"{key}.html", version)
    return key, document, tables


def manuscript(*tables: Table, text: str = "", references: dict[str, Reference] | None = None) -> Manuscript:
    """A manuscript of these tables; ``text`` is what their places count in."""
    return Manuscript(PATH, {PATH: text}, tables, references=references or {})


def _cell(printed: str, row: int, column: int, start: int, is_header: bool, path: str) -> list[Cell]:
    shown = _KEY.sub("", printed).strip()
    if not shown:
        return []
    begin = start + printed.index(shown[0])
    numbers = tuple(
        replace(one.number, place=TextPlace(path, Span(begin + one.start, begin + one.end)))
        for one in find_numbers(shown)
    )
    place = TextPlace(path, Span(begin, begin + len(shown)))
    return [Cell(row, column, shown, is_header=is_header, numbers=numbers, place=place)]
