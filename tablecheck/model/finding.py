"""What a rule says about one place in the manuscript."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from tablecheck.model.place import TextPlace


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


@dataclass(frozen=True, slots=True)
class CitedCell:
    """The cell of a cited paper that a finding points to, in words a reader can look up.

    ``page`` counts from 1, ``None`` where the document has no pages. ``row`` and ``column`` are the labels.
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


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the author should look at.

    ``place`` is the number itself; ``table``, ``row`` and ``column`` are the labels around it. ``confidence``
    is a probability. ``fingerprint`` does not change when lines move.
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
