"""Puts each number of ours beside the cited number under the same labels."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tablecheck.matching.labels import normal, own_name
from tablecheck.matching.own_names import name_behind_ours
from tablecheck.matching.sheet import LineName, Sheet, prepare
from tablecheck.matching.units import implied_scale, opposed, without_measure
from tablecheck.matching.values import converted, relation
from tablecheck.matching.verify_names import letters, same_words, told_apart, with_telling, words
from tablecheck.matching.verify_pairs import BY_PLACE, between, by_label, repeated
from tablecheck.model.match import LineMatch, Relation, TableMatch
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table

Place = tuple[int, int, int]
"""Row and column of a cell of ours, and which of its numbers."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A number of ours, the cited number under the same labels, and the cited number as ours would print it."""

    match: TableMatch
    row: LineMatch
    column: LineMatch
    ours: Cell
    theirs: Cell
    our_number: Number
    their_number: Number
    cited: Number
    relation: Relation
    position: int = 0

    @property
    def place(self) -> Place:
        """Where ours stands."""
        return self.ours.row, self.ours.column, self.position

    @property
    def agrees(self) -> bool:
        """Whether ours may have been copied from theirs."""
        return self.relation is not Relation.DIFFERENT


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What the lines of a pair of tables are called; those of theirs are turned where the match is transposed."""

    our_rows: tuple[LineName, ...]
    our_columns: tuple[LineName, ...]
    their_rows: tuple[LineName, ...]
    their_columns: tuple[LineName, ...]


@lru_cache(maxsize=32)  # tables looked at in turn; while somebody types, each version of a table stays so long
def sheet_of(table: Table, name: str = "") -> Sheet:
    """Prepare a table once; ``name`` is what its paper calls its own method."""
    sheet = prepare(table, name)
    return replace(sheet, rows=told_apart(sheet.rows), columns=with_telling(told_apart(sheet.columns)))


@lru_cache(maxsize=1024)
def cited_sheet(table: Table, title: str | None, called: str = "") -> Sheet:
    """Prepare a cited table, with the name its paper gives its own method for "ours"; ``called`` is what we call it.

    A label that bears the name already, however it is spelt ("PVTv2-B1 (ours)" of "PVT v2"), is left as it is, and so
    is one that names the method itself, as "PixPro (ours)" does; "ResNet-50 (ours)" does not beside another ResNet-50.
    """
    name = called or own_name(title)
    plain = sheet_of(table)
    if not name:
        return plain
    named = sheet_of(table, name)
    others = {word for line in plain.rows if line in named.rows for word in words(line.full)}

    def better(one: LineName, other: LineName) -> LineName:
        is_named = other.printed.rstrip().endswith(name) and words(one.full) and others.isdisjoint(words(one.full))
        return one if is_named or letters(name) in letters(one.full) else other

    return replace(
        named,
        rows=tuple(map(better, plain.rows, named.rows)),
        columns=tuple(map(better, plain.columns, named.columns)),
    )


@lru_cache(maxsize=64)  # the papers of the tables looked at in turn
def _called(table: Table, key: str, title: str | None) -> str:
    """What a table of ours calls the method of a cited paper, in the rows and columns that claim to come from it."""
    sheet = sheet_of(table)
    cells = [cell for cell in table.number_cells() if not table.attributions or key in table.claimed_keys(cell)]
    rows = [sheet.rows[row].printed for row in sorted({cell.row for cell in cells}) if row < len(sheet.rows)]
    columns = sorted({cell.column for cell in cells})
    return name_behind_ours(title, rows + [sheet.columns[one].printed for one in columns if one < len(sheet.columns)])


def names_of(match: TableMatch) -> Names:
    """Name the lines of both tables; "ours" in theirs is the method its title names, as ours spells it."""
    title = match.document.reference.title
    ours, theirs = sheet_of(match.ours), cited_sheet(match.theirs, title, _called(match.ours, match.key, title))
    lines = (theirs.columns, theirs.rows) if match.transposed else (theirs.rows, theirs.columns)
    return Names(ours.rows, ours.columns, *lines)


def cited_cell(match: TableMatch, row: int, column: int) -> Cell | None:
    """The cell of theirs on a row and column of theirs, turned where the match is transposed."""
    return match.theirs.at(column, row) if match.transposed else match.theirs.at(row, column)


def aligned(match: TableMatch, claims: Callable[[Cell], bool]) -> tuple[list[LineMatch], list[LineMatch]]:
    """Pair the rows and columns that may claim to come from this paper.

    Lines that the values paired across clear labels are paired by their labels first, so that an exchange of
    rows or columns shows.
    """
    names = names_of(match)
    rows = by_label(match.rows, names.our_rows, names.their_rows)
    claiming = {cell.row for cell in match.ours.number_cells() if claims(cell)}
    rows += repeated(rows, claiming, names.our_rows, names.their_rows)
    # The headers of a PDF may have been read over the wrong columns: one of two would not do.
    enough = min if match.document.kind == "pdf" else max
    columns = by_label(match.columns, names.our_columns, names.their_columns, enough)
    beside = [group for group in between(columns) if len(group) == 1 or _half_agree(match, rows, group, claims)]
    columns = _with_units([*columns, *(column for group in beside for column in group)], match, names)
    return rows, [_with_measure(column, names) for column in columns]


def _half_agree(
    match: TableMatch, rows: Sequence[LineMatch], columns: Sequence[LineMatch], claims: Callable[[Cell], bool]
) -> bool:
    compared = list(compare_lines(match, rows, columns, claims))
    return 0 < len(compared) <= 2 * sum(one.agrees for one in compared)


def compare_lines(
    match: TableMatch, rows: Sequence[LineMatch], columns: Sequence[LineMatch], claims: Callable[[Cell], bool]
) -> Iterator[Comparison]:
    """Compare the numbers of aligned lines, row by row, that claim to come from this paper."""
    for row in rows:
        for column in columns:
            ours, theirs = match.ours.at(row.ours, column.ours), cited_cell(match, row.theirs, column.theirs)
            if ours is None or theirs is None or not is_comparable(ours, theirs) or not claims(ours):
                continue
            for position, (ours_number, theirs_number) in enumerate(zip(ours.numbers, theirs.numbers, strict=True)):
                yield compare_numbers(match, (row, column), (ours, theirs), (ours_number, theirs_number), position)


def compare_numbers(
    match: TableMatch,
    lines: tuple[LineMatch, LineMatch],
    cells: tuple[Cell, Cell],
    numbers: tuple[Number, Number],
    position: int,
) -> Comparison:
    """Compare two numbers under the scale of their column."""
    row, column = lines
    return Comparison(
        match=match,
        row=row,
        column=column,
        ours=cells[0],
        theirs=cells[1],
        our_number=numbers[0],
        their_number=numbers[1],
        cited=converted(numbers[1], column.scale, column.complement),
        relation=relation(*numbers, column.scale, column.complement),
        position=position,
    )


def is_comparable(ours: Cell, theirs: Cell) -> bool:
    """Whether each number of one cell stands for one of the other."""
    single = all(cell.row_span == 1 and cell.column_span == 1 and not cell.is_header for cell in (ours, theirs))
    return single and len(ours.numbers) == len(theirs.numbers) > 0


def _with_units(columns: list[LineMatch], match: TableMatch, names: Names) -> list[LineMatch]:
    """Let the headers decide on the unit of a column where too few values agree to show it."""
    shown = [column.scale for column in columns if column.agreeing]
    usual = shown[0] if len(shown) >= 2 and len(set(shown)) == 1 else 0
    return [
        column if column.agreeing >= 2 or (column.agreeing and shown.count(column.scale) >= 2 and column.scale)
        else _with_unit(column, match, names, usual)
        for column in columns
    ]  # fmt: skip


def _with_unit(column: LineMatch, match: TableMatch, names: Names, usual: int) -> LineMatch:
    ours, theirs = names.our_columns[column.ours].printed, names.their_columns[column.theirs].printed
    our_size = _size(match.ours, column.ours)
    their_size = _size(match.theirs, column.theirs, rows=match.transposed)
    return replace(
        column,
        scale=implied_scale(ours, theirs, our_size, their_size) or (0 if column.agreeing else usual),
        complement=opposed(ours, theirs),
    )


def _with_measure(column: LineMatch, names: Names) -> LineMatch:
    """Take the names of an accuracy and of its error for one."""
    ours, theirs = names.our_columns[column.ours].printed, names.their_columns[column.theirs].printed
    if not column.complement or not opposed(ours, theirs):
        return column
    alike = same_words(normal(without_measure(ours)), normal(without_measure(theirs)))
    return replace(column, similarity=max(column.similarity, min(alike, BY_PLACE)))


def _size(table: Table, line: int, *, rows: bool = False) -> float:
    cells = table.row_cells(line) if rows else table.column_cells(line)
    values = sorted(abs(float(cell.numbers[0].value)) for cell in cells if cell.numbers and not cell.is_header)
    return values[len(values) // 2] if values else 0.0
