"""All formats of a report by name."""

import io
from collections.abc import Callable

from rich.console import Console

from tablecheck.model.finding import Severity
from tablecheck.model.report import Report
from tablecheck.reporters.concise import render_concise
from tablecheck.reporters.github import render_github
from tablecheck.reporters.gitlab import render_gitlab
from tablecheck.reporters.html_report import render_html
from tablecheck.reporters.json_report import render_json
from tablecheck.reporters.junit import render_junit
from tablecheck.reporters.markdown import render_markdown
from tablecheck.reporters.sarif import render_sarif
from tablecheck.reporters.text import print_text

Renderer = Callable[[Report, Severity], str]
"""Writes a report; findings below the severity are hidden or folded away, in formats for people only."""

_WIDTH = 100  # columns of the text report in a file, where no terminal says how wide it is


def render_text(report: Report, floor: Severity = Severity.WARNING) -> str:
    """Write the report for a terminal without colours."""
    stream = io.StringIO()
    print_text(report, Console(file=stream, highlight=False, width=_WIDTH), floor)
    return stream.getvalue()


FORMATS: dict[str, Renderer] = {
    "text": render_text,
    "concise": render_concise,
    "json": lambda report, _: render_json(report),
    "sarif": lambda report, _: render_sarif(report),
    "github": render_github,
    "gitlab": lambda report, _: render_gitlab(report),
    "junit": lambda report, _: render_junit(report),
    "markdown": render_markdown,
    "html": render_html,
}
"""The formats, in the order in which they are named to users."""
