"""Averages that a cited paper prints and that are not the mean of the numbers beside them."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from tablecheck.matching.explain_case import Explanation
from tablecheck.matching.verify_lines import Comparison
from tablecheck.model.evidence import Cause
from tablecheck.model.headers import column_path, header_row_count
from tablecheck.model.number import Number, rounded
from tablecheck.model.table import Cell, Table

_AVERAGE = re.compile(r"\b(?:avg|average|mean|overall)\b\.?", re.I)
_OTHER_MEAN = re.compile(r"weight|harmonic|geometric|\bg-?mean|micro|macro|class-?wise|per-?class|pooled", re.I)
_NOT_A_SCORE = re.compile(r"param|flop|#|\btime\b|\bsize\b|\bfps\b|epoch|\bmem", re.I)
_FEWEST = 3  # numbers of which a mean is worth taking
_NEAR = Decimal("0.05")  # a printed value further than this share from the mean was not meant as the plain mean


def inconsistent_averages(agreeing: Iterable[Comparison]) -> Iterator[Explanation]:
    """Find cited averages that were copied faithfully and do not fit their row.

    Silent where a caption or header names another mean, and where the averages of the cited table misfit as a
    rule, so that something else than the plain mean of the printed numbers must be meant.
    """
    for comparison in agreeing:
        if not comparison.match.transposed and _misfits(comparison.match.theirs, comparison.theirs):
            yield Explanation(Cause.SOURCE_INCONSISTENT, (comparison,))


def mean_of_row(table: Table, cell: Cell) -> tuple[Decimal, Decimal] | None:
    """The mean of the numbers an average covers, and by how much the rounding of these can move it.

    ``None`` where too few numbers stand beside it. The average covers the numbers of its row printed as
    precisely as it, under the same header group where it has one.
    """
    if cell.number is None:
        return None
    group = column_path(table, cell.column)[:-1]
    numbers: list[Number] = []
    for other in table.row_cells(cell.row):
        path = column_path(table, other.column)
        if other is cell or other.number is None or path[:-1] != group or other.is_header:
            continue
        if abs(other.number.decimals - cell.number.decimals) > 1 or any(
            _AVERAGE.search(text) or _NOT_A_SCORE.search(text) for text in path
        ):
            continue
        numbers.append(other.number)
    if len(numbers) < _FEWEST:
        return None
    mean = sum((number.value for number in numbers), Decimal()) / len(numbers)
    return mean, max(number.quantum for number in numbers) / 2


def rounded_mean(table: Table, cell: Cell) -> str:
    """The mean as the average would print it."""
    found = mean_of_row(table, cell)
    if found is None or cell.number is None:
        return ""
    return f"{rounded(found[0], cell.number.quantum)}"


def _misfits(table: Table, cell: Cell) -> bool:
    header = " ".join(column_path(table, cell.column))
    if not _AVERAGE.search(header) or _OTHER_MEAN.search(f"{header} {table.caption} {table.notes}"):
        return False
    if _fits(table, cell) is not False or cell.number is None:
        return False
    mean, _ = mean_of_row(table, cell) or (cell.number.value, Decimal())
    if abs(mean - cell.number.value) > abs(mean) * _NEAR:
        return False
    column = [other for other in table.column_cells(cell.column) if other.row >= header_row_count(table)]
    verdicts = [verdict for other in column if (verdict := _fits(table, other)) is not None]
    return len(verdicts) < _FEWEST or verdicts.count(True) * 2 > len(verdicts)


def _fits(table: Table, cell: Cell) -> bool | None:
    found = mean_of_row(table, cell)
    if found is None or cell.number is None:
        return None
    mean, slack = found
    return abs(mean - cell.number.value) <= slack + cell.number.quantum / 2
