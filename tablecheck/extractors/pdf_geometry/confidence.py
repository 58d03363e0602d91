"""How sure the reader is of a table: the share of its content that tables like it were read right by."""

from collections.abc import Sequence
from math import exp

from tablecheck.extractors.pdf_geometry.plausible import filled_share
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.structure import Structure
from tablecheck.model.table import Cell

# Logistic regression of GriTS-Con (0 for what is no table) on the 220 tables found in the development halves of
# latex-synth, latex-real and ICDAR-2013; five-fold, tables given 0.95 and more were read to 0.97.
_BASE = -1.16
_CAPTION = 1.21
_RULES = 1.31
_FILLED = 0.4
_HEADER = 0.41
_SPANS = -1.0
_TALL = -0.94
_NUMBERS = 1.48
_WELL_FILLED = 0.7  # share of the grid


def confidence_of(region: Region, structure: Structure, cells: Sequence[Cell]) -> float:
    """Give a number from 0 to 1 that may be read as the expected GriTS-Con of the table.

    ``cells`` are the structure's, with the numbers they print.
    """
    body = [cell for cell in structure.cells if cell.row >= structure.head_rows] or list(structure.cells)
    score = _BASE
    score += _CAPTION * (region.caption is not None)
    score += _RULES * (len(region.rules) >= 2)
    score += _FILLED * (filled_share(structure) > _WELL_FILLED)
    score += _HEADER * (structure.head_rows > 0)
    score += _SPANS * sum(cell.last > cell.first for cell in body) / len(body)
    score += _TALL * sum(cell.last_row > cell.row for cell in body) / len(body)
    score += _NUMBERS * sum(bool(cell.numbers) for cell in cells) / len(cells)
    return round(1 / (1 + exp(-score)), 3)
