"""What a run gives: findings, what was covered, and what could not be looked at."""

from dataclasses import dataclass, field
from enum import StrEnum

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import TextPlace
from tablecheck.model.problem import Problem


class SourceStatus(StrEnum):
    """What became of a cited paper."""

    READ = "read"  # tables were read out of it
    UNREADABLE = "unreadable"  # obtained, but no table could be read
    NOT_OBTAINED = "not-obtained"
    NOT_NEEDED = "not-needed"  # no number of a table claims to come from it


@dataclass(frozen=True, slots=True)
class SourceCoverage:
    """A cited paper and what became of it; ``reason`` says why and what to do."""

    key: str
    status: SourceStatus
    reason: str
    checked: int = 0


@dataclass(frozen=True, slots=True)
class TableCoverage:
    """How much of one table of the manuscript was checked; the counts are those of ``Coverage``.

    ``name`` is what findings call the table.
    """

    name: str
    numbers: int = 0
    checked: int = 0
    agree: int = 0
    differ: int = 0
    unchecked: int = 0
    rerun: int = 0
    place: TextPlace | None = None

    @property
    def uncited(self) -> int:
        """The numbers that claim no source."""
        return max(0, self.numbers - self.checked - self.unchecked)


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of the manuscript was checked.

    ``numbers`` counts the numbers in cells below the headers. Of those ``checked`` were compared with a cited
    cell: ``agree`` of them agree, ``differ`` do not. ``unchecked`` is the rest of the numbers that claim a
    source; ``rerun`` of these the authors marked as their own. ``by_table`` has the same counts for each table,
    in the order of the manuscript.
    """

    tables: int = 0
    numbers: int = 0
    checked: int = 0
    agree: int = 0
    differ: int = 0
    unchecked: int = 0
    rerun: int = 0
    sources: tuple[SourceCoverage, ...] = ()
    by_table: tuple[TableCoverage, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of one run over one manuscript.

    ``folder`` is where the manuscript lies as seen from where the run was started, with forward slashes; empty
    where it is the same folder, or where nobody needs to know. ``evidence`` is all that was compared, for whoever
    wants to show the numbers that agree. ``accepted`` are findings of which the author has said, in the manuscript
    or in a baseline, that they are no slips; they are not among ``findings``.
    """

    manuscript: Manuscript
    findings: tuple[Finding, ...]
    coverage: Coverage
    problems: tuple[Problem, ...] = ()
    folder: str = ""
    evidence: Evidence | None = field(default=None, compare=False, repr=False)
    accepted: tuple[Finding, ...] = ()
