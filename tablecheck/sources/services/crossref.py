"""Crossref: what the publishers themselves say of a DOI, and which DOIs a title has."""

from typing import Any
from urllib.parse import quote

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.reading import items, record, text, within, year_of

_ARXIV_DOI = "10.48550/arxiv."


def find_by_doi(network: Network, doi: str) -> Candidate | None:
    """Ask for a work; ``None`` where Crossref does not know the DOI.

    Raises:
        RequestError: Crossref does not answer.
    """

    def read(answer: Answer) -> Candidate | None:
        return None if answer.status == 404 else _candidate(within(record(answer), "message"))

    url = f"{network.endpoints.crossref}/works/{quote(doi, safe='/')}"
    return network.lookup(Service.CROSSREF, url, read, expected=(200, 404))


def find_by_title(network: Network, title: str, author: str = "") -> tuple[Candidate, ...]:
    """Ask for the works that come closest to a title, with the family name of an author to help.

    Raises:
        RequestError: Crossref does not answer.
    """

    def read(answer: Answer) -> tuple[Candidate, ...]:
        found = map(_candidate, items(record(answer), "message", "items"))
        return tuple(candidate for candidate in found if candidate is not None)

    params = {"query.bibliographic": f"{title} {author}".strip(), "rows": "5"}
    return network.lookup(Service.CROSSREF, f"{network.endpoints.crossref}/works", read, params=params)


def _candidate(work: Any) -> Candidate | None:
    title = text(work, "title", 0)
    if not title:
        return None
    return Candidate(
        found_by=Service.CROSSREF,
        title=title,
        subtitle=text(work, "subtitle", 0),
        authors=tuple(name for author in items(work, "author") if (name := _name(author))),
        year=year_of(within(work, "issued", "date-parts", 0, 0)),
        kind=text(work, "type").lower(),
        arxiv_id=_preprint(work),
        doi=text(work, "DOI") or None,
    )


def _name(author: Any) -> str:
    return f"{text(author, 'given')} {text(author, 'family')}".strip() or text(author, "name")


def _preprint(work: Any) -> str | None:
    for relation in ("has-preprint", "is-version-of"):
        for related in items(work, "relation", relation):
            name = text(related, "id")
            if name.lower().startswith(_ARXIV_DOI):
                return name[len(_ARXIV_DOI) :]
    return None
