"""Semantic Scholar: the paper that a title means, and under which other ids a paper is known."""

from collections.abc import Sequence
from typing import Any

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate, Link
from tablecheck.sources.services.reading import items, record, text, within, year_of

_FIELDS = "title,authors,year,externalIds,openAccessPdf,publicationTypes"
_BATCH = 500  # ids in one request


def find_by_ids(network: Network, ids: Sequence[str]) -> tuple[Candidate | None, ...]:
    """Ask for papers by ``ARXIV:…``, ``DOI:…`` or ``ACL:…``; ``None`` in place of those that are not known.

    Raises:
        RequestError: Semantic Scholar does not answer.
    """
    found: list[Candidate | None] = []
    for start in range(0, len(ids), _BATCH):
        batch = list(ids[start : start + _BATCH])

        def read(answer: Answer, count: int = len(batch)) -> list[Candidate | None]:
            papers = answer.json() if answer.status == 200 else [None] * count
            if not isinstance(papers, list) or len(papers) != count:
                raise answer.nonsense("a list of another length")
            return [_candidate(paper) for paper in papers]

        found += network.lookup(
            Service.SEMANTIC_SCHOLAR,
            f"{network.endpoints.semantic_scholar}/paper/batch",
            read,
            params={"fields": _FIELDS},
            post={"ids": batch},
            expected=(200, 400, 404),  # 400: none of them is known
        )
    return tuple(found)


def find_by_title(network: Network, title: str) -> Candidate | None:
    """Ask for the one paper whose title comes closest; it may still be another.

    Raises:
        RequestError: Semantic Scholar does not answer.
    """

    def read(answer: Answer) -> Candidate | None:
        return None if answer.status == 404 else _candidate(within(record(answer), "data", 0))

    url = f"{network.endpoints.semantic_scholar}/paper/search/match"
    params = {"query": title, "fields": _FIELDS}
    return network.lookup(Service.SEMANTIC_SCHOLAR, url, read, params=params, expected=(200, 404))


def _candidate(paper: Any) -> Candidate | None:
    title = text(paper, "title")
    if not title:
        return None
    doi = text(paper, "externalIds", "DOI")
    pdf = text(paper, "openAccessPdf", "url")
    kinds = [kind for kind in items(paper, "publicationTypes") if isinstance(kind, str)]
    return Candidate(
        found_by=Service.SEMANTIC_SCHOLAR,
        title=title,
        authors=tuple(name for author in items(paper, "authors") if (name := text(author, "name"))),
        year=year_of(within(paper, "year")),
        kind="book" if kinds == ["Book"] else "dataset" if kinds == ["Dataset"] else "",
        arxiv_id=text(paper, "externalIds", "ArXiv") or None,
        doi=doi if doi and not doi.lower().startswith("10.48550/") else None,
        links=(Link(Service.PUBLISHER, pdf),) if pdf and "arxiv.org" not in pdf else (),
        open_access=bool(pdf) or None,
    )
