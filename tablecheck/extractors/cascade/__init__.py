"""Geometry first; where that is in doubt, the costlier models of PyMuPDF are asked, and the better reading wins."""
