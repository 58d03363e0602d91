"""The report for people at a terminal: each finding with its line and the cited cell, then what was covered."""

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from tablecheck.model.finding import Finding, Safety, Severity
from tablecheck.model.report import Report
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import cited_words, compared, counts, percent, unseen

_STYLES = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.INFO: "bold blue",
    Severity.NOTE: "bold cyan",
}
_CONTEXT = 2  # characters kept free beside a shortened line


def print_text(report: Report, console: Console, floor: Severity = Severity.WARNING) -> None:
    """Print a report; colour and width are the console's.

    Findings below ``floor`` are only counted.
    """
    positions = Positions(report.manuscript.texts)
    shown = [finding for finding in report.findings if finding.severity >= floor]
    for finding in shown:
        for line in _finding(finding, positions, console.width):
            console.print(line, soft_wrap=True)
        console.print()
    for line in _coverage(report, floor, hidden=len(report.findings) - len(shown)):
        console.print(line, soft_wrap=True)


def _finding(finding: Finding, positions: Positions, width: int) -> Iterator[Text]:
    start = positions.start(finding.place)
    style = _STYLES[finding.severity]
    yield Text.assemble(
        (f"{finding.place.path}:{start.line}:{start.column}", "bold"),
        "  ",
        (finding.severity.label, style),
        " ",
        (finding.rule, style),
        f" {finding.name}",
    )
    yield Text(f"  {finding.message}")
    yield from _quoted_line(finding, positions, width)
    if finding.source:
        yield Text.assemble(("  cited: ", "dim"), cited_words(finding.source))
    for fix in finding.fixes:
        wording = "fix" if fix.safety is Safety.SAFE else "possible fix"
        yield Text.assemble((f"  {wording}: ", "dim"), fix.description)
    yield Text(f"  confidence {percent(finding.confidence)}", style="dim")


def _quoted_line(finding: Finding, positions: Positions, width: int) -> Iterator[Text]:
    start, end = positions.start(finding.place), positions.end(finding.place)
    line = positions.line_text(finding.place.path, start.line)
    last = end.column if end.line == start.line else len(line) + 1
    gutter = f"  {start.line:>4} | "
    shown, begin = _shorten(line, start.column - 1, last - 1, max(20, width - len(gutter)))
    carets = max(1, cell_len(line[start.column - 1 : last - 1]))
    lead = cell_len(shown[:begin])
    yield Text.assemble((gutter, "dim"), shown)
    yield Text.assemble((" " * (len(gutter) - 2) + "| ", "dim"), " " * lead, ("^" * carets, _STYLES[finding.severity]))


def _shorten(line: str, start: int, end: int, width: int) -> tuple[str, int]:
    """Cut a long line down to the surroundings of a range; give the text and where the range begins in it."""
    line = line.replace("\t", " ")
    if cell_len(line) <= width:
        return line, start
    room = max(0, width - (end - start) - 2 * _CONTEXT)
    left = max(0, min(start - room // 2, len(line) - width + _CONTEXT))
    right = min(len(line), left + width - _CONTEXT)
    head, tail = ("…" if left else ""), ("…" if right < len(line) else "")
    return head + line[left:right] + tail, start - left + len(head)


def _coverage(report: Report, floor: Severity, hidden: int) -> Iterator[Text]:
    yield Text(
        counts(report) + (f" ({hidden} below {floor.label} not shown; --all shows them)." if hidden else "."), "bold"
    )
    yield Text(compared(report.coverage))
    for one in unseen(report):
        yield Text.assemble((f"  {one.kind}", "yellow"), one.sentence.removeprefix(one.kind))
