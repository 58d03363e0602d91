"""Gains printed behind numbers, as in ``81.9 (+2.3)``, and the row they are measured from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tablecheck.model.number import Number
from tablecheck.model.table import Cell
from tablecheck.rules._arithmetic import is_rule, written
from tablecheck.rules._lines import Lines

_MOST_ROWS = 60  # of which each is tried as the row that gains are measured from
_LEAST_KNOWN = 2  # different gains that fit

Place = tuple[int, int]
"""A line and a position of ``Lines``."""

Base = Callable[[int, int], Cell | None]
"""Gives the cell that the gain at a line and a position is measured from."""


@dataclass(frozen=True, slots=True, eq=False)
class Gain:
    """A printed difference that its two numbers do not give.

    ``cell`` prints it; ``above`` minus ``below`` is ``expected``, where ``kind`` is ``relative`` as a share of
    ``below`` in percent. ``fits`` of ``judged`` differences fit this way of counting.
    """

    cell: Cell
    above: Cell
    below: Cell
    kind: str
    printed: str
    expected: str
    fits: int
    judged: int


def gains_behind_numbers(rows: Lines) -> Iterator[Gain]:
    """The gains that do not fit the row or the column from which the others are measured.

    All gains of a part of a table may be measured from the nearest row above that prints none, from the row just
    above, from the best of the rows that print none, from one and the same row, or from one column; else each row may
    have a row of its own. Gains of one column that are all right against one other row are left alone: it may be the
    best method there.
    """
    if len(rows.cells) > _MOST_ROWS:
        return
    gains = [
        (line, position)
        for line, cells in enumerate(rows.cells)
        for position, cell in enumerate(cells)
        if cell is not None and _delta(cell) is not None
    ]
    fits, misfits = _best(rows, [gains])
    if not fits:
        by_line = [[one for one in gains if one[0] == line] for line in dict.fromkeys(line for line, _ in gains)]
        misfits = [gain for of_line in by_line for gain in _best(rows, [of_line])[1]]
    yield from (gain for gain in misfits if not _is_of_another(rows, gain.cell.column))


def _best(rows: Lines, sets: Sequence[Sequence[Place]]) -> tuple[int, list[Gain]]:
    """The gains that misfit what most of a set are measured from; nothing where there is no such thing."""
    tried = [_judge(rows, gains, base) for gains in sets if len(gains) > 1 for base in _bases(rows)]
    fits, misfits = max(tried, key=lambda one: (one[0], -len(one[1])), default=(0, []))
    return (fits, misfits) if is_rule(fits, len(misfits)) else (0, [])


def _is_of_another(rows: Lines, position: int) -> bool:
    """Whether all gains of a position fit one other number of it."""
    cells = [cell.number for line in rows.cells if (cell := line[position]) is not None and cell.number is not None]
    gains = [(number, number.delta) for number in cells if number.delta is not None]
    others = [number for number in cells if number.delta is None]
    return any(all(_fits(number, delta, other) for number, delta in gains) for other in others)


def _fits(own: Number, delta: Decimal, other: Number) -> bool:
    value = own.value - other.value
    slack = (own.quantum + other.quantum) / 2 + _quantum(delta)
    return abs(value - delta) < slack or abs(abs(value) - abs(delta)) < slack


def _bases(rows: Lines) -> Iterator[Base]:
    """The ways to find the number a gain is measured from."""
    plain = [
        line for line, cells in enumerate(rows.cells) if not any(cell and _delta(cell) is not None for cell in cells)
    ]
    above = [max((one for one in plain if one < line), default=-1) for line in range(len(rows.cells))]
    yield lambda line, position: rows.cells[above[line]][position] if above[line] >= 0 else None
    yield lambda line, position: rows.cells[line - 1][position] if line else None
    for best in (max, min):
        yield lambda line, position, best=best: _extreme(rows, plain, position, best)  # type: ignore[misc]
    for base in range(len(rows.cells)):
        yield lambda line, position, base=base: rows.cells[base][position] if base != line else None  # type: ignore[misc]
    for base in range(len(rows.names)):
        yield lambda line, position, base=base: rows.cells[line][base] if base != position else None  # type: ignore[misc]


def _extreme(
    rows: Lines, lines: Sequence[int], position: int, best: Callable[[Iterable[Decimal]], Decimal]
) -> Cell | None:
    """The cell with the highest or the lowest number of a position among some lines."""
    cells = [cell for line in lines if (cell := rows.cells[line][position]) is not None and cell.number is not None]
    values = [cell.number.value for cell in cells if cell.number is not None]
    return cells[values.index(best(values))] if values else None


def _judge(rows: Lines, gains: Sequence[Place], base: Base) -> tuple[int, list[Gain]]:
    fitting: set[Decimal] = set()
    fits = 0
    misfits: list[tuple[Cell, Cell, Decimal]] = []
    for line, position in gains:
        cell, below = rows.cells[line][position], base(line, position)
        if cell is None or below is None or cell.number is None or below.number is None:
            continue
        delta = cell.number.delta
        if delta is None:
            continue
        if _fits(cell.number, delta, below.number):
            fits += 1
            fitting.add(delta)
        else:
            misfits.append((cell, below, delta))
    if len(fitting) < _LEAST_KNOWN:
        return 0, []
    judged = fits + len(misfits)
    return fits, [_gain(cell, below, delta, fits, judged) for cell, below, delta in misfits]


def _gain(cell: Cell, below: Cell, delta: Decimal, fits: int, judged: int) -> Gain:
    above_value = cell.number.value if cell.number else Decimal()
    value = above_value - (below.number.value if below.number else Decimal())
    like = Number(str(abs(delta)), delta, max(0, -int(delta.as_tuple().exponent)))
    return Gain(cell, cell, below, "absolute", f"{delta:+f}", f"{written(value, like)}", fits, judged)


def _delta(cell: Cell) -> Decimal | None:
    return cell.number.delta if cell.number is not None else None


def _quantum(value: Decimal) -> Decimal:
    return Decimal(1).scaleb(int(value.as_tuple().exponent))
