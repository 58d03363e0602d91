"""Numbers copied faithfully from another split of the data than ours says: validation for test."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tablecheck.matching.explain_case import Case, Explanation
from tablecheck.matching.sheet import LineName
from tablecheck.matching.splits import split_of, without_split
from tablecheck.matching.verify_lines import Comparison, Names, cited_cell, cited_sheet, compare_numbers, names_of
from tablecheck.matching.verify_names import same_words
from tablecheck.model.evidence import Cause, Elsewhere
from tablecheck.model.match import LineMatch, Relation, TableMatch
from tablecheck.model.table import Cell

_SAME = 0.85  # likeness of names, the words for splits left out, from which the lines are the same


def wrong_splits(case: Case) -> Iterator[Explanation]:
    """Find numbers that agree under another split than ours names, while the paper prints ours' split as well."""
    by_match: dict[tuple[int, str], list[tuple[Comparison, Comparison]]] = {}
    for comparison in case.compared.values():
        if not comparison.agrees:
            continue
        ours, theirs = _our_split(comparison), _their_split(comparison)
        if not ours or not theirs or ours == theirs:
            continue
        meant = next((one for one in _under_split(case, comparison, ours) if not one.agrees), None)
        if meant is not None and not any(one.agrees for one in _under_split(case, comparison, ours)):
            by_match.setdefault((id(comparison.match), theirs), []).append((comparison, meant))
    for pairs in by_match.values():
        found = pairs[0][0]
        place = Elsewhere(found.match, found.match.theirs, found.theirs, found.match.key, found.match.document.version)
        yield Explanation(Cause.OTHER_SPLIT, tuple(meant for _, meant in pairs), place)


def _our_split(comparison: Comparison) -> str:
    names, ours = names_of(comparison.match), comparison.match.ours
    row = names.our_rows[comparison.row.ours]
    return split_of(names.our_columns[comparison.column.ours].printed, row.printed, row.around, ours.caption)


def _their_split(comparison: Comparison) -> str:
    names, theirs = names_of(comparison.match), comparison.match.theirs
    row = names.their_rows[comparison.row.theirs]
    return split_of(names.their_columns[comparison.column.theirs].printed, row.printed, row.around, theirs.caption)


def _under_split(case: Case, comparison: Comparison, split: str) -> Iterator[Comparison]:
    """The comparison with each cell that differs from the cited one in its split alone."""
    if comparison.match.document.kind != "pdf":  # a banner read over the wrong columns would accuse all of them
        yield from _in_same_table(comparison, names_of(comparison.match), split)
    if comparison.match.transposed:
        return
    for _, document, tables in case.sources:
        if document is not comparison.match.document:
            continue
        for table in tables:
            if table is not comparison.match.theirs and split_of(table.caption) == split:
                sheet = cited_sheet(table, document.reference.title)
                match = replace(comparison.match, theirs=table)
                yield from _namesakes(comparison, match, sheet.rows, sheet.columns)


def _in_same_table(comparison: Comparison, names: Names, split: str) -> Iterator[Comparison]:
    row, column = comparison.row.theirs, comparison.column.theirs
    for other in _same_but_split(names.their_columns, column, split):
        yield from _beside(comparison, comparison.match, cited_cell(comparison.match, row, other), (row, other))
    for other in _same_but_split(names.their_rows, row, split):
        yield from _beside(comparison, comparison.match, cited_cell(comparison.match, other, column), (other, column))


def _same_but_split(names: tuple[LineName, ...], home: int, split: str) -> Iterator[int]:
    for index, name in enumerate(names):
        named = split_of(name.printed, name.around) == split
        if index != home and named and _alike(name, names[home]):
            yield index


def _namesakes(
    comparison: Comparison, match: TableMatch, rows: Iterable[LineName], columns: Iterable[LineName]
) -> Iterator[Comparison]:
    names = names_of(comparison.match)
    row_name, column_name = names.their_rows[comparison.row.theirs], names.their_columns[comparison.column.theirs]
    columns = tuple(columns)
    for row, one in enumerate(rows):
        for column, other in enumerate(columns):
            if _alike(one, row_name) and _alike(other, column_name):
                yield from _beside(comparison, match, cited_cell(match, row, column), (row, column))


def _beside(
    comparison: Comparison, match: TableMatch, cell: Cell | None, place: tuple[int, int]
) -> Iterator[Comparison]:
    if cell is None or cell.is_header or len(cell.numbers) != len(comparison.ours.numbers):
        return
    row, column = comparison.row, comparison.column
    lines = (_moved(row, place[0]), _moved(column, place[1]))
    numbers = (comparison.our_number, cell.numbers[comparison.position])
    beside = compare_numbers(match, lines, (comparison.ours, cell), numbers, comparison.position)
    if beside.relation is not Relation.EXTRA_DIGITS:
        yield beside


def _moved(line: LineMatch, theirs: int) -> LineMatch:
    return replace(line, theirs=theirs)


def _alike(one: LineName, other: LineName) -> bool:
    ours, theirs = without_split(one.full), without_split(other.full)
    return ours == theirs or same_words(ours, theirs) >= _SAME
