"""The manuscript's side of a finding: the row it stands in, and the line of the file."""

from collections.abc import Iterator

from tablecheck.model.finding import Finding
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import TextPlace
from tablecheck.model.report import Report
from tablecheck.model.table import Cell, Table
from tablecheck.reporters.html_report.drawn import OURS, drawn_table, header_and
from tablecheck.reporters.html_report.markup import Html, element, joined, scrolling
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import shown_path

_LONGEST_LINE = 400  # characters of a source line that are shown around the number
_MOST_ROWS = 12


def ours(report: Report, finding: Finding, positions: Positions) -> Html:
    """Draw the rows that a finding speaks of, and quote the line it points to."""
    parts = []
    places = (finding.place, *finding.related)
    found = [one for place in places if (one := locate(report.manuscript, place))]
    if found:
        table = found[0][0]
        cells = [cell for one, cell in found if one is table]
        rows = header_and(table, sorted({cell.row for cell in cells})[:_MOST_ROWS])
        marks = {(cell.row, cell.column): OURS for cell in cells}
        parts.append(drawn_table(table, rows, marks, f"Your {finding.table}: {finding.row}"))
    return joined([*parts, _quoted(report, finding, positions)])


def locate(manuscript: Manuscript, place: TextPlace) -> tuple[Table, Cell] | None:
    """Find the cell of the manuscript in which a number stands."""
    within: tuple[Table, Cell] | None = None
    for table, cell in _cells(manuscript):
        if any(number.place == place for number in cell.numbers):
            return table, cell
        if within is None and isinstance(cell.place, TextPlace) and _holds(cell.place, place):
            within = table, cell
    return within


def _cells(manuscript: Manuscript) -> Iterator[tuple[Table, Cell]]:
    return ((table, cell) for table in manuscript.tables for cell in table.cells)


def _holds(outer: TextPlace, inner: TextPlace) -> bool:
    return outer.path == inner.path and outer.span.start <= inner.span.start and inner.span.end <= outer.span.end


def _quoted(report: Report, finding: Finding, positions: Positions) -> Html:
    start, end = positions.start(finding.place), positions.end(finding.place)
    line = positions.line_text(finding.place.path, start.line)
    first = start.column - 1
    last = end.column - 1 if end.line == start.line else len(line)
    left = max(0, first - _LONGEST_LINE // 2)
    right = min(len(line), last + _LONGEST_LINE // 2)
    before = ("…" if left else "") + line[left:first]
    after = line[last:right] + ("…" if right < len(line) else "")
    number = element("span", f"{start.line} ", class_="line", aria_hidden="true")
    code = element("code", number, before, element("mark", line[first:last]), after)
    name = f"{shown_path(report, finding.place.path)}, line {start.line}"
    return scrolling(code, name, "pre")
