"""Between a page as it is shown and a sheet, whose text reads from left to right."""

from typing import Any

import pymupdf

from tablecheck.extractors.pdf_geometry.sheet import Box, Sheet

_rect: Any = pymupdf.Rect  # PyMuPDF carries no types


def shown_box(box: Box, sheet: Sheet, rotation: Any) -> Box:
    """Give the place of a sheet's box on the page as it is shown; ``rotation`` is the page's own matrix."""
    rect = _rect(sheet.to_page(box)) * rotation
    rect.normalize()
    return float(rect.x0), float(rect.y0), float(rect.x1), float(rect.y1)


def sheet_box(box: Box, sheet: Sheet, rotation: Any) -> Box:
    """Give the place on a sheet of a box of the page as it is shown."""
    rect = _rect(box) * ~rotation
    rect.normalize()
    x0, y0, x1, y1 = float(rect.x0), float(rect.y0), float(rect.x1), float(rect.y1)
    if sheet.turn == 1:
        return sheet.width - y1, x0, sheet.width - y0, x1
    if sheet.turn == 2:
        return sheet.width - x1, sheet.height - y1, sheet.width - x0, sheet.height - y0
    if sheet.turn == 3:
        return y0, sheet.height - x1, y1, sheet.height - x0
    return x0, y0, x1, y1


def is_upright(sheet: Sheet, rotation: Any) -> bool:
    """Tell whether the text of a sheet reads from left to right on the page as it is shown.

    The models look at the page as it is shown and know no other tables.
    """
    near, far = shown_box((0, 0, 1, 1), sheet, rotation), shown_box((9, 0, 10, 1), sheet, rotation)
    return far[0] - near[0] > 8
