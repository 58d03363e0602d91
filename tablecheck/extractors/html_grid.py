"""From an HTML table to the cells of its grid.

LaTeXML writes a table inside running text (``\\resizebox``) with ``span`` instead of ``table``, ``tr`` and
``td``, and says by classes what the tags and the ``rowspan`` would; both forms are read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lxml import etree

from tablecheck.extractors.html_text import classes, is_hidden, visible_text
from tablecheck.model.headers import flag_headers, guess_header_rows, is_blank
from tablecheck.model.table import Cell, Table, with_numbers

_WIDEST_SPAN, _TALLEST_SPAN = 1000, 65_534  # the limits of the HTML standard
_LARGEST_GRID = 250_000  # places; a table of a paper has some hundreds


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table element: its cell elements, and whether it stands in the table's head."""

    cells: tuple[etree._Element, ...]
    in_head: bool


def is_table(element: etree._Element) -> bool:
    """Tell whether an element is a table, in either form; LaTeXML's displayed equations are not."""
    names = classes(element)
    if any(name.startswith(("ltx_eqn", "ltx_equation")) for name in names):
        return False
    return element.tag == "table" or "ltx_tabular" in names


def rows_of(table: etree._Element) -> list[Row]:
    """The rows of a table, without those of tables inside it."""
    return [Row(tuple(_cells(row)), in_head) for row, in_head in _rows(table, in_head=False)]


def read_grid(table: etree._Element) -> Table:
    """Build the grid of a table: spans clipped to it, numbers read, headers marked.

    Raises:
        ValueError: the grid has more places than a table of a paper can have.
    """
    cells, is_head = _place(rows_of(table))
    width = max((cell.column for cell in cells), default=-1) + 1
    height = max((cell.rows.stop for cell in cells if cell.text), default=0)  # LaTeXML ends some with an empty row
    clipped = (
        replace(
            cell,
            column_span=min(cell.column_span, width - cell.column),
            row_span=min(cell.row_span, height - cell.row),
        )
        for cell in cells
        if cell.row < height
    )
    return _with_headers(Table(tuple(clipped)), is_head)


def _rows(element: etree._Element, *, in_head: bool) -> Iterator[tuple[etree._Element, bool]]:
    for child in element:
        if not isinstance(child.tag, str) or is_hidden(child) or is_table(child):
            continue
        names = classes(child)
        if child.tag == "tr" or "ltx_tr" in names:
            yield child, in_head
        elif child.tag not in {"td", "th", "caption"} and "ltx_td" not in names:
            yield from _rows(child, in_head=in_head or child.tag == "thead" or "ltx_thead" in names)


def _cells(row: etree._Element) -> Iterator[etree._Element]:
    for child in row:
        if isinstance(child.tag, str) and (child.tag in {"td", "th"} or "ltx_td" in classes(child)):
            yield child


def _place(rows: list[Row]) -> tuple[list[Cell], dict[tuple[int, int], bool]]:
    """Put the cells on the grid; also tell of each whether it is written as the head of a column."""
    cells: list[Cell] = []
    is_head: dict[tuple[int, int], bool] = {}
    taken: set[tuple[int, int]] = set()
    for row, line in enumerate(rows):
        column = 0
        for element in line.cells:
            while (row, column) in taken:
                column += 1
            wanted = max(1, _span(element, "col"))
            width = next((step for step in range(1, wanted) if (row, column + step) in taken), wanted)
            wanted = _span(element, "row")
            height = min(max(1, wanted) if wanted else len(rows), len(rows) - row)
            if len(taken) + width * height > _LARGEST_GRID:
                raise ValueError(f"more than {_LARGEST_GRID} cells")
            taken.update((row + down, column + right) for down in range(height) for right in range(width))
            printed = visible_text(element)
            cell = Cell(row, column, printed.text, height, width, emphasis=printed.emphasis)
            cells.append(with_numbers(cell))
            is_head[row, column] = line.in_head or _heads_a_column(element)
            if wanted < 0:
                _grow_upwards(cells, -wanted)
            column += width
    return cells, is_head


