"""Cells of one table by the lines a model draws; the words are those of the PDF."""
