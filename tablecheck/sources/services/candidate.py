"""A paper as a service describes it: perhaps the one that is cited."""

from dataclasses import dataclass

from tablecheck.sources.net.service import Service


@dataclass(frozen=True, slots=True)
class Link:
    """Where a PDF of a paper lies open, and whose rules apply there."""

    service: Service
    url: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """What one service says of one paper.

    ``authors`` are names as printed, given name first. ``kind`` is the service's own word for the type of
    work, lower case, empty where it has none. ``latest_version`` counts arXiv's versions. ``open_access`` is
    ``None`` where the service does not say.
    """

    found_by: Service
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    subtitle: str = ""
    kind: str = ""
    arxiv_id: str | None = None
    latest_version: int | None = None
    doi: str | None = None
    links: tuple[Link, ...] = ()
    open_access: bool | None = None

    @property
    def name(self) -> str:
        """The identifier to print: an arXiv id, a DOI, or the title."""
        return self.arxiv_id or self.doi or self.title
