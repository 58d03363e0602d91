"""What became of the search for one reference."""

from dataclasses import dataclass
from enum import StrEnum

from tablecheck.model.citation import Reference
from tablecheck.sources.services.candidate import Candidate


class Status(StrEnum):
    """Whether it is known which paper is cited."""

    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"  # asked, and nothing found that is surely it
    ID_TITLE_MISMATCH = "id-title-mismatch"  # the entry's id belongs to a paper of another title
    UNREACHABLE = "unreachable"  # a service that could know did not answer


@dataclass(frozen=True, slots=True)
class Resolution:
    """The paper that an entry cites, in all the forms that are known of it.

    ``candidates`` are forms of one work, such as a preprint and the journal's version; empty unless resolved.
    ``reason`` says how it was found, or why not and what to do. ``suggestion`` is the id of the paper that is
    probably meant where the entry's own id is another's; it is never used unasked.
    """

    reference: Reference
    status: Status
    candidates: tuple[Candidate, ...]
    reason: str
    suggestion: str | None = None
