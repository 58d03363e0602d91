"""Lays a number that only an older version of a paper was matched with beside the same cell of the version compared."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tablecheck.matching.explain_case import Source
from tablecheck.matching.verify_lines import Comparison, cited_cell, cited_sheet, compare_numbers, is_comparable
from tablecheck.model.match import TableMatch
from tablecheck.model.table import Table


def in_version(
    comparisons: Iterable[Comparison], version: int | None, matches: Sequence[TableMatch], sources: Sequence[Source]
) -> Iterator[Comparison]:
    """Compare with the same cell of another version, where it has the table, the row and the column of the one found.

    A number that agrees with the older version alone is the only witness of a small table, and with it the match
    with the newer one is lost. The older one shows the place.
    """
    moved: dict[tuple[int, int], TableMatch] = {}
    for one in comparisons:
        for key, document, tables in sources:
            if key != one.match.key or document.version != version:
                continue
            for table in tables:
                if not _is_same_place(one, table):
                    continue
                at_hand = [match for match in matches if match.theirs is table and match.document is document]
                fallback = replace(one.match, theirs=table, document=document)
                match = moved.setdefault((id(one.match), id(table)), at_hand[0] if at_hand else fallback)
                theirs = cited_cell(match, one.row.theirs, one.column.theirs)
                if theirs is not None and is_comparable(one.ours, theirs):
                    numbers = one.our_number, theirs.numbers[one.position]
                    yield compare_numbers(match, (one.row, one.column), (one.ours, theirs), numbers, one.position)


def _is_same_place(comparison: Comparison, table: Table) -> bool:
    """Whether another table has the same size and the same names for the row and the column of the cited cell."""
    there, title = comparison.match.theirs, comparison.match.document.reference.title
    if (table.row_count, table.column_count) != (there.row_count, there.column_count):
        return False
    one, other = cited_sheet(there, title), cited_sheet(table, title)
    row, column = comparison.theirs.row, comparison.theirs.column
    same_row = one.rows[row].full == other.rows[row].full and one.rows[row].around == other.rows[row].around
    return same_row and one.columns[column].full == other.columns[column].full
