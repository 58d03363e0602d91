"""Tables out of PDFs by the geometry of words and rules, tuned for papers made by LaTeX."""

from tablecheck.extractors.pdf_geometry.tables import READER, extract

__all__ = ["READER", "extract"]
