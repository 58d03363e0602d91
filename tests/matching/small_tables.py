"""Tables written as text, one line a row and ``|`` between cells; the first row is the header."""

from tablecheck.model.citation import Attribution, Reference, Scope
from tablecheck.model.document import SourceDocument
from tablecheck.model.table import Cell, Table, with_numbers


def table(text: str, caption: str = "", cited: dict[int, str] | None = None) -> Table:
    """Read a table; ``cited`` maps rows to the key they cite."""
    lines = [line.strip() for line in text.strip().splitlines()]
    cells = tuple(
        with_numbers(Cell(row, column, part.strip(), is_header=row == 0))
        for row, line in enumerate(lines)
        for column, part in enumerate(line.split("|"))
    )
    width = max(cell.column for cell in cells) + 1
    attributions = tuple(Attribution(key, Scope.ROW, (row,), tuple(range(width))) for row, key in (cited or {}).items())
    return Table(cells, caption=caption, attributions=attributions)


def document(title: str | None = None, key: str = "north", version: int | None = None) -> SourceDocument:
    return SourceDocument(Reference(key, title=title), "html", b"", "", "north.html", version)
