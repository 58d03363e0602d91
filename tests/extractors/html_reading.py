"""Ways to look at the tables of a page."""

from tablecheck.extractors.html import extract
from tablecheck.model.table import Table

ROWS = "<tr><td>A</td><td>B</td></tr><tr><td>x</td><td>1.0</td></tr>"


def texts(table: Table) -> list[list[str | None]]:
    return [[cell.text if cell else None for cell in row] for row in table.grid]


def header_rows(table: Table) -> list[int]:
    return sorted({cell.row for cell in table.cells if cell.is_header})


def only(html: str) -> Table:
    tables = extract(html.encode()).tables
    assert len(tables) == 1
    return tables[0]


def cell(html: str) -> str:
    return only(f"<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td>{html}</td></tr></table>").grid[1][1].text
