"""Tables out of PDFs by the geometry of words and rules, tuned for papers made by LaTeX.

From glyphs to words, from drawings to rules, from both to the regions of tables, their columns, rows, spans and
headers: each file is one of these steps, a function from what the steps before found to what the next needs.
"""

from tablecheck.extractors.pdf_geometry.tables import READER, extract

VERSION = "7"

__all__ = ["READER", "VERSION", "extract"]
