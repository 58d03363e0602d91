"""Tables of a document as JSON, HTML, CSV and Markdown: what ``tablecheck extract`` prints."""

import csv
import io
import json
import re
from collections.abc import Callable
from html import escape

from tablecheck.model.document import Extraction
from tablecheck.model.headers import column_path, header_row_count, path_text
from tablecheck.model.place import PagePlace, TextPlace
from tablecheck.model.table import Cell, Table


def tables_as_json(extraction: Extraction) -> str:
    """Write tables and problems as one JSON document, as described in ``docs/json.md``."""
    document = {
        "tables": [_table(table) for table in extraction.tables],
        "problems": [
            {"stage": problem.stage, "message": problem.message, "path": problem.path, "line": problem.line}
            for problem in extraction.problems
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def tables_as_html(extraction: Extraction) -> str:
    """Write the tables as a page that a browser shows, spans and headers kept."""
    tables = "\n".join(html_table(table) for table in extraction.tables)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Tables</title></head>\n'
        f"<body>\n{tables}\n</body>\n</html>\n"
    )


def tables_as_csv(extraction: Extraction) -> str:
    """Write the tables one after the other, an empty line between them.

    A cell that spans prints its text at its top left place. A table begins with a line that holds its label
    and its caption.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for position, table in enumerate(extraction.tables):
        if position:
            writer.writerow([])
        writer.writerow([f"# {_title(table)}".rstrip()])
        writer.writerows(
            [_starting(table, row, column) for column in range(table.column_count)] for row in _rows(table)
        )
    return text.getvalue()


def tables_as_markdown(extraction: Extraction) -> str:
    """Write the tables as Markdown; several header rows become one, outermost header first."""
    return "\n".join(_markdown_table(table) for table in extraction.tables)


RENDERERS: dict[str, Callable[[Extraction], str]] = {
    "json": tables_as_json,
    "html": tables_as_html,
    "csv": tables_as_csv,
    "markdown": tables_as_markdown,
}


def _table(table: Table) -> dict[str, object]:
    return {
        "page": table.place.page if isinstance(table.place, PagePlace) else None,
        "bbox": _bbox(table.place),
        "caption": table.caption,
        "label": table.label,
        "read_by": table.read_by,
        "confidence": round(table.confidence, 4),
        "cells": [_cell(cell) for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column))],
    }


def _cell(cell: Cell) -> dict[str, object]:
    return {
        "row": cell.row,
        "column": cell.column,
        "row_span": cell.row_span,
        "column_span": cell.column_span,
        "text": cell.text,
        "is_header": cell.is_header,
        "bbox": _bbox(cell.place),
    }


def _bbox(place: TextPlace | PagePlace | None) -> list[float] | None:
    return [round(float(edge), 2) for edge in place.bbox] if isinstance(place, PagePlace) else None


def _title(table: Table) -> str:
    return ": ".join(filter(None, (table.label, re.sub(r"\s+", " ", table.caption))))


def _rows(table: Table) -> range:
    return range(table.row_count)


def _starting(table: Table, row: int, column: int) -> str:
    """The text of the cell that has its top left corner here."""
    cell = table.at(row, column)
    return cell.text if cell is not None and (cell.row, cell.column) == (row, column) else ""


def html_table(table: Table) -> str:
    """Write one table, its caption included."""
    lines = ["<table>"]
    if title := _title(table):
        lines.append(f"<caption>{escape(title)}</caption>")
    for row in _rows(table):
        starting = [cell for cell in table.row_cells(row) if cell.row == row]
        lines.append("<tr>" + "".join(_html_cell(cell) for cell in starting) + "</tr>")
    return "\n".join([*lines, "</table>"])


def _html_cell(cell: Cell) -> str:
    tag = "th" if cell.is_header else "td"
    spans = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    spans += f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return f"<{tag}{spans}>{escape(cell.text)}</{tag}>"


def _markdown_table(table: Table) -> str:
    top = header_row_count(table)
    columns = range(table.column_count)
    head = [path_text(column_path(table, column)) for column in columns]
    body = [[_starting(table, row, column) for column in columns] for row in range(top, table.row_count)]
    lines = [f"**{_one_line(_title(table))}**", ""] if _title(table) else []
    lines += [_markdown_row(head), "|" + " --- |" * len(columns), *(_markdown_row(row) for row in body)]
    return "\n".join(lines) + "\n"


def _markdown_row(texts: list[str]) -> str:
    return "| " + " | ".join(_one_line(text) for text in texts) + " |"


def _one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("\\", "\\\\").replace("|", "\\|").replace("*", "\\*").strip()
