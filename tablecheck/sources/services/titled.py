"""Finds a paper by its title, and believes it only where authors and year agree as well."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablecheck.model.citation import Reference
from tablecheck.sources.net.service import Service
from tablecheck.sources.services import arxiv, crossref, semantic_scholar
from tablecheck.sources.services.agreement import Agreement, compare, is_short
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.identified import by_doi, merged
from tablecheck.sources.services.inquiry import Inquiry
from tablecheck.sources.services.nature import not_a_paper


@dataclass(frozen=True, slots=True)
class Search:
    """What a search by title gave: the paper, or the nearest ones that are not it, and why not."""

    accepted: Candidate | None = None
    doubts: tuple[str, ...] = ()


def by_title(reference: Reference, inquiry: Inquiry) -> Search:
    """Ask for the title until one service has a paper that surely is the one that is cited."""
    doubts: dict[str, None] = {}
    for candidate in _found(reference, inquiry):
        agreement = compare(reference, candidate)
        if not agreement.title:
            continue
        doubt = _doubt(reference, candidate, agreement)
        if doubt is None:
            candidate = _registered(candidate, inquiry)
            doubt = _doubt(reference, candidate, agreement)
        if doubt is None:
            return Search(candidate)
        doubts[doubt] = None
    return Search(None, tuple(doubts))


def suggested(reference: Reference, inquiry: Inquiry) -> Candidate | None:
    """Find the paper that is probably meant: the same title and authors, whatever the year."""
    for candidate in _found(reference, inquiry):
        agreement = compare(reference, candidate)
        if agreement.title and agreement.authors is not False and not not_a_paper(candidate.kind):
            return candidate
    return None


def _found(reference: Reference, inquiry: Inquiry) -> Iterator[Candidate]:
    title, network = reference.title or "", inquiry.network
    matched = inquiry.ask(Service.SEMANTIC_SCHOLAR, lambda: semantic_scholar.find_by_title(network, title))
    if matched is not None:
        yield matched
    yield from inquiry.ask(Service.ARXIV, lambda: arxiv.find_by_title(network, title)) or ()
    family = reference.authors[0].split()[-1] if reference.authors and reference.authors[0].split() else ""
    yield from inquiry.ask(Service.CROSSREF, lambda: crossref.find_by_title(network, title, family)) or ()


def _registered(candidate: Candidate, inquiry: Inquiry) -> Candidate:
    """Look up what is registered under a DOI where the index does not say what sort of work it found.

    The questions are those that fetching the paper would ask, so nothing is asked twice.
    """
    if not candidate.doi or candidate.arxiv_id or candidate.kind:
        return candidate
    registered = by_doi(candidate.doi, inquiry)
    return candidate if registered is None else replace(merged([candidate, registered]), kind=registered.kind)


def _doubt(reference: Reference, candidate: Candidate, agreement: Agreement) -> str | None:
    """Say why a paper of the right title is not believed; ``None`` where it is."""
    named = f"{candidate.name} ({_people(candidate)}, {candidate.year or 'no year'})"
    if other := not_a_paper(candidate.kind):
        return f"same title, but {candidate.name} is {other}"
    if agreement.differs_in:
        return f"same title, other {agreement.differs_in}: {named}"
    if agreement.authors is None:
        return f"same title, but no authors to compare: {named}"
    if agreement.year is None and (is_short(reference.title or "") or len(reference.authors) < 2):
        return f"same title and author, but no year to compare: {named}"
    return None


def _people(candidate: Candidate) -> str:
    if not candidate.authors:
        return "no authors"
    return candidate.authors[0] + (" et al." if len(candidate.authors) > 1 else "")
