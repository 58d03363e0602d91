"""Tables written in tests, shown as lists of what their cells print."""

from tablecheck.latex.tables import read_tables
from tablecheck.model.table import Table


def the_table(text: str) -> Table:
    """The one table of a text."""
    (table,) = read_tables(text)
    return table


def shown(table: Table) -> list[list[str]]:
    """What stands at each place of the grid; a cell that spans shows at each of its places."""
    return [[cell.text if cell else "" for cell in row] for row in table.grid]


def tabular(columns: str, body: str, environment: str = "tabular") -> str:
    """Write a tabular."""
    return f"\\begin{{{environment}}}{{{columns}}}\n{body}\n\\end{{{environment}}}\n"


def rows_of(text: str) -> list[list[str]]:
    """What the one table of a text prints."""
    return shown(the_table(text))
