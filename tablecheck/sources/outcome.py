"""What became of fetching one reference, and for how long that is believed."""

from dataclasses import dataclass
from enum import StrEnum

from tablecheck.model.document import Kind

_MINUTE, _DAY = 60.0, 86_400.0


class Fate(StrEnum):
    """How the fetching of a reference ended."""

    AT_HAND = "at-hand"  # nobody was asked
    FETCHED = "fetched"
    INCOMPLETE = "incomplete"  # something came, something else that was wanted did not
    NO_COPY = "no-copy"  # the paper is known, but no document of it can be had
    NOT_FOUND = "not-found"  # no paper is surely the one that is cited
    ID_TITLE_MISMATCH = "id-title-mismatch"  # the entry's identifier belongs to another paper
    REFUSED = "refused"  # what came shows another paper's title
    UNREACHABLE = "unreachable"  # a service that could know did not answer
    FAILED = "failed"  # our own disk or program
    NOT_ASKED = "not-asked"  # the run was stopped before

    @property
    def has_documents(self) -> bool:
        """Whether there is something to compare with."""
        return self in (Fate.AT_HAND, Fate.FETCHED, Fate.INCOMPLETE)


@dataclass(frozen=True, slots=True)
class KeptDocument:
    """A document in the store; ``sha256`` is that of the bytes as they came."""

    identity: str
    kind: Kind
    version: int | None
    sha256: str
    found_at: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How fetching a reference ended, and when, in seconds since 1970.

    ``all_versions`` says that every version was wanted, ``named`` that the services were told an e-mail address;
    ``unanswered`` that a service was silent, so that asking soon again may help.
    """

    fate: Fate
    reason: str
    when: float
    documents: tuple[KeptDocument, ...] = ()
    suggestion: str | None = None
    all_versions: bool = False
    named: bool = False
    unanswered: bool = False

    def holds(self, now: float, *, all_versions: bool, named: bool) -> bool:
        """Tell whether asking again could hardly give anything else.

        What was fetched stays. What was not found is asked for again after a week, for papers do appear; where
        a service was silent, after ten minutes. Who gives an e-mail address now may learn more than without.
        """
        if all_versions and not self.all_versions:
            return False
        if self.fate is Fate.FETCHED:
            return True
        if self.fate in (Fate.FAILED, Fate.NOT_ASKED) or (named and not self.named):
            return False
        return 0 <= now - self.when < (10 * _MINUTE if self.unanswered else 7 * _DAY)
