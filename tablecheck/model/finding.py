"""What a rule says about one place in the manuscript."""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from tablecheck.model.document import SourceDocument
from tablecheck.model.place import TextPlace
from tablecheck.model.table import Cell, Table


class Severity(IntEnum):
    """How much a finding matters; compares by weight."""

    NOTE = 1
    INFO = 2
    WARNING = 3
    ERROR = 4

    @property
    def label(self) -> str:
        """The name as printed."""
        return self.name.lower()


class Safety(StrEnum):
    """Whether a fix may be applied unseen."""

    SAFE = "safe"
    UNSAFE = "unsafe"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text at ``place`` by ``new_text``."""

    place: TextPlace
    new_text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to mend a finding; its edits are applied together or not at all."""

    description: str
    safety: Safety
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Exhibit:
    """What there is to show of a cited cell: its document and its table, with the cells that matter in it.

    ``cells`` are those that ours should repeat, that of the finding first. ``elsewhere`` are the cells of the
    same table in which our value does stand.
    """

    document: SourceDocument
    table: Table
    cells: tuple[Cell, ...]
    elsewhere: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class CitedCell:
    """The cell of a cited paper that a finding points to, in words a reader can look up.

    ``page`` counts from 1, ``None`` where the document has no pages. ``row`` and ``column`` are the labels.
    ``exhibit`` is the cell itself, for whoever wants to draw it.
    """

    key: str
    title: str | None
    version: int | None
    kind: str
    page: int | None
    table: str
    row: str
    column: str
    text: str
    exhibit: Exhibit | None = field(default=None, compare=False, repr=False)


class Acceptance(StrEnum):
    """How an author accepted a finding."""

    COMMENT = "comment"  # in the manuscript, beside the number
    BASELINE = "baseline"  # in a file kept apart


@dataclass(frozen=True, slots=True)
class Suppression:
    """An author's word that a finding is no slip; ``reason`` is theirs and may be empty."""

    by: Acceptance
    reason: str = ""


class Verdict(StrEnum):
    """What a model made of a finding."""

    CONFIRMED = "confirmed"
    LOWERED = "lowered"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A model's view of a finding: a second opinion that the author asked for, and no proof.

    ``model`` is its name, ``before`` the severity that the finding had without it.
    """

    verdict: Verdict
    reason: str
    model: str
    before: Severity

    @property
    def words(self) -> str:
        """All of it, for the end of a sentence."""
        done = {
            Verdict.CONFIRMED: "finds it right",
            Verdict.LOWERED: f"finds it harmless, so that it was lowered from {self.before.label}",
            Verdict.UNSURE: "is unsure",
        }
        return f"a model ({self.model}) {done[self.verdict]}: “{self.reason}”"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the author should look at.

    ``place`` is the number itself; ``table``, ``row`` and ``column`` are the labels around it. ``confidence``
    is a probability. ``fingerprint`` does not change when lines move. ``suppression`` is there where the author
    has accepted the finding, ``judgement`` where a model was asked about it, which the message says too.
    """

    rule: str
    name: str
    message: str
    place: TextPlace
    text: str
    severity: Severity
    confidence: float
    table: str
    row: str
    column: str
    source: CitedCell | None = None
    related: tuple[TextPlace, ...] = ()
    fixes: tuple[Fix, ...] = ()
    fingerprint: str = ""
    suppression: Suppression | None = None
    judgement: Judgement | None = None