def _grow_upwards(cells: list[Cell], height: int) -> None:
    """Let the last cell take the empty places above it: ``\\multirow{-2}`` comes out as ``rowspan="-2"``."""
    grown = cells[-1]
    for row in range(grown.row - 1, grown.row - height, -1):
        above = next((cell for cell in cells if (cell.row, cell.column) == (row, grown.column)), None)
        if above is None or above.text or (above.row_span, above.column_span) != (1, grown.column_span):
            break
        cells.remove(above)
        grown = replace(grown, row=row, row_span=grown.row_span + 1)
    cells[-1] = grown


def _span(element: etree._Element, direction: str) -> int:
    """Read ``colspan`` or ``rowspan``, or LaTeXML's class for it.

    0 means "to the end" for rows, a negative number "and that many upwards".
    """
    written = element.get(f"{direction}span") or ""
    if not written:
        prefix = f"ltx_{direction}span_"
        written = next((name.removeprefix(prefix) for name in classes(element) if name.startswith(prefix)), "")
    number = re.match(r"\s*(-?\d{1,9})", written)
    widest = _WIDEST_SPAN if direction == "col" else _TALLEST_SPAN
    return min(max(int(number[1]), -_WIDEST_SPAN), widest) if number else 1


def _heads_a_column(element: etree._Element) -> bool:
    """Tell the head of a column from the label of a row, which is written as ``th`` as well."""
    names = classes(element)
    if "ltx_th" in names:
        return "ltx_th_column" in names
    return element.tag == "th" and element.get("scope") not in {"row", "rowgroup"}


def _with_headers(table: Table, is_head: dict[tuple[int, int], bool]) -> Table:
    """Mark the header rows the page declares, else guess them.

    LaTeXML guesses the head from rules and alignment: at times it takes in rows of results, at times it leaves
    out the second row under a spanning header. Both are mended; nothing else of a declared head is doubted.
    """
    written = [_is_header_row(table, row, is_head) for row in range(table.row_count)]
    if not written or not written[0] or all(written):
        return flag_headers(table)
    heads = {row for row, is_head_row in enumerate(written) if is_head_row and not _is_row_of_results(table, row)}
    if written.index(False) not in heads and _goes_on_below(table, written.index(False)):
        heads.add(written.index(False))
    heads.add(0)
    return replace(
        table, cells=tuple(replace(cell, is_header=True) if cell.row in heads else cell for cell in table.cells)
    )


def _is_header_row(table: Table, row: int, is_head: dict[tuple[int, int], bool]) -> bool:
    """Tell a row of heads; the first cell of any row may be a ``th``, so it alone makes no header.

    Nor does the heading of a section, which is such a cell too.
    """
    starting = [cell for cell in table.row_cells(row) if cell.row == row]
    printed = [cell for cell in starting if not is_blank(cell)]
    if not all(is_head[cell.row, cell.column] for cell in printed or starting):
        return False
    return row == 0 or len(printed) > 1 or all(cell.column for cell in printed)


def _is_row_of_results(table: Table, row: int) -> bool:
    """Tell results from thresholds that head columns: a label before mostly decimals."""
    printed = [cell for cell in table.row_cells(row) if cell.row == row and not is_blank(cell)]
    decimals = [cell for cell in printed if cell.number is not None and cell.number.decimals > 0]
    labels = [cell for cell in printed if decimals and cell.column < decimals[0].column]
    labelled = any(character.isalpha() for cell in labels for character in cell.text)
    return labelled and len(decimals) * 2 >= len(printed)


def _goes_on_below(table: Table, row: int) -> bool:
    """Tell whether a row under the declared head divides a spanning header and prints no numbers."""
    spans = any(cell.column_span > 1 for cell in table.row_cells(row - 1))
    printed = [cell for cell in table.row_cells(row) if not is_blank(cell)]
    return (
        spans and len(printed) > 2 and guess_header_rows(table) == row + 1 and not any(cell.numbers for cell in printed)
    )
