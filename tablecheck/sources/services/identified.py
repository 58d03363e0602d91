"""Finds a paper by the identifiers that its entry carries, in the order in which they are trusted."""

from collections.abc import Iterator
from dataclasses import replace

from tablecheck.model.citation import Reference
from tablecheck.sources.net.service import Service
from tablecheck.sources.services import acl, arxiv, crossref, cvf, openalex, openreview, pmc, pmlr, unpaywall
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.inquiry import Inquiry


def has_identifier(reference: Reference) -> bool:
    """Tell whether an entry says more than a title."""
    ids = (reference.arxiv_id, reference.doi, reference.acl_id, reference.openreview_id)
    url = reference.url or ""
    return any(ids) or any(page(url) for page in (pmlr.page_of, cvf.page_of, pmc.id_of))


def by_identifiers(reference: Reference, inquiry: Inquiry) -> Iterator[tuple[str, Candidate | None]]:
    """Look every identifier of an entry up; gives what it is called, and the paper it belongs to."""
    if reference.arxiv_id:
        yield f"arXiv:{reference.arxiv_id}", _by_arxiv(reference.arxiv_id, inquiry)
    if reference.doi:
        yield f"the DOI {reference.doi}", by_doi(reference.doi, inquiry)
    network = inquiry.network
    if (acl_id := reference.acl_id) is not None:
        yield f"ACL {acl_id}", inquiry.ask(Service.ACL, lambda: acl.find_by_id(network, acl_id))
    if (forum := reference.openreview_id) is not None:
        found = inquiry.ask(Service.OPENREVIEW, lambda: openreview.find_by_id(network, forum))
        yield f"OpenReview {forum}", found
    url = reference.url or ""
    if pmlr.page_of(url):
        yield url, inquiry.ask(Service.PMLR, lambda: pmlr.find_by_url(network, url))
    if cvf.page_of(url):
        yield url, inquiry.ask(Service.CVF, lambda: cvf.find_by_url(network, url))
    if (pmc_id := pmc.id_of(url)) is not None:
        yield pmc_id, inquiry.ask(Service.PMC, lambda: pmc.find_by_id(network, pmc_id))


def by_doi(doi: str, inquiry: Inquiry) -> Candidate | None:
    """Find a work by DOI: Unpaywall knows where it is open, Crossref what it is, OpenAlex both."""
    network = inquiry.network
    open_copy = inquiry.ask(Service.UNPAYWALL, lambda: unpaywall.find_by_doi(network, doi))
    if open_copy is not None and open_copy.links and open_copy.authors:
        return open_copy
    registered = inquiry.ask(Service.CROSSREF, lambda: crossref.find_by_doi(network, doi))
    indexed = inquiry.ask(Service.OPENALEX, lambda: openalex.find_by_doi(network, doi))
    answers = [found for found in (registered, open_copy, indexed) if found is not None]
    return merged(answers) if answers else None


def merged(found: list[Candidate]) -> Candidate:
    """Put together what several services, at least one, say of one work; the first one names it."""
    return replace(
        found[0],
        authors=next((other.authors for other in found if other.authors), ()),
        year=next((other.year for other in found if other.year), None),
        arxiv_id=next((other.arxiv_id for other in found if other.arxiv_id), None),
        links=tuple(dict.fromkeys(link for other in found for link in other.links)),
        open_access=_open(found),
    )


def _open(found: list[Candidate]) -> bool | None:
    said = [other.open_access for other in found if other.open_access is not None]
    return any(said) if said else None


def _by_arxiv(arxiv_id: str, inquiry: Inquiry) -> Candidate | None:
    if not arxiv.is_id(arxiv_id):
        inquiry.note(f"{arxiv_id} does not have the form of an arXiv id")
        return None
    return inquiry.arxiv(arxiv_id)
