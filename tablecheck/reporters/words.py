"""Sentences that every format for people says the same way: the counts, the coverage, and what was not looked at."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tablecheck.model.finding import CitedCell, Finding, Severity, Verdict
from tablecheck.model.place import TextPlace
from tablecheck.model.report import Coverage, Report, SourceStatus
from tablecheck.reporters.positions import Positions


@dataclass(frozen=True, slots=True)
class Unseen:
    """Something that the run did not look at.

    ``kind`` begins the sentence that ``subject`` and ``reason`` end. ``path`` and ``line`` are where a reader
    can do something about it, a file of the manuscript; ``None`` where there is no such place.
    """

    kind: str
    subject: str
    reason: str
    path: str | None = None
    line: int | None = None

    @property
    def sentence(self) -> str:
        """All of it, for a list."""
        return f"{self.kind} {self.subject}: {self.reason}" if self.subject else f"{self.kind}: {self.reason}"


def counted(findings: Iterable[Finding]) -> dict[Severity, int]:
    """How many findings there are of each severity, the gravest first."""
    counts = dict.fromkeys(sorted(Severity, reverse=True), 0)
    for finding in findings:
        counts[finding.severity] += 1
    return counts


def counts(report: Report) -> str:
    """Say how many findings there are, as the beginning of a sentence.

    A run that compared nothing does not sound clean. What the author accepted is counted, not told.
    """
    if not report.findings:
        text = "No findings" if report.coverage.checked else "No findings, because no number was checked"
    else:
        text = "Found " + ", ".join(
            f"{count} {severity.label}{'s' if count > 1 else ''}"
            for severity, count in counted(report.findings).items()
            if count
        )
    if report.accepted:
        text = f"{text}; {len(report.accepted)} accepted"
    judged = Counter(finding.judgement.verdict for finding in report.findings if finding.judgement)
    if judged:
        text += "; a model was asked about " + ", ".join(f"{judged[one]} ({one})" for one in Verdict if judged[one])
    return text


def compared(coverage: Coverage) -> str:
    """Say how many numbers were compared with how many papers, as a sentence."""
    papers = sum(source.checked > 0 for source in coverage.sources)
    cited = coverage.checked + coverage.unchecked
    text = (
        f"Checked {coverage.checked} of {cited} cited numbers against {papers} paper{'s' if papers != 1 else ''}: "
        f"{coverage.agree} agree, {coverage.differ} differ"
    )
    if coverage.rerun:
        text += f"; {coverage.rerun} marked as the authors' own re-run"
    others = coverage.numbers - cited
    if others > 0:
        tables = f"{coverage.tables} table{'s' if coverage.tables > 1 else ''}"
        numbers, cite = ("numbers", "cite") if others > 1 else ("number", "cites")
        text += f"; {others} other {numbers} in {tables} {cite} no paper"
    return text + "."


def unseen(report: Report) -> Iterator[Unseen]:
    """What was not looked at: papers that could not be had or read, and problems on the way."""
    positions = Positions(report.manuscript.texts)
    for source in report.coverage.sources:
        if source.status in {SourceStatus.NOT_OBTAINED, SourceStatus.UNREADABLE}:
            kind, why = "could not check", source.reason
        elif source.status is SourceStatus.READ and not source.checked:
            kind = "nothing compared with"
            why = f"none of its tables fits the numbers that cite it ({source.reason})"
        else:
            continue
        entry = report.manuscript.references.get(source.key)
        path, line = _line_of(entry.place if entry else None, report, positions)
        yield Unseen(kind, f"[{source.key}]", why, path, line)
    for problem in report.problems:
        where = f"{problem.path}:{problem.line}: " if problem.line else f"{problem.path}: " if problem.path else ""
        ours = problem.path if problem.path in report.manuscript.texts else None
        yield Unseen("could not look", "", where + problem.message, ours, problem.line if ours else None)


def cited_words(cell: CitedCell) -> str:
    """Say where the cited cell stands and what it prints."""
    version = f" v{cell.version}" if cell.version else ""
    title = f" “{cell.title}”" if cell.title else ""
    page = f", page {cell.page}" if cell.page else ""
    return f"[{cell.key}]{version}{title}, {cell.table}{page}: {cell.row} / {cell.column} prints {cell.text}"


def shown_path(report: Report, path: str) -> str:
    """Name a file of the manuscript as seen from where the run was started."""
    return f"{report.folder}/{path}" if report.folder and not path.startswith("/") else path


def _line_of(place: TextPlace | None, report: Report, positions: Positions) -> tuple[str | None, int | None]:
    if place is None:
        return None, None
    return place.path, positions.start(place).line if place.path in report.manuscript.texts else None


def percent(confidence: float) -> str:
    """Write how sure a finding is; nothing is ever wholly sure.

    >>> percent(0.871), percent(0.9987)
    ('87%', 'over 99%')
    """
    return "over 99%" if confidence >= 0.995 else f"{confidence:.0%}"
