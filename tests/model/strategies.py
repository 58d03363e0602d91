"""What hypothesis draws numbers from, shared by the property tests."""

import itertools
from decimal import Decimal

from hypothesis import strategies as st

from tablecheck.model.table import Cell, Table, with_numbers

values = st.decimals(min_value=-10_000, max_value=10_000, places=6, allow_nan=False)
places = st.integers(0, 5)


def printed(value: Decimal, decimals: int, rounding: str) -> str:
    """Print a value the way an author would, with so many decimals."""
    return str(value.quantize(Decimal(1).scaleb(-decimals), rounding=rounding))


@st.composite
def tables(draw: st.DrawFn, most: int = 5) -> Table:
    """Small tables with spans, empty places and header rows; every cell prints something else."""
    row_count, column_count = draw(st.integers(1, most)), draw(st.integers(1, most))
    header_rows = draw(st.integers(0, 2))
    taken: set[tuple[int, int]] = set()
    cells = []
    for row, column in itertools.product(range(row_count), range(column_count)):
        if (row, column) in taken or draw(st.integers(0, 9)) == 0:
            continue
        rows = range(row, min(row_count, row + draw(st.sampled_from([1, 1, 1, 2, 3]))))
        columns = range(column, min(column_count, column + draw(st.sampled_from([1, 1, 1, 2, 3]))))
        area = set(itertools.product(rows, columns))
        if area & taken:
            rows, columns, area = range(row, row + 1), range(column, column + 1), {(row, column)}
        taken |= area
        text = draw(st.sampled_from(["", "{}.5", "word {}"])).format(len(cells))
        cells.append(Cell(row, column, text, len(rows), len(columns), is_header=row < header_rows))
    return Table(tuple(with_numbers(cell) for cell in cells))
