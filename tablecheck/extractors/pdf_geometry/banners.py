"""Headings over several columns: those a rule runs under, and those centred over columns divided below."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.expressions import is_numeric
from tablecheck.extractors.pdf_geometry.placing import (
    Column,
    Placed,
    column_at,
    is_centred_in,
    is_flush_in,
    is_set_as_column,
    rule_below,
    stands_in,
)
from tablecheck.extractors.pdf_geometry.rows import Row
from tablecheck.extractors.pdf_geometry.sheet import Rule

_CENTRED = 0.3  # of the size: how exactly a banner is centred over its columns when one of them was widened
_NEARLY = 0.15  # of the size: the same where it is flush with a column by chance
_EXACTLY = 0.1  # of the size: the same where nothing else speaks for a span


def widen_banners(
    row: TextRow,
    placed: Sequence[Placed],
    separators: Sequence[float],
    columns: Sequence[Column],
    partial: Sequence[Rule],
    divided: Collection[int],
) -> list[Placed]:
    """Let the headings of a line span the columns they are ruled or centred over.

    ``divided`` are the columns that the next line of the heading fills.
    """
    widened: list[Placed] = []
    for index, cell in enumerate(placed):
        low = widened[-1].last + 1 if widened else 0
        high = placed[index + 1].first - 1 if index + 1 < len(placed) else len(columns) - 1
        cell = replace(cell, first=max(low, cell.first), last=max(low, cell.last))
        rule = rule_below(row, cell.x0, cell.x1, partial)
        if rule is not None:
            first, last = _over(rule, separators, columns)
            if low <= first <= cell.first and cell.last <= last <= high:
                widened.append(replace(cell, first=first, last=last))
                continue
        widened.append(_centred(cell, low, high, columns, row.line.size, divided))
    return widened


def widen_values(
    placed: Sequence[Placed], columns: Sequence[Column], size: float, whole: Sequence[Column] = ()
) -> list[Placed]:
    """Let an entry of the body that stands in no column, but exactly in the middle of several free ones, span them.

    ``whole`` are the columns with their headings.
    """
    widened: list[Placed] = []
    for index, cell in enumerate(placed):
        low = widened[-1].last + 1 if widened else 0
        high = placed[index + 1].first - 1 if index + 1 < len(placed) else len(columns) - 1
        if cell.first > 0 and (cell.first < cell.last or not stands_in(cell, columns[cell.first], size)):
            slack = size * (_CENTRED if _straddles(cell, columns, size) else _EXACTLY)
            runs = _runs(cell, max(1, low), high, columns, slack)
            if not runs and whole:
                runs = _runs(cell, max(1, low), high, whole, slack)
            widest = max(runs, key=lambda run: run[2] - run[1], default=(0.0, cell.first, cell.last))
            cell = replace(cell, first=widest[1], last=widest[2])
        widened.append(cell)
    return widened


def _straddles(cell: Placed, columns: Sequence[Column], size: float) -> bool:
    """Tell an entry that reaches over the separators of the columns in which it begins or ends."""
    home = columns[cell.first]
    return cell.first < cell.last or max(home.left - cell.x0, cell.x1 - home.right) > _CENTRED * size


def _over(rule: Rule, separators: Sequence[float], columns: Sequence[Column]) -> tuple[int, int]:
    """The columns a rule runs over: those more than half of whose entries' width it covers."""
    over = [
        index
        for index, column in enumerate(columns)
        if min(rule.end, column.x1) - max(rule.start, column.x0) > 0.5 * (column.x1 - column.x0)
    ]
    if not over:
        home = column_at(separators, (rule.start + rule.end) / 2)
        return home, home
    return over[0], over[-1]


def _centred(
    cell: Placed, low: int, high: int, columns: Sequence[Column], size: float, divided: Collection[int]
) -> Placed:
    """Find the run of free columns whose middle is the cell's."""
    runs = _runs(cell, low, high, columns, _CENTRED * size)
    dividing = [run for run in runs if all(column in divided for column in range(run[1], run[2] + 1))]
    if cell.first == cell.last and stands_in(cell, columns[cell.first], size):
        # over an odd number of columns a banner stands in the middle one, too
        slack = _EXACTLY if is_centred_in(cell, columns[cell.first], size) else _NEARLY
        dividing = [run for run in dividing if run[0] <= slack * size]
        runs = []
    elif dividing:
        dividing = [run for run in dividing if run[0] <= dividing[0][0] + _EXACTLY * size]
    if dividing:
        best = max(dividing, key=lambda run: run[2] - run[1])
        return replace(cell, first=best[1], last=best[2])
    return replace(cell, first=runs[0][1], last=runs[0][2]) if runs else cell


def span_headings(rows: Sequence[Row], columns: Sequence[Column]) -> None:
    """Let a heading that stands alone on a row of the body, and is not set as a label, span the table.

    One that is centred over all columns but the first spans those.
    """
    ruled_head = rows[0].band < rows[-1].band
    for index, row in enumerate(rows):
        if len(row.placed) != 1 or index == 0 or (ruled_head and row.band == rows[0].band):
            continue
        cell = row.placed[0]
        if not (cell.first or cell.last) or all(is_numeric(word.text) for word in cell.words):
            continue
        middle = (cell.x0 + cell.x1) / 2
        over_all = abs((columns[0].x0 + columns[-1].x1) / 2 - middle)
        exact = _EXACTLY * cell.words[0].size
        if cell.first == cell.last and over_all > exact and _is_entry(cell, columns[cell.first], exact):
            continue
        over_rest = abs((columns[1].x0 + columns[-1].x1) / 2 - middle)
        first = 1 if cell.first and over_rest < over_all and over_rest < 2 * _CENTRED * cell.words[0].size else 0
        row.placed[0] = replace(cell, first=first, last=len(columns) - 1)


def _is_entry(cell: Placed, column: Column, slack: float) -> bool:
    """Tell an entry beside labels that stand between the rows, or of a row without label, by how it is set."""
    size = cell.words[0].size
    return is_flush_in(cell, column, slack) or (cell.first > 0 and is_set_as_column(cell, column, size))


def _runs(cell: Placed, low: int, high: int, columns: Sequence[Column], slack: float) -> list[tuple[float, int, int]]:
    """Give the runs of columns between two limits whose middle is a cell's: how far off, first, last; best first."""
    middle = (cell.x0 + cell.x1) / 2
    found = []
    for first in range(low, cell.first + 1):
        for last in range(cell.last, high + 1):
            off = abs((columns[first].x0 + columns[last].x1) / 2 - middle)
            if off <= slack:
                found.append((off, first, last))
    return sorted(found)
