"""Unpaywall: whether and where a DOI can be read without paying."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate, Link
from tablecheck.sources.services.reading import items, record, text, within, year_of

_ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf)/(?P<id>\d{4}\.\d{4,5}|[a-z-]+/\d{7})", re.I)


def find_by_doi(network: Network, doi: str) -> Candidate | None:
    """Ask for a work; ``None`` where Unpaywall does not know the DOI.

    Raises:
        RequestError: Unpaywall does not answer, or wants an e-mail address that the settings do not have.
    """
    if not network.settings.contact:
        message = "Unpaywall wants to know who asks; set TABLECHECK_EMAIL to your e-mail address"
        raise RequestError(Failure.DENIED, message)
    url = f"{network.endpoints.unpaywall}/{quote(doi, safe='/')}"
    return network.lookup(Service.UNPAYWALL, url, _read, expected=(200, 404, 422))


def _read(answer: Answer) -> Candidate | None:
    if answer.status == 422:
        raise RequestError(Failure.DENIED, "Unpaywall does not take the e-mail address in TABLECHECK_EMAIL")
    if answer.status == 404:
        return None
    work = record(answer)
    title = text(work, "title")
    if not title:
        return None
    locations = (within(work, "best_oa_location"), *items(work, "oa_locations"))
    return Candidate(
        found_by=Service.UNPAYWALL,
        title=title,
        authors=tuple(name for author in items(work, "z_authors") if (name := _name(author))),
        year=year_of(within(work, "year")),
        kind=text(work, "genre").lower(),
        arxiv_id=next(_arxiv_ids(locations), None),
        doi=text(work, "doi") or None,
        links=tuple(dict.fromkeys(_links(locations))),
        open_access=within(work, "is_oa") is True,
    )


def _name(author: Any) -> str:
    return f"{text(author, 'given')} {text(author, 'family')}".strip() or text(author, "raw_author_name")


def _links(locations: tuple[Any, ...]) -> Iterator[Link]:
    for location in locations:
        pdf = text(location, "url_for_pdf")
        if pdf and "arxiv.org" not in pdf:
            yield Link(Service.PUBLISHER, pdf)


def _arxiv_ids(locations: tuple[Any, ...]) -> Iterator[str]:
    for location in locations:
        if match := _ARXIV.search(text(location, "url_for_landing_page") or text(location, "url")):
            yield match["id"]
