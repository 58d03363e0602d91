"""Tables: cells that may span, the grid they fill, and the headers above and beside each of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from tablecheck.model.citation import Attribution, Citation
from tablecheck.model.number import Number, find_numbers
from tablecheck.model.place import PagePlace, TextPlace
from tablecheck.model.provenance import ProvenanceMark

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; ``row`` and ``column`` are those of its top left corner, counted from 0.

    ``text`` is in plain form (see ``model.markup``). ``emphasis`` names the marks the cell was printed with:
    ``bold``, ``underline``, ``italic``, ``colour``.
    """

    row: int
    column: int
    text: str
    row_span: int = 1
    column_span: int = 1
    is_header: bool = False
    numbers: tuple[Number, ...] = ()
    citations: tuple[Citation, ...] = ()
    emphasis: tuple[str, ...] = ()
    place: TextPlace | PagePlace | None = None

    @property
    def rows(self) -> range:
        """The grid rows the cell fills."""
        return range(self.row, self.row + self.row_span)

    @property
    def columns(self) -> range:
        """The grid columns the cell fills."""
        return range(self.column, self.column + self.column_span)

    @property
    def number(self) -> Number | None:
        """The value of the cell, ``None`` where it prints no number or several."""
        return self.numbers[0] if len(self.numbers) == 1 else None


Grid = tuple[tuple[Cell | None, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table of a manuscript or of a cited paper.

    ``caption`` is the text after the label, ``label`` what the paper calls the table ("Table 3") or, in a
    manuscript, its ``\\label``. ``notes`` is the text of table notes and footnotes. ``read_by`` names the
    reader, ``confidence`` says how sure it is of the structure. ``attributions`` say which citation governs
    which cells; empty for cited papers. ``marks`` are what the author says of rows in comments. ``twin`` is a table
    read before that says the same and stood elsewhere; a changed copy of a table has none. ``noted`` is what was worked
    out of it before (``once_a_table``).

    Raises:
        ValueError: two cells fill the same place of the grid.
    """

    cells: tuple[Cell, ...]
    caption: str = ""
    label: str = ""
    notes: str = ""
    place: TextPlace | PagePlace | None = None
    read_by: str = ""
    confidence: float = 1.0
    attributions: tuple[Attribution, ...] = ()
    marks: tuple[ProvenanceMark, ...] = ()
    grid: Grid = field(init=False, repr=False)
    twin: "Table | None" = field(default=None, init=False, repr=False)
    noted: dict[tuple[Any, ...], Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "grid", _fill(self.cells))

    @property
    def first(self) -> "Table":
        """The first table that was read and says what this one says; what is true of it but its places is true of this.

        It is what is worth remembering things by.
        """
        return self if self.twin is None else self.twin

    @property
    def row_count(self) -> int:
        """Rows of the grid."""
        return len(self.grid)

    @property
    def column_count(self) -> int:
        """Columns of the grid."""
        return len(self.grid[0]) if self.grid else 0

    def at(self, row: int, column: int) -> Cell | None:
        """The cell that fills a place of the grid, ``None`` for an empty or outlying place."""
        if 0 <= row < self.row_count and 0 <= column < self.column_count:
            return self.grid[row][column]
        return None

    def row_cells(self, row: int) -> Iterator[Cell]:
        """The cells that fill a row, each once, from left to right."""
        return _each_once(self.grid[row])

    def column_cells(self, column: int) -> Iterator[Cell]:
        """The cells that fill a column, each once, from top to bottom."""
        return _each_once(tuple(row[column] for row in self.grid))

    def number_cells(self) -> Iterator[Cell]:
        """The cells below the headers that print one number."""
        return (cell for cell in self.cells if cell.number is not None and not cell.is_header)

    def cited_keys(self, cell: Cell) -> tuple[str, ...]:
        """The keys whose papers the cell's numbers claim to come from, nearest scope first."""
        order = ("cell", "row", "column", "block", "table")
        keys = [
            (order.index(attribution.scope), attribution.key)
            for attribution in self.attributions
            if cell.row in attribution.rows and cell.column in attribution.columns
        ]
        if not keys:
            return ()
        nearest = min(rank for rank, _ in keys)
        return tuple(dict.fromkeys(key for rank, key in keys if rank == nearest))

    def claimed_keys(self, cell: Cell) -> tuple[str, ...]:
        """The same, and the keys of a citation that the caption names as the source of all numbers."""
        whole = (
            attribution.key
            for attribution in self.attributions
            if attribution.scope == "table" and cell.row in attribution.rows and cell.column in attribution.columns
        )
        return tuple(dict.fromkeys((*self.cited_keys(cell), *whole)))


def once_a_table(work: Callable[Concatenate[Table, P], T]) -> Callable[Concatenate[Table, P], T]:
    """Have a function work out once what it says of a table and of its twins, and remember it as long as they live.

    What it says must hold no place, which twins do not share, and not the table, which would hold itself then.
    """
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def said(table: Table, /, *rest: P.args, **named: P.kwargs) -> T:
        noted, key = table.first.noted, (name, *rest, *named.items())
        if key not in noted:
            noted[key] = work(table, *rest, **named)
        return cast(T, noted[key])

    return said


def with_numbers(cell: Cell) -> Cell:
    """Read the numbers out of a cell's text; for readers that know no places inside the cell."""
    return replace(cell, numbers=tuple(found.number for found in find_numbers(cell.text)))


def as_twin(table: Table, first: Table) -> Table:
    """Note that a table, which nobody else has yet, says what another one says."""
    object.__setattr__(table, "twin", first)
    return table


def _fill(cells: tuple[Cell, ...]) -> Grid:
    row_count = max((cell.row + cell.row_span for cell in cells), default=0)
    column_count = max((cell.column + cell.column_span for cell in cells), default=0)
    grid: list[list[Cell | None]] = [[None] * column_count for _ in range(row_count)]
    for cell in cells:
        for row in cell.rows:
            for column in cell.columns:
                if grid[row][column] is not None:
                    raise ValueError(f"two cells at row {row}, column {column}")
                grid[row][column] = cell
    return tuple(tuple(row) for row in grid)


def _each_once(cells: tuple[Cell | None, ...]) -> Iterator[Cell]:
    last = None
    for cell in cells:
        if cell is not None and cell is not last:
            yield cell
        last = cell
