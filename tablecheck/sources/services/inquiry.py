"""One search for one reference: asks services, and remembers which did not answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tablecheck.sources.net.failure import SAYS_NOTHING, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services import arxiv, semantic_scholar
from tablecheck.sources.services.candidate import Candidate

T = TypeVar("T")

_GIVE_UP = 2  # questions in a row; every one of them was already tried several times


@dataclass(slots=True)
class Run:
    """What the searches of one run share, so that nobody asks again what was asked for all of them at once.

    ``None`` in ``arxiv`` and ``scholar``: not known there. ``unanswered`` counts the questions in a row that a
    service did not answer.
    """

    arxiv: Mapping[str, Candidate | None] = field(default_factory=dict)
    scholar: Mapping[str, Candidate | None] = field(default_factory=dict)
    unanswered: dict[Service, int] = field(default_factory=dict)


@dataclass(slots=True)
class Inquiry:
    """The state of one search; ``notes`` are for the reader, ``silent`` are the services that did not answer."""

    network: Network
    run: Run
    notes: list[str] = field(default_factory=list)
    silent: list[Service] = field(default_factory=list)

    def ask(self, service: Service, question: Callable[[], T]) -> T | None:
        """Put a question to a service; ``None`` where it does not answer: the search goes on, and says so."""
        if self.run.unanswered.get(service, 0) >= _GIVE_UP:
            self._was_silent(service, f"{service.label} did not answer before in this run, and was not asked again")
            return None
        if service in self.silent:
            return None
        try:
            answer = question()
        except RequestError as error:
            if error.failure in SAYS_NOTHING:
                self.run.unanswered[service] = self.run.unanswered.get(service, 0) + 1
                self._was_silent(service, str(error))
            else:
                self.note(str(error))
            return None
        self.run.unanswered[service] = 0
        return answer

    def note(self, text: str) -> None:
        """Remember something for the reason, once."""
        if text not in self.notes:
            self.notes.append(text)

    def arxiv(self, arxiv_id: str) -> Candidate | None:
        """The paper of an arXiv id."""
        if arxiv_id in self.run.arxiv:
            return self.run.arxiv[arxiv_id]
        found = self.ask(Service.ARXIV, lambda: arxiv.find_by_id(self.network, (arxiv_id,)))
        return found.get(arxiv_id) if found else None

    def scholar(self, name: str) -> Candidate | None:
        """The paper that Semantic Scholar has under an id of another service, such as ``DOI:…``."""
        if name in self.run.scholar:
            return self.run.scholar[name]
        found = self.ask(Service.SEMANTIC_SCHOLAR, lambda: semantic_scholar.find_by_ids(self.network, (name,)))
        return found[0] if found else None

    def _was_silent(self, service: Service, why: str) -> None:
        self.note(why)
        if service not in self.silent:
            self.silent.append(service)
