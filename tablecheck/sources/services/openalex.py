"""OpenAlex: where an open copy of a work lies."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate, Link
from tablecheck.sources.services.reading import items, record, text, within, year_of

_ARXIV = re.compile(r"arxiv\.org/(?:abs|pdf)/(?P<id>\d{4}\.\d{4,5}|[a-z-]+/\d{7})", re.I)


def find_by_doi(network: Network, doi: str) -> Candidate | None:
    """Ask for a work, which costs nothing there; ``None`` where OpenAlex does not know the DOI.

    Raises:
        RequestError: OpenAlex does not answer.
    """

    def read(answer: Answer) -> Candidate | None:
        return None if answer.status == 404 else _candidate(record(answer))

    url = f"{network.endpoints.openalex}/works/doi:{quote(doi, safe='/')}"
    return network.lookup(Service.OPENALEX, url, read, expected=(200, 404))


def _candidate(work: dict[str, Any]) -> Candidate | None:
    title = text(work, "display_name") or text(work, "title")
    if not title:
        return None
    doi = re.sub(r"^https?://(dx\.)?doi\.org/", "", text(work, "doi"))
    authors = (text(authorship, "author", "display_name") for authorship in items(work, "authorships"))
    return Candidate(
        found_by=Service.OPENALEX,
        title=title,
        authors=tuple(name for name in authors if name),
        year=year_of(within(work, "publication_year")),
        kind=text(work, "type").lower(),
        arxiv_id=next(_arxiv_ids(work), None),
        doi=doi or None,
        links=tuple(dict.fromkeys(_links(work))),
        open_access=within(work, "open_access", "is_oa") is True,
    )


def _links(work: dict[str, Any]) -> Iterator[Link]:
    for location in (within(work, "best_oa_location"), *items(work, "locations")):
        pdf = text(location, "pdf_url")
        if pdf and within(location, "is_oa") is not False and "arxiv.org" not in pdf:
            yield Link(Service.PUBLISHER, pdf)


def _arxiv_ids(work: dict[str, Any]) -> Iterator[str]:
    for location in items(work, "locations"):
        if match := _ARXIV.search(text(location, "landing_page_url") or text(location, "pdf_url")):
            yield match["id"]
