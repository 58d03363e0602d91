"""The report with one line a finding, as editors, ``grep`` and error lists like it."""

from tablecheck.model.finding import Finding, Severity
from tablecheck.model.report import Report
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import compared, counts, shown_path, unseen


def render_concise(report: Report, floor: Severity = Severity.WARNING) -> str:
    """Write ``file:line:column: severity code name: message`` for each finding, then what was covered.

    Findings below ``floor`` are only counted. Files are named as seen from where the run was started.
    """
    positions = Positions(report.manuscript.texts)
    shown = [finding for finding in report.findings if finding.severity >= floor]
    hidden = len(report.findings) - len(shown)
    lines = [concise_line(report, finding, positions) for finding in shown]
    lines.append(f"{counts(report)}{f' ({hidden} not shown)' if hidden else ''}. {compared(report.coverage)}")
    lines += [one_line(one.sentence) for one in unseen(report)]
    return "\n".join(lines) + "\n"


def concise_line(report: Report, finding: Finding, positions: Positions) -> str:
    """Write one finding on one line."""
    start = positions.start(finding.place)
    place = f"{shown_path(report, finding.place.path)}:{start.line}:{start.column}"
    return one_line(f"{place}: {finding.severity.label} {finding.rule} {finding.name}: {finding.message}")


def one_line(text: str) -> str:
    """Write every run of blanks and line ends as one space."""
    return " ".join(text.split())
