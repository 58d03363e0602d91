"""What can be done about a finding by changing the manuscript."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tablecheck.linter.comments import COMMENT_RULES
from tablecheck.linter.comments.writing import end_of_line, mark_text
from tablecheck.lsp.comparisons import cell_at
from tablecheck.model.evidence import Cause
from tablecheck.model.finding import Edit, Finding, Safety
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.report import Report

WHY = "say why"
"""What stands in a mark where the author's reason belongs; editors that can, put the cursor on it."""

_OF_MARKS = frozenset(rule.code for rule in COMMENT_RULES)


@dataclass(frozen=True, slots=True)
class Action:
    """A way to settle a finding. ``asks_why`` says that the edit ends with ``WHY``, for the author to write over."""

    title: str
    finding: Finding
    edits: tuple[Edit, ...]
    is_preferred: bool = False
    asks_why: bool = False


def actions_for(finding: Finding, report: Report) -> Iterator[Action]:
    """All that can be done about a finding, the likeliest first."""
    source, texts = finding.source, report.manuscript.texts
    where = f" ({source.table} of [{source.key}])" if source is not None else ""
    for fix in finding.fixes:
        is_safe = fix.safety is Safety.SAFE
        title = fix.description[:1].upper() + fix.description[1:]
        yield Action(f"{title}{where}{'' if is_safe else '; look first'}", finding, fix.edits, is_preferred=is_safe)
    if (version := _version_elsewhere(finding, report)) is not None:
        edit = _mark(_end_of_row(finding, report), texts, f"% tablecheck: version=v{version}")
        yield Action(f"Pin the row to version {version} of the paper", finding, (edit,))
    if source is not None:
        yield Action("Mark the row as run again, with a reason", finding, (rerun(finding, report),), asks_why=True)
    if finding.rule not in _OF_MARKS:
        yield Action(
            f"Accept {finding.rule} here, with a reason", finding, (acceptance(finding, report),), asks_why=True
        )


def acceptance(finding: Finding, report: Report, reason: str = WHY) -> Edit:
    """The edit that accepts a finding by a mark at the end of its line."""
    return _mark(finding.place, report.manuscript.texts, mark_text([finding], _one_line(reason)))


def rerun(finding: Finding, report: Report, reason: str = WHY) -> Edit:
    """The edit that marks the row of a finding as the author's own run."""
    mark = f"% tablecheck: rerun {_one_line(reason)}".rstrip()
    return _mark(_end_of_row(finding, report), report.manuscript.texts, mark)


def _mark(place: TextPlace, texts: Mapping[str, str], mark: str) -> Edit:
    text = texts[place.path]
    end = end_of_line(text, place.span.start)
    gap = "" if text[:end].endswith((" ", "\t")) else " "
    return Edit(TextPlace(place.path, Span(end, end)), gap + mark)


def _end_of_row(finding: Finding, report: Report) -> TextPlace:
    """The last cell of the row of a finding that stands in the same file."""
    found = cell_at(report.manuscript, finding.place.path, finding.place.span.start)
    if found is None:
        return finding.place
    table, cell, _ = found
    places = [one.place for one in table.row_cells(cell.row) if isinstance(one.place, TextPlace)]
    ends = [place.span.end for place in places if place.path == finding.place.path]
    end = max([finding.place.span.end, *ends])
    return TextPlace(finding.place.path, Span(end, end))


def _version_elsewhere(finding: Finding, report: Report) -> int | None:
    """The version of the cited paper that does print the number of a finding."""
    for one in report.evidence.disagreements if report.evidence is not None else ():
        is_here = one.cells[0].our_number.place == finding.place
        if is_here and one.cause is Cause.OTHER_VERSION and one.elsewhere is not None:
            return one.elsewhere.version
    return None


def _one_line(text: str) -> str:
    return " ".join(text.split())
