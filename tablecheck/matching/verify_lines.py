"""Puts each number of ours beside the cited number under the same labels."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tablecheck.matching.labels import own_name
from tablecheck.matching.sheet import LineName, Sheet, prepare
from tablecheck.matching.units import implied_scale, opposed
from tablecheck.matching.values import converted, relation
from tablecheck.matching.verify_names import (
    letters,
    name_among,
    same_name,
    same_words,
    telling_words,
    told_apart,
    words_in_common,
)
from tablecheck.model.match import LineMatch, Relation, TableMatch
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table

Place = tuple[int, int, int]
"""Row and column of a cell of ours, and which of its numbers."""

_CLEARLY = 0.95  # a name that says the same line; a quarter less says another one
_MUCH_LESS = 0.25
_HALF = 0.5
_BY_PLACE = 0.7  # as good as an own name under other headings: enough for a warning, not for an error


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


@lru_cache(maxsize=1024)
def sheet_of(table: Table, name: str = "") -> Sheet:
    """Prepare a table once; ``name`` is what its paper calls its own method."""
    sheet = prepare(table, name)
    return replace(sheet, rows=told_apart(sheet.rows), columns=told_apart(sheet.columns))


@lru_cache(maxsize=1024)
def cited_sheet(table: Table, title: str | None) -> Sheet:
    """Prepare a cited table, with the name its paper gives its own method for "ours".

    A label that bears the name already, however it is spelt ("PVTv2-B1 (ours)" of "PVT v2"), is left as it is.
    """
    name = own_name(title)
    plain = sheet_of(table)
    if not name:
        return plain
    named = sheet_of(table, name)

    def better(one: LineName, other: LineName) -> LineName:
        return one if letters(name) in letters(one.full) else other

    return replace(
        named,
        rows=tuple(map(better, plain.rows, named.rows)),
        columns=tuple(map(better, plain.columns, named.columns)),
    )


def names_of(match: TableMatch) -> Names:
    """Name the lines of both tables; "ours" in theirs is the method its title names."""
    ours, theirs = sheet_of(match.ours), cited_sheet(match.theirs, match.document.reference.title)
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
    rows = _by_label(match.rows, names.our_rows, names.their_rows)
    claiming = {cell.row for cell in match.ours.number_cells() if claims(cell)}
    rows += _repeated(rows, claiming, names)
    # The headers of a PDF may have been read over the wrong columns: one of two would not do.
    enough = min if match.document.kind == "pdf" else max
    columns = _by_label(match.columns, names.our_columns, names.their_columns, enough)
    return rows, _with_units([*columns, *_between(columns, names)], match, names)


def compare_lines(
    match: TableMatch, rows: Sequence[LineMatch], columns: Sequence[LineMatch], claims: Callable[[Cell], bool]
) -> Iterator[Comparison]:
    """Compare the numbers of aligned lines, row by row, that claim to come from this paper."""
    for row in rows:
        for column in columns:
            ours, theirs = match.ours.at(row.ours, column.ours), cited_cell(match, row.theirs, column.theirs)
            if ours is None or theirs is None or not _comparable(ours, theirs) or not claims(ours):
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


def _comparable(ours: Cell, theirs: Cell) -> bool:
    single = all(cell.row_span == 1 and cell.column_span == 1 and not cell.is_header for cell in (ours, theirs))
    return single and len(ours.numbers) == len(theirs.numbers) > 0


def _by_label(
    lines: Sequence[LineMatch],
    ours: Sequence[LineName],
    theirs: Sequence[LineName],
    enough: Callable[[float, float], float] = max,
) -> list[LineMatch]:
    """Pair two lines by their labels where values paired them crosswise; say how alike each pair is by name.

    Where the whole names say nothing, the words that tell the paired lines apart may: ``enough`` says whether
    one of the two must be named rightly, or both. Pairs of lines with contradicting names in which no number
    agrees are no pairs.
    """
    named = [replace(line, similarity=name_among(line.ours, line.theirs, ours, theirs)) for line in lines]
    paired = [line for line in named if line.agreeing or line.similarity >= _BY_PLACE]

    def alike(our_line: int, their_line: int) -> float:
        in_sections = _BY_PLACE if _contradict(ours[our_line].around, theirs[their_line].around) else 1.0
        return min(name_among(our_line, their_line, ours, theirs), in_sections)

    shared = _words_shared(paired, ours, theirs)
    as_paired = [alike(line.ours, line.theirs) for line in paired]
    doubtful = [index for index, likeness in enumerate(as_paired) if likeness <= 1 - _MUCH_LESS]
    for place, first in enumerate(doubtful):
        for second in doubtful[place + 1 :]:
            one, other = paired[first], paired[second]
            straight = min(alike(one.ours, other.theirs), alike(other.ours, one.theirs))
            crosswise = enough(shared(first, second), shared(second, first))
            if crosswise >= _HALF and not shared(first, first) and not shared(second, second):
                straight = max(straight, _BY_PLACE)
            if straight >= max(_BY_PLACE, as_paired[first] + _MUCH_LESS, as_paired[second] + _MUCH_LESS):
                paired[first] = replace(one, theirs=other.theirs, similarity=straight)
                paired[second] = replace(other, theirs=one.theirs, similarity=straight)
                as_paired[first] = as_paired[second] = straight
    return _to_free_namesake(paired, ours, theirs)


def _words_shared(
    paired: Sequence[LineMatch], ours: Sequence[LineName], theirs: Sequence[LineName]
) -> Callable[[int, int], float]:
    """Give a function that compares paired lines by the words alone that no other of them has."""
    mine = telling_words([ours[line.ours].printed for line in paired])
    other = telling_words([theirs[line.theirs].printed for line in paired])

    def shared(first: int, second: int) -> float:
        return words_in_common(mine[first], other[second])

    return shared


def _contradict(one: str, other: str) -> bool:
    """Whether two headings of sections are two; a missing one contradicts none."""
    return bool(one and other) and same_words(one, other) < _HALF


def _to_free_namesake(
    paired: Sequence[LineMatch], ours: Sequence[LineName], theirs: Sequence[LineName]
) -> list[LineMatch]:
    """Pair a line with the only one of its name, where values paired it with a line of another name."""
    taken = {line.theirs for line in paired}
    moved = []
    for line in paired:
        if line.similarity < _CLEARLY:
            namesakes = [index for index, name in enumerate(theirs) if same_name(ours[line.ours], name) >= _CLEARLY]
            twins = sum(name.full == ours[line.ours].full for name in ours)
            if len(namesakes) == 1 and twins == 1 and namesakes[0] not in taken:
                line = replace(line, theirs=namesakes[0], similarity=1.0)
        moved.append(line)
    return moved


def _repeated(rows: Sequence[LineMatch], claiming: set[int], names: Names) -> list[LineMatch]:
    """Pair the further rows of ours that bear the name of one row of theirs, which a matcher pairs only once."""
    repeated = []
    for row in sorted(claiming - {line.ours for line in rows}):
        namesakes = [
            index for index, name in enumerate(names.their_rows) if same_name(names.our_rows[row], name) >= _CLEARLY
        ]
        if len(namesakes) == 1:
            alike = same_name(names.our_rows[row], names.their_rows[namesakes[0]])
            repeated.append(LineMatch(row, namesakes[0], alike, 0, 0))
    return repeated


def _between(columns: Sequence[LineMatch], names: Names) -> list[LineMatch]:
    """Pair a column that stands between two paired ones in both tables, whatever it is called: "bike", "Bicycle"."""
    theirs = {line.ours: line.theirs for line in columns}
    taken = set(theirs.values())
    between = []
    for column in range(1, len(names.our_columns) - 1):
        left, right = theirs.get(column - 1), theirs.get(column + 1)
        if column not in theirs and left is not None and right == left + 2 and left + 1 not in taken:
            between.append(LineMatch(column, left + 1, _BY_PLACE, 0, 0))
    return between


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


def _size(table: Table, line: int, *, rows: bool = False) -> float:
    cells = table.row_cells(line) if rows else table.column_cells(line)
    values = sorted(abs(float(cell.numbers[0].value)) for cell in cells if cell.numbers and not cell.is_header)
    return values[len(values) // 2] if values else 0.0
