"""Cell matching on arXiVeri by a chat model, the baseline of its paper (arXiv 2306.07968, section 4.2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any

from tablecheck.backends.failure import AskingError, Failure
from tablecheck.backends.llm.cells import Way, cells_question
from tablecheck.backends.llm.model import Answer, Estimate, Model, Question
from tablecheck.backends.llm.places import Links, read_links
from tablecheck.evaluation.arxiveri import PairOutcome
from tablecheck.evaluation.arxiveri_data import HtmlTable, Place
from tablecheck.extractors.html import read_html_table
from tablecheck.model.progress import Progress, silent
from tablecheck.model.table import Table

_Tables = tuple[Table, Table]


@dataclass(slots=True)
class Replies:
    """What became of the questions.

    ``outside`` and ``doubled`` count links that were dropped, ``unreadable`` replies in which there was no answer.
    ``unanswered`` counts questions without an answer by the reason; a pair with one has no cells predicted.
    """

    questions: int = 0
    outside: int = 0
    doubled: int = 0
    unreadable: int = 0
    refused: int = 0
    cut: int = 0
    unanswered: dict[str, int] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether the figures stand on an answer, or the model's failure to give one, to every question."""
        return not set(self.unanswered) - {Failure.TOO_LONG}


@dataclass(frozen=True, slots=True)
class AskedCells:
    """The outcomes with the cells that the model links in the place of ours, and how the asking went.

    ``spent`` is the model and what it took.
    """

    outcomes: tuple[PairOutcome, ...]
    replies: Replies
    spent: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The counts as plain values."""
        return {**asdict(self.replies), "is_complete": self.replies.is_complete, **self.spent}


def ask_for_cells(outcomes: Sequence[PairOutcome], model: Model, way: Way, progress: Progress = silent) -> AskedCells:
    """Ask for the cells of each pair, once with the right table given and once with the one that was picked.

    Where these are the same table there is one question.

    Raises:
        Cancelled: ``progress`` says so.
    """
    asked = _asked_of(outcomes)
    questions = {key: cells_question(*tables, way) for key, tables in asked.items()}
    answers = dict(zip(questions, model.ask_all(list(questions.values()), progress), strict=True))
    replies = Replies(len(questions))
    links = {key: _read(answer, asked[key], replies) for key, answer in answers.items()}
    changed = tuple(_changed(at, outcome, links) for at, outcome in enumerate(outcomes))
    return AskedCells(changed, replies, {"model": model.server.model, **model.spent.as_json()})


def estimate_cells(outcomes: Sequence[PairOutcome], model: Model, way: Way) -> Estimate:
    """Say what asking would take, and ask nothing."""
    return model.estimate(questions_of(outcomes, way))


def questions_of(outcomes: Sequence[PairOutcome], way: Way) -> list[Question]:
    """The questions that the outcomes lead to, each once."""
    return [cells_question(*tables, way) for tables in _asked_of(outcomes).values()]


_Key = tuple[int, bool]  # the position of the outcome, and whether the right table is given


def _asked_of(outcomes: Sequence[PairOutcome]) -> dict[_Key, _Tables]:
    asked: dict[_Key, _Tables] = {}
    for at, outcome in enumerate(outcomes):
        for is_given, theirs in _theirs(outcome):
            asked[at, is_given] = (_table(outcome.pair.target), _table(theirs))
    return asked


def _theirs(outcome: PairOutcome) -> Iterator[tuple[bool, HtmlTable]]:
    if outcome.pair.truth:
        yield True, outcome.pair.source_table
    if outcome.picked is not None and not _is_the_right_one(outcome):
        yield False, outcome.pair.candidates[outcome.picked]


def _is_the_right_one(outcome: PairOutcome) -> bool:
    if outcome.picked is None or not outcome.pair.truth:
        return False
    return outcome.pair.candidates[outcome.picked].text == outcome.pair.source_table.text


def _changed(at: int, outcome: PairOutcome, links: Mapping[_Key, Mapping[Place, Place]]) -> PairOutcome:
    oracle = links.get((at, True), {})
    if outcome.picked is None:
        return replace(outcome, oracle=oracle, cells={})
    return replace(outcome, oracle=oracle, cells=links[at, _is_the_right_one(outcome)])


def _read(answer: Answer | AskingError, tables: _Tables, replies: Replies) -> Mapping[Place, Place]:
    if isinstance(answer, AskingError):
        replies.unanswered[answer.failure] = replies.unanswered.get(answer.failure, 0) + 1
        return {}
    links = read_links(answer.text, *tables) if answer.finish != "refusal" else Links({}, is_readable=False)
    replies.outside += links.outside
    replies.doubled += links.doubled
    replies.unreadable += not links.is_readable and answer.finish != "refusal"
    replies.refused += answer.finish == "refusal"
    replies.cut += answer.finish == "length"
    return links.cells


@lru_cache(maxsize=512)  # a target repeats, and asking follows an estimate
def _table(kept: HtmlTable) -> Table:
    return read_html_table(kept.html, kept.caption)
