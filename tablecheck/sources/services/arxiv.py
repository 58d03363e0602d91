"""arXiv: what a paper is called, by id or by title, and its files in every version."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lxml import etree

from tablecheck.model.document import Kind
from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.endpoints import Endpoints
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.reading import year_of

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_BATCH = 100  # ids in one request; the address stays below 4000 characters
_ID = re.compile(r"(?:\d{4}\.\d{4,5}|[a-z][a-z.-]*(?:\.[A-Z]{2})?/\d{7})")
_ABS = re.compile(r"/abs/(?P<id>[^\s?#]+?)(?:v(?P<version>\d{1,3}))?$")


def is_id(arxiv_id: str) -> bool:
    """Tell whether a text has the form of an id, old or new, without a version."""
    return _ID.fullmatch(arxiv_id) is not None


def find_by_id(network: Network, ids: Iterable[str]) -> dict[str, Candidate]:
    """Ask for papers by id, many in one request; those that arXiv does not have are left out.

    Raises:
        RequestError: arXiv does not answer.
    """
    wanted = [arxiv_id for arxiv_id in dict.fromkeys(ids) if is_id(arxiv_id)]
    found: dict[str, Candidate] = {}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        params = {"id_list": ",".join(batch), "max_results": str(len(batch))}
        for candidate in _query(network, params):
            if candidate.arxiv_id in batch:
                found[str(candidate.arxiv_id)] = candidate
    return found


def find_by_title(network: Network, title: str) -> tuple[Candidate, ...]:
    """Ask for papers that have these words in their title, in this order.

    Raises:
        RequestError: arXiv does not answer.
    """
    words = re.sub(r"[^\w\s.+-]", " ", title, flags=re.ASCII if title.isascii() else 0).split()
    if not words:
        return ()
    return _query(network, {"search_query": f'ti:"{" ".join(words)}"', "max_results": "10"})


def addresses(endpoints: Endpoints, arxiv_id: str, version: int | None) -> tuple[tuple[Kind, str], ...]:
    """Where the files of a version are, the most exact form first: source, page, print."""
    name = f"{arxiv_id}v{version}" if version else arxiv_id
    return (
        ("latex", f"{endpoints.arxiv_source}/e-print/{name}"),
        ("html", f"{endpoints.arxiv}/html/{name}"),
        ("pdf", f"{endpoints.arxiv}/pdf/{name}"),
    )


def _query(network: Network, params: dict[str, str]) -> tuple[Candidate, ...]:
    return network.lookup(Service.ARXIV, f"{network.endpoints.arxiv_api}/query", _read, params=params)


def _read(answer: Answer) -> tuple[Candidate, ...]:
    if answer.content.strip()[:40].lower().startswith(b"rate exceeded"):
        raise RequestError(Failure.BUSY, "arXiv is busy; try again later")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        feed = etree.fromstring(answer.content, parser)
    except (etree.XMLSyntaxError, ValueError):
        raise answer.nonsense("no feed") from None
    if feed.tag != f"{_ATOM}feed":
        raise answer.nonsense("no feed")
    return tuple(_candidates(feed, answer))


def _candidates(feed: Any, answer: Answer) -> Iterator[Candidate]:
    for entry in feed.findall(f"{_ATOM}entry"):
        address = _text(entry, f"{_ATOM}id")
        if "/api/errors" in address:
            # Errors come with status 200, as a paper that is called "Error".
            raise answer.nonsense(f"an error ({_text(entry, f'{_ATOM}summary')[:120]})")
        if match := _ABS.search(address):
            yield Candidate(
                found_by=Service.ARXIV,
                title=_text(entry, f"{_ATOM}title"),
                authors=_names(entry.findall(f"{_ATOM}author")),
                year=year_of(_text(entry, f"{_ATOM}published")),
                kind="preprint",
                arxiv_id=match["id"],
                latest_version=int(match["version"]) if match["version"] else None,
                doi=_text(entry, f"{_ARXIV}doi").split(" ")[0] or None,
                open_access=True,
            )


def _names(authors: Sequence[Any]) -> tuple[str, ...]:
    return tuple(name for author in authors if (name := _text(author, f"{_ATOM}name")))


def _text(element: Any, tag: str) -> str:
    return " ".join((element.findtext(tag) or "").split())
