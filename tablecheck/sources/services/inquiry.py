"""One search for one reference: asks services, and remembers which did not answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from tablecheck.sources.net.failure import SAYS_NOTHING, Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services import arxiv, semantic_scholar
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.words import listed

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
    """The state of one search; ``notes`` are for the reader.

    ``answered`` are the services that said something, ``silent`` those that did not answer, each with why:
    ``None`` where it had not answered before in the run and was not asked again.
    """

    network: Network
    run: Run
    notes: list[str] = field(default_factory=list)
    answered: set[Service] = field(default_factory=set)
    silent: dict[Service, RequestError | None] = field(default_factory=dict)

    def ask(self, service: Service, question: Callable[[], T]) -> T | None:
        """Put a question to a service; ``None`` where it does not answer: the search goes on, and says so."""
        if self.run.unanswered.get(service, 0) >= _GIVE_UP:
            self.silent.setdefault(service, None)
            return None
        if service in self.silent:
            return None
        try:
            answer = question()
        except RequestError as error:
            if error.failure in SAYS_NOTHING:
                self.run.unanswered[service] = self.run.unanswered.get(service, 0) + 1
                self.silent.setdefault(service, error)
            else:
                self.answered.add(service)
                self.note(str(error))
            return None
        self.run.unanswered[service] = 0
        self.answered.add(service)
        return answer

    def silence(self) -> str:
        """Say which services did not answer and why; empty where all did.

        That no host can be reached is said of the first one only: then it is the network that is missing.
        """
        if not self.silent:
            return ""
        whys: dict[str, str] = {}
        for error in filter(None, self.silent.values()):
            is_network = error.failure is Failure.UNREACHABLE
            whys.setdefault("network" if is_network else str(error), str(error))
        why = "; ".join(whys.values()) or "not asked again: no answer before in this run"
        return f"{listed([service.label for service in self.silent])} did not answer ({why})"

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
