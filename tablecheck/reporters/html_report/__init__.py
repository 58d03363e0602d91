"""The report as one HTML file that needs nothing else: each finding beside the cited table, the cell marked."""

from tablecheck.reporters.html_report.page import render_html

__all__ = ["render_html"]
