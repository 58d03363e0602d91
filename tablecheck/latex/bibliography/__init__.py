"""Reads what a manuscript cites: ``.bib`` files, ``.bbl`` files and ``thebibliography`` environments."""

from tablecheck.latex.bibliography.reading import read_bibliography

__all__ = ["read_bibliography"]
