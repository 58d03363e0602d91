"""Tables as a model gets to see them: HTML, CSV or Markdown, with or without the place of each cell."""

import csv
import io
from html import escape
from typing import Literal, get_args

from tablecheck.model.table import Cell, Table

Form = Literal["html", "csv", "markdown"]
FORMS: tuple[Form, ...] = get_args(Form)


def table_text(table: Table, form: Form, *, indices: bool) -> str:
    """Write the grid of a table; ``indices`` puts row and column, counted from 0, before the text of each cell.

    A cell that spans is written once in HTML, and in every place that it fills in CSV and Markdown.
    """
    if form == "html":
        return _html(table, indices)
    rows = [
        [_text(table.at(row, column), row, column, indices) for column in range(table.column_count)]
        for row in range(table.row_count)
    ]
    if form == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return text.getvalue()
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * table.column_count)
    return "\n".join(lines) + "\n"


def _html(table: Table, indices: bool) -> str:
    lines = []
    for row in range(table.row_count):
        cells = "".join(
            f"<td{_spans(cell)}>{escape(_text(cell, cell.row, cell.column, indices))}</td>"
            for cell in table.row_cells(row)
            if cell.row == row
        )
        lines.append(f"<tr>{cells}</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>\n"


def _spans(cell: Cell) -> str:
    rows = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    columns = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return rows + columns


def _text(cell: Cell | None, row: int, column: int, indices: bool) -> str:
    text = " ".join(cell.text.split()) if cell is not None else ""
    return f"({row},{column}) {text}".rstrip() if indices else text
