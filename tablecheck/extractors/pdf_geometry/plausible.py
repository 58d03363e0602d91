"""How much the grid that was found looks like a table's."""

from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.structure import Structure

_FILLED = 0.5  # share of the grid; charts with their ticks and legends fill less, ICDAR's emptiest table 0.52
_FILLED_IN_FRAME = 0.75  # the same where only a frame speaks for a table

_ROWS_WITHOUT_RULES = 3  # two lines of text with something highlighted are no table


def filled_share(structure: Structure) -> float:
    """The share of the grid's places that hold a cell."""
    filled = sum((cell.last_row - cell.row + 1) * (cell.last - cell.first + 1) for cell in structure.cells)
    return filled / max(1, structure.row_count * structure.column_count)


def is_plausible(structure: Structure, region: Region) -> bool:
    """Tell whether a structure can be a table's; without a caption to speak for it the grid must be full."""
    if structure.row_count < 2 or structure.column_count < 2 or len(structure.cells) < 4:
        return False
    if region.caption is not None:
        return True
    if len(region.rules) < 2 and structure.row_count < _ROWS_WITHOUT_RULES:
        return False
    rows: dict[int, int] = {}
    for cell in structure.cells:
        rows[cell.row] = rows.get(cell.row, 0) + 1
    if sum(count >= 2 for count in rows.values()) < 2:
        return False
    return _filled_but_for_labels(structure) >= (_FILLED_IN_FRAME if len(region.rules) <= 2 else _FILLED)


def _filled_but_for_labels(structure: Structure) -> float:
    """The share of the grid's places that hold a cell, or stand below a label that is not repeated."""
    rows = {row for cell in structure.cells for row in range(cell.row, cell.last_row + 1) if cell.last > 0}
    labelled = {row for c in structure.cells if c.first == 0 for row in range(c.row, c.last_row + 1)}
    blank = sum(row > min(labelled) for row in rows - labelled) if labelled else 0
    return filled_share(structure) + blank / max(1, structure.row_count * structure.column_count)
