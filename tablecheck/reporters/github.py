"""The report as annotations of GitHub Actions.

A step shows ten annotations of a kind and drops the rest without a word, so this format never prints more than
ten in all. The first sums up the run; findings beyond the others are lines of the log, folded.
The commands and their escapes are those of the runner's ``ActionCommand`` and of GitHub's page "Workflow commands".
"""

from collections.abc import Iterator

from tablecheck.model.finding import Finding, Severity
from tablecheck.model.report import Report
from tablecheck.reporters.concise import concise_line, one_line
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import compared, counts, shown_path, unseen

MOST = 10
"""Annotations that a run prints at most, the one that sums up among them."""

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice", Severity.NOTE: "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render_github(report: Report, floor: Severity = Severity.WARNING) -> str:
    """Write the annotations, the gravest first, then the rest as lines of the log.

    Findings below ``floor`` are lines of the log.
    """
    positions = Positions(report.manuscript.texts)
    by_weight = sorted(report.findings, key=lambda finding: -finding.severity)
    loud = [finding for finding in by_weight[: MOST - 1] if finding.severity >= floor]
    rest = by_weight[len(loud) :]
    lines = [_summary(report, len(rest))]
    lines += [_annotation(report, finding, positions) for finding in loud]
    lines += _folded("Other findings", [concise_line(report, finding, positions) for finding in rest])
    lines += _folded("Not looked at", [one.sentence for one in unseen(report)])
    return "\n".join(lines) + "\n"


def _summary(report: Report, in_log: int) -> str:
    missing = sum(1 for _ in unseen(report))
    log = [f"Findings in the log only: {in_log}."] if in_log else []
    gaps = [f"Not looked at: {missing}; the log says what and why."] if missing else []
    message = " ".join([f"{counts(report)}.", compared(report.coverage), *log, *gaps])
    title = f"tablecheck {shown_path(report, report.manuscript.path)}"
    is_clean = not missing and not report.findings and report.coverage.checked > 0
    return _command("notice" if is_clean else "warning", {"title": title}, message)


def _annotation(report: Report, finding: Finding, positions: Positions) -> str:
    start, end = positions.start(finding.place), positions.end(finding.place)
    properties: dict[str, str | int] = {
        "file": shown_path(report, finding.place.path),
        "line": start.line,
        "endLine": end.line,
    }
    if start.line == end.line:  # columns count only within one line
        properties |= {"col": start.column, "endColumn": end.column}
    properties["title"] = f"{finding.rule} {finding.name}"
    return _command(_COMMANDS[finding.severity], properties, finding.message)


def _command(name: str, properties: dict[str, str | int], message: str) -> str:
    written = ",".join(f"{key}={str(value).translate(_IN_PROPERTY)}" for key, value in properties.items())
    return f"::{name} {written}::{message.translate(_IN_MESSAGE)}"


def _folded(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield f"::group::{title}"
        yield from (_log_line(line) for line in lines)
        yield "::endgroup::"


def _log_line(text: str) -> str:
    """Write a line that the runner takes for no command, whatever the manuscript holds."""
    return "- " + one_line(text).replace("##[", "## [")
