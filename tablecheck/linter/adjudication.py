"""Has a model judge findings of middling confidence. It may confirm or lower them, and never adds one."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablecheck.backends.failure import OF_THE_QUESTION, AskingError
from tablecheck.backends.llm.judging import Opinion, judging_question, read_opinion
from tablecheck.backends.llm.model import Answer, Model, Question
from tablecheck.model.finding import Finding, Judgement, Safety, Severity, Verdict
from tablecheck.model.problem import Problem
from tablecheck.model.progress import Progress, silent
from tablecheck.model.report import Report
from tablecheck.model.table import Cell, Table

_LOWERED_BY = 0.5  # of the confidence; a model that errs must not silence what is fairly sure


@dataclass(frozen=True, slots=True)
class Band:
    """The confidences that are judged, from ``low`` up to but not with ``high``."""

    low: float
    high: float

    def __contains__(self, confidence: float) -> bool:
        return self.low <= confidence < self.high


def adjudicated(report: Report, model: Model, band: Band, progress: Progress = silent) -> Report:
    """Give the report with the judgement of a model in each finding of the band that points to a cited cell.

    A finding that the model thinks harmless loses one step of severity and half its confidence, and its fixes are no
    longer safe. A server that fails changes no finding and is a problem.

    Raises:
        Cancelled: ``progress`` says so.
    """
    questions = dict(questions_about(report, band))
    answers = model.ask_all(list(questions.values()), progress, "judge")
    judgements: dict[int, Judgement] = {}
    problems: dict[str, int] = {}
    for at, answer in zip(questions, answers, strict=True):
        opinion = _opinion(answer)
        if isinstance(opinion, Opinion):
            judgements[at] = Judgement(
                opinion.verdict, opinion.reason, model.server.model, report.findings[at].severity
            )
        else:
            problems[opinion] = problems.get(opinion, 0) + 1
    findings = tuple(
        _judged(finding, judgements[at]) if at in judgements else finding for at, finding in enumerate(report.findings)
    )
    told = tuple(_problem(message, count, model) for message, count in problems.items())
    return replace(report, findings=findings, problems=(*report.problems, *told))


def questions_about(report: Report, band: Band) -> Iterator[tuple[int, Question]]:
    """The findings that are judged, by their position in the report, and what is asked about each.

    Notes are not judged, nor what the manuscript says about itself: there is no second row to look at.
    """
    places: dict[object, tuple[Table, Cell]] = {}
    for table in report.manuscript.tables:
        for cell in table.cells:
            places[cell.place] = (table, cell)
            places.update((number.place, (table, cell)) for number in cell.numbers)
    for at, finding in enumerate(report.findings):
        exhibit = finding.source.exhibit if finding.source else None
        ours = places.get(finding.place)
        if exhibit is None or ours is None or finding.confidence not in band or finding.severity is Severity.NOTE:
            continue
        yield at, judging_question(finding.message, *ours, exhibit.table, exhibit.cells[0])


def _opinion(answer: Answer | AskingError) -> Opinion | str:
    """What the model thinks, or why that is not known."""
    if isinstance(answer, AskingError):
        return "it had no answer to give" if answer.failure in OF_THE_QUESTION else str(answer)
    opinion = read_opinion(answer.text) if answer.finish != "refusal" else None
    return opinion or "its reply holds no verdict with a reason"


def _judged(finding: Finding, judgement: Judgement) -> Finding:
    if judgement.verdict is not Verdict.LOWERED:
        return replace(finding, judgement=judgement, message=f"{finding.message}; {judgement.words}")
    severity = Severity(max(Severity.NOTE, finding.severity - 1))
    return replace(
        finding,
        judgement=judgement,
        message=f"{finding.message}; {judgement.words}",
        severity=severity,
        confidence=finding.confidence * _LOWERED_BY,
        fixes=tuple(replace(fix, safety=Safety.UNSAFE) for fix in finding.fixes),
    )


def _problem(message: str, count: int, model: Model) -> Problem:
    findings = "one finding was" if count == 1 else f"{count} findings were"
    return Problem("match", f"{findings} not judged by {model.server.model}: {message}")
