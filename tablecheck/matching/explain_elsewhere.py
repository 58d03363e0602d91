"""Where else in the same paper our value stands: another column, row, split or table."""

from collections.abc import Iterator, Sequence
from functools import partial

from tablecheck.matching.explain_case import Case, Explanation, most_of
from tablecheck.matching.explain_support import by_row
from tablecheck.matching.sheet import LineName, Sheet
from tablecheck.matching.splits import split_of
from tablecheck.matching.values import relation
from tablecheck.matching.verify_lines import Comparison, cited_cell, cited_sheet, names_of
from tablecheck.matching.verify_names import same_name
from tablecheck.model.evidence import Cause, Elsewhere
from tablecheck.model.match import Relation, TableMatch
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table

_TELLING_DIGITS = 3  # digits from which a number found elsewhere is hardly a coincidence
_NEAR = 2  # rows over which the eye slips
_SHORT = 8  # rows of a column in which three digits hardly recur by chance
_SAME = 0.85  # name likeness of a line in another table that means ours


def lines_elsewhere(case: Case, differing: Sequence[Comparison]) -> Iterator[Explanation]:
    """Rows of ours whose differing numbers all stand in another row of theirs, and columns likewise."""
    for comparisons in by_row(differing).values():
        yield from _line_elsewhere(comparisons, by_column=False)
        yield from _row_in_other_table(case, comparisons)
    columns: dict[int, list[Comparison]] = {}
    for comparison in differing:
        columns.setdefault(comparison.ours.column, []).append(comparison)
    for comparisons in columns.values():
        yield from _line_elsewhere(comparisons, by_column=True)


def cell_elsewhere(case: Case, comparison: Comparison) -> Explanation | None:
    """Look for one differing number: first along its row, then along its column, then in the other tables."""
    match = comparison.match
    names = names_of(match)
    row, column = comparison.row.theirs, comparison.column.theirs
    for other in range(len(names.their_columns)):
        if other != column and (cell := _prints(comparison, match, row, other)):
            cause = _cause(Cause.OTHER_COLUMN, names.their_columns[column], names.their_columns[other])
            return _explanation(cause, [comparison], match, cell)
    for other in _rows_to_look_in(comparison, row, len(names.their_rows)):
        if cell := _prints(comparison, match, other, column):
            cause = _cause(Cause.OTHER_ROW, names.their_rows[row], names.their_rows[other])
            return _explanation(cause, [comparison], match, cell)
    for table, cell in _in_other_tables(case, comparison):
        return _in_table(comparison, [comparison], table, cell)
    return None


def _rows_to_look_in(comparison: Comparison, row: int, rows: int) -> Iterator[int]:
    """The rows near by, the nearest first; all of them for a number that hardly recurs by chance in a long column."""
    reach = rows if rows <= _SHORT or len(comparison.our_number.digits) > _TELLING_DIGITS else _NEAR
    for distance in range(1, reach + 1):
        yield from (other for other in (row + distance, row - distance) if 0 <= other < rows)


def _line_elsewhere(comparisons: Sequence[Comparison], *, by_column: bool) -> Iterator[Explanation]:
    match = comparisons[0].match
    here = [one for one in comparisons if one.match is match]
    names = names_of(match)
    home = here[0].column.theirs if by_column else here[0].row.theirs
    lines = names.their_columns if by_column else names.their_rows
    best: list[tuple[Comparison, Cell]] = []
    best_line = home
    for line in range(len(lines)):
        if line == home:
            continue
        found = []
        for one in here:
            place = (one.row.theirs, line) if by_column else (line, one.column.theirs)
            if cell := _prints(one, match, *place):
                found.append((one, cell))
        if len(found) > len(best):
            best, best_line = found, line
    if most_of(len(best), len(comparisons)):
        usual = Cause.OTHER_COLUMN if by_column else Cause.OTHER_ROW
        cause = _cause(usual, lines[home], lines[best_line])
        yield _explanation(cause, [one for one, _ in best], match, best[0][1])


def _row_in_other_table(case: Case, comparisons: Sequence[Comparison]) -> Iterator[Explanation]:
    found: dict[int, list[tuple[Comparison, Table, Cell]]] = {}
    for comparison in comparisons:
        for table, cell in _in_other_tables(case, comparison):
            found.setdefault(id(table), []).append((comparison, table, cell))
    best = max(found.values(), key=len, default=[])
    if most_of(len(best), len(comparisons)):
        comparison, table, cell = best[0]
        yield _in_table(comparison, [one for one, _, _ in best], table, cell)


def _in_table(first: Comparison, comparisons: Sequence[Comparison], table: Table, cell: Cell) -> Explanation:
    cause = Cause.OTHER_TABLE
    if split_of(table.caption) != split_of(first.match.theirs.caption):
        cause = Cause.OTHER_SPLIT
    place = Elsewhere(None, table, cell, first.match.key, first.match.document.version)
    return Explanation(cause, tuple(comparisons), place)


def _in_other_tables(case: Case, comparison: Comparison) -> Iterator[tuple[Table, Cell]]:
    """Cells under the same labels in other tables of the paper that print our value."""
    match = comparison.match
    names = names_of(match)
    ours = (names.our_rows[comparison.row.ours], names.our_columns[comparison.column.ours])
    for _, document, tables in case.sources:
        if document is not match.document:
            continue
        for table in tables:
            if table is match.theirs:
                continue
            for cell in labelled_alike(cited_sheet(table, document.reference.title), *ours):
                if any(_is_value(comparison, number) for number in cell.numbers):
                    yield table, cell
                    break


def labelled_alike(sheet: Sheet, row: LineName, column: LineName) -> Iterator[Cell]:
    """The cells of a table under the labels of a cell of ours."""
    rows = [index for index, name in enumerate(sheet.rows) if same_name(row, name) >= _SAME]
    columns = [index for index, name in enumerate(sheet.columns) if same_name(column, name) >= _SAME]
    for line in rows:
        for across in columns:
            cell = sheet.table.at(line, across)
            if cell is not None and cell.numbers and not cell.is_header:
                yield cell


def _prints(comparison: Comparison, match: TableMatch, row: int, column: int) -> Cell | None:
    cell = cited_cell(match, row, column)
    if cell is None or cell.is_header:
        return None
    return cell if any(map(partial(_is_value, comparison), cell.numbers)) else None


def _is_value(comparison: Comparison, number: Number) -> bool:
    """Whether a number of theirs is ours, and has digits enough that this is hardly chance."""
    ours = comparison.our_number
    kind = relation(ours, number, comparison.column.scale, comparison.column.complement)
    if kind in (Relation.DIFFERENT, Relation.EXTRA_DIGITS):
        return False
    return len(ours.digits) >= _TELLING_DIGITS or (
        len(ours.digits) == 2 and ours.decimals > 0 and kind is not Relation.ROUNDED
    )


def _cause(usual: Cause, here: LineName, there: LineName) -> Cause:
    """Call it another split where the labels name different ones."""
    return Cause.OTHER_SPLIT if split_of(here.printed) != split_of(there.printed) else usual


def _explanation(cause: Cause, comparisons: Sequence[Comparison], match: TableMatch, cell: Cell) -> Explanation:
    place = Elsewhere(match, match.theirs, cell, match.key, match.document.version)
    return Explanation(cause, tuple(comparisons), place)
