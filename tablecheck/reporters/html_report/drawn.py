"""Draws a table, or some of its rows, as an HTML table with cells marked."""

from collections.abc import Iterator, Mapping, Sequence

from tablecheck.model.headers import header_row_count, stub_columns
from tablecheck.model.table import Cell, Table
from tablecheck.reporters.html_report.markup import Html, element, scrolling

Marks = Mapping[tuple[int, int], str]
"""Row and column of the top left corner of each marked cell, and what the mark means, in words."""

_MOST_ROWS = 30  # of a table that is drawn whole
_AROUND = 6  # rows shown above and below a marked cell where it is not


def drawn_table(table: Table, rows: Sequence[int], marks: Marks, label: str) -> Html:
    """Draw rows of a table so that it scrolls where it is wide."""
    return scrolling(table_element(table, rows, marks, label), label)


def table_element(table: Table, rows: Sequence[int], marks: Marks, label: str) -> Html:
    """Draw rows of a table; ``rows`` are grid indices that rise, ``label`` tells what the table is.

    Rows left out between two others show as a line of dots. A cell that spans several of the rows spans them here.
    """
    top = header_row_count(table)
    stub = stub_columns(table)
    head = [row for row in rows if row < top]
    body = [row for row in rows if row >= top]
    parts = []
    if head:
        lines = [element("tr", list(_cells(table, row, head, marks, stub))) for row in head]
        parts.append(element("thead", lines))
    parts.append(element("tbody", list(_body(table, body, marks, stub))))
    return element("table", element("caption", label, class_="unseen"), parts, class_="drawn")


def header_and(table: Table, rows: Sequence[int]) -> list[int]:
    """The header rows of a table, and some others."""
    return sorted({*range(header_row_count(table)), *rows})


def rows_around(table: Table, rows: Sequence[int]) -> list[int]:
    """All rows of a small table; of a large one its header and the surroundings of some rows."""
    if table.row_count <= _MOST_ROWS:
        return list(range(table.row_count))
    near = {near for row in rows for near in range(row - _AROUND, row + _AROUND + 1)}
    return header_and(table, [row for row in near if 0 <= row < table.row_count])


def _body(table: Table, rows: Sequence[int], marks: Marks, stub: range) -> Iterator[Html]:
    last = header_row_count(table) - 1
    for row in rows:
        if row != last + 1:
            dots = element("td", "⋮", element("span", " rows left out", class_="unseen"), colspan=table.column_count)
            yield element("tr", dots, class_="gap")
        yield element("tr", list(_cells(table, row, _run_of(row, rows), marks, stub)))
        last = row


def _run_of(row: int, rows: Sequence[int]) -> list[int]:
    """The rows that stand together with a row, no line of dots between them."""
    first = last = row
    shown = set(rows)
    while first - 1 in shown:
        first -= 1
    while last + 1 in shown:
        last += 1
    return list(range(first, last + 1))


def _cells(table: Table, row: int, together: Sequence[int], marks: Marks, stub: range) -> Iterator[Html]:
    for column in range(table.column_count):
        cell = table.at(row, column)
        if cell is None:
            yield element("td")
            continue
        shown = [one for one in together if one in cell.rows]
        if column == cell.column and row == shown[0]:
            yield _cell(cell, len(shown), marks, stub)


def _cell(cell: Cell, row_span: int, marks: Marks, stub: range) -> Html:
    mark = marks.get((cell.row, cell.column))
    text = element("b", cell.text) if "bold" in cell.emphasis else cell.text
    if mark is None:
        content = text
        style = None
    else:
        content = element("mark", text, element("span", f" ({mark})", class_="unseen"))
        style = "elsewhere" if mark == ELSEWHERE else "marked"
    spans = {
        "rowspan": row_span if row_span > 1 else None,
        "colspan": cell.column_span if cell.column_span > 1 else None,
        "class_": style,
    }
    if cell.is_header and cell.text.strip():
        return element("th", content, scope="colgroup" if cell.column_span > 1 else "col", **spans)
    if cell.column in stub and cell.text.strip() and cell.column_span == 1:
        return element("th", content, scope="rowgroup" if row_span > 1 else "row", **spans)
    return element("td", content, **spans)


OURS = "the number of this finding"
CITED = "the cited number"
ELSEWHERE = "where your value stands"
