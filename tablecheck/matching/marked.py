"""Holds matching to what the author says of a row in a comment: from which table, row and version it is."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from tablecheck.model.document import SourceDocument
from tablecheck.model.headers import normal_label, path_text, row_path
from tablecheck.model.match import LineMatch, TableMatch
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Cell, Table, once_a_table

_TABLE_WORD = re.compile(r"^\s*(?:table|tab\.?|tabelle|tableau)\s*", re.I)


def mark_of_row(table: Table, row: int) -> ProvenanceMark | None:
    """The last mark that speaks of a row and can be obeyed; one of a row comes before one of the table."""
    number = _marks_by_row(table).get(row) if table.marks else None
    return table.marks[number] if number is not None else None


@once_a_table
def _marks_by_row(table: Table) -> Mapping[int, int]:
    """The number of the mark that speaks of each row: marks stand somewhere, which their numbers do not."""
    widest_first = sorted(enumerate(table.marks), key=lambda one: -len(one[1].rows))
    return {row: number for number, mark in widest_first if not mark.wrong for row in mark.rows}


def is_called(table: Table, name: str) -> bool:
    """Whether a table of a cited paper bears a number or name.

    >>> is_called(Table((), label="Table 4"), "4"), is_called(Table((), label="Table 14"), "4")
    (True, False)
    """
    plain = [_TABLE_WORD.sub("", text).strip(" .:").lower() for text in (table.label, name)]
    return bool(plain[0]) and plain[0] == plain[1]


@lru_cache(maxsize=1024)
def rows_called(table: Table, name: str) -> tuple[int, ...]:
    """The rows whose label is this one; else those in whose label it stands."""
    wanted = normal_label(name)
    labels = [(row, tuple(map(normal_label, row_path(table, row)))) for row in range(table.row_count)]
    exact = tuple(row for row, path in labels if wanted in path or normal_label(path_text(path)) == wanted)
    return exact or tuple(row for row, path in labels if any(f" {wanted} " in f" {label} " for label in path))


def allows(match: TableMatch, our_row: int, their_row: int) -> bool:
    """Whether the author's mark on a row of ours, if there is one, lets it be compared with a row of theirs."""
    mark = mark_of_row(match.ours, our_row)
    if mark is None:
        return True
    if not allows_document(mark, match.key, match.document):
        return False
    if mark.table and not is_called(match.theirs, mark.table):
        return False
    return not mark.row or match.transposed or their_row in rows_called(match.theirs, mark.row)


def allows_document(mark: ProvenanceMark, key: str, document: SourceDocument) -> bool:
    """Whether a mark speaks of this paper and this version of it."""
    other_paper = bool(mark.source) and mark.source != key
    other_version = mark.version is not None and document.version not in (None, mark.version)
    return not other_paper and not other_version


def with_marked_tables(
    ours: Table, cells: Sequence[Cell], key: str, document: SourceDocument, tables: Sequence[Table]
) -> Iterator[tuple[list[Cell], Sequence[Table], bool]]:
    """Divide the cells that claim a paper by the tables they may come from; the last says that a mark names these."""
    free: list[Cell] = []
    named: dict[str, list[Cell]] = {}
    for cell in cells:
        mark = mark_of_row(ours, cell.row)
        if mark is None or not (mark.table and (not mark.source or mark.source == key)):
            if mark is None or allows_document(mark, key, document):
                free.append(cell)
        elif allows_document(mark, key, document):
            named.setdefault(mark.table, []).append(cell)
    if free:
        yield free, tables, False
    for name, of_table in named.items():
        yield of_table, [table for table in tables if is_called(table, name)], True


def with_marked_rows(match: TableMatch) -> TableMatch:
    """Pair a row of ours with the row of theirs that its mark names."""
    if match.transposed:
        return match
    pairs = dict(_marked_pairs(match))
    if not pairs:
        return match
    taken = set(pairs.values())
    kept = [line for line in match.rows if line.ours not in pairs and line.theirs not in taken]
    own = {line.ours: line for line in match.rows}
    said = [
        own[ours] if ours in own and own[ours].theirs == theirs else LineMatch(ours, theirs, 1.0, 0, 0)
        for ours, theirs in pairs.items()
    ]
    cells = tuple(cell for cell in match.cells if pairs.get(cell.ours.row, cell.theirs.row) == cell.theirs.row)
    return replace(match, rows=tuple(sorted((*kept, *said), key=lambda line: line.ours)), cells=cells)


def _marked_pairs(match: TableMatch) -> Iterable[tuple[int, int]]:
    for row in range(match.ours.row_count):
        mark = mark_of_row(match.ours, row)
        if mark is not None and mark.row and len(mark.rows) == 1 and allows_document(mark, match.key, match.document):
            named = rows_called(match.theirs, mark.row)
            if len(named) == 1:
                yield row, named[0]
