"""PDFs with known tables, drawn for the tests."""

from pathlib import Path

import pymupdf

# PyMuPDF 2.0 breaks a cell's text before a decimal point, so these are whole numbers.
ROWS = (("Method", "Lake", "Fjord"), ("NorthNet", "853", "770"), ("SouthNet", "841", "762"))
_WIDTH, _HEIGHT = 90, 24


def draw_tables(path: Path, *tables: tuple[tuple[str, ...], ...], ruled: bool = True) -> list[list[float]]:
    """Draw one table a page and give their boxes."""
    boxes = []
    with pymupdf.open() as document:
        for rows in tables:
            page = document.new_page(width=400, height=300)
            page.insert_text((60, 60), "Table 1: Results.", fontsize=10)
            for row, texts in enumerate(rows):
                for column, text in enumerate(texts):
                    box = pymupdf.Rect(
                        60 + column * _WIDTH, 80 + row * _HEIGHT, 60 + (column + 1) * _WIDTH, 104 + row * _HEIGHT
                    )
                    page.insert_text((box.x0 + 8, box.y0 + 16), text, fontsize=10)
                    if ruled:
                        page.draw_rect(box)
            boxes.append([60, 80, 60 + len(rows[0]) * _WIDTH, 80 + len(rows) * _HEIGHT])
        document.save(path)
    return boxes
