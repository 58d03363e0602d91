"""Brings the documents of a paper that was found: the most exact form, in the versions that are wanted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from tablecheck.model.document import Kind
from tablecheck.model.progress import Progress, silent
from tablecheck.sources.net.content import kind_of_download
from tablecheck.sources.net.failure import SAYS_NOTHING, Failure, RequestError
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services import arxiv
from tablecheck.sources.services.candidate import Candidate, Link
from tablecheck.sources.services.identified import by_doi
from tablecheck.sources.services.inquiry import Inquiry, Run
from tablecheck.sources.services.resolution import Resolution

_MOST_VERSIONS = 30  # no paper should need more; some have a hundred
_MOST_LINKS = 4  # open copies that are tried

Versions = Literal["cited", "latest", "all"] | int


@dataclass(frozen=True, slots=True)
class Download:
    """The bytes of one version of one form of a paper, and where they came from."""

    content: bytes = field(repr=False)
    kind: Kind
    url: str
    version: int | None
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class Downloads:
    """What came, and in words what did not and what to do; ``complete`` if nothing that was wanted is missing.

    ``unanswered`` says that something is missing because a service did not answer, so that it may come later.
    """

    documents: tuple[Download, ...]
    reason: str
    complete: bool = True
    unanswered: bool = False


Kept = Callable[[Candidate, int | None], Download | None]
"""Looks up what is at hand of a version of a paper, so that it is not asked for again."""


def nothing_kept(candidate: Candidate, version: int | None) -> Download | None:
    """Know of nothing that is at hand."""
    return None


def download(
    resolution: Resolution,
    network: Network,
    versions: Versions = "cited",
    progress: Progress = silent,
    kept: Kept = nothing_kept,
) -> Downloads:
    """Bring the documents of a resolved reference.

    ``versions`` chooses arXiv's: the one the entry pins (else the latest), the latest, one by number, or all.
    The printed form comes along where an open copy of it is known, since its numbers may be other ones. What
    ``kept`` knows of is not asked for.

    Raises:
        Cancelled: ``progress`` asked to stop.
    """
    if not resolution.candidates:
        return Downloads((), resolution.reason, complete=False)
    documents: list[Download] = []
    missing: list[str] = []
    unanswered = False
    steps = list(_steps(resolution, network, versions, kept))
    for done, (what, step) in enumerate(steps):
        progress("obtain", done, len(steps))
        try:
            documents.append(step())
        except RequestError as error:
            missing.append(f"{what}: {error}")
            unanswered |= error.failure in SAYS_NOTHING
    progress("obtain", len(steps), len(steps))
    printed_only = [note for note in missing if not note.startswith("arXiv:")]
    if documents and len(printed_only) == len(missing):
        # The preprint is here; that the journal's version costs money is worth a word, not a failure.
        return Downloads(tuple(documents), "; ".join([resolution.reason, *missing]), unanswered=unanswered)
    if missing and not documents:
        missing.append(_where_to_put(resolution))
    return Downloads(tuple(documents), "; ".join([resolution.reason, *missing]), not missing, unanswered)


def _steps(
    resolution: Resolution, network: Network, versions: Versions, kept: Kept
) -> Iterator[tuple[str, Callable[[], Download]]]:
    for candidate in resolution.candidates:
        if candidate.arxiv_id:
            is_arxivs = candidate.found_by is Service.ARXIV
            for version in _wanted(resolution, candidate, versions) if is_arxivs else (None,):
                name = f"arXiv:{candidate.arxiv_id}" + (f"v{version}" if version else "")
                yield name, lambda c=candidate, v=version: kept(c, v) or _from_arxiv(c, v, network)  # type: ignore[misc]
        else:
            yield candidate.name, lambda c=candidate: kept(c, None) or _printed(c, network)  # type: ignore[misc]


def _wanted(resolution: Resolution, candidate: Candidate, versions: Versions) -> tuple[int | None, ...]:
    latest = candidate.latest_version
    pinned = resolution.reference.arxiv_version if candidate.arxiv_id == resolution.reference.arxiv_id else None
    if isinstance(versions, int):
        return (versions,)
    if versions == "all" and latest:
        # The first and the newest matter most; of very many, the oldest after the first are left out.
        first = {1, *range(max(1, latest - _MOST_VERSIONS + 2), latest + 1)}
        return tuple(sorted(first | ({pinned} if pinned else set())))
    return (pinned or latest,) if versions == "cited" else (latest,)


def _from_arxiv(candidate: Candidate, version: int | None, network: Network) -> Download:
    failed: list[str] = []
    failures: list[Failure] = []
    for kind, url in arxiv.addresses(network.endpoints, str(candidate.arxiv_id), version):
        try:
            return _fetched(candidate, Link(Service.ARXIV, url), kind, version, network)
        except RequestError as error:
            if error.failure in (Failure.BUSY, Failure.DISK):
                raise
            failed.append(f"{_form(kind)}: {error}")
            failures.append(error.failure)
    raise RequestError(_together(failures), ", ".join(failed))


def _printed(candidate: Candidate, network: Network) -> Download:
    inquiry = Inquiry(network, Run())
    links = candidate.links
    if not links and candidate.doi:
        known = by_doi(candidate.doi, inquiry)
        if known is not None:
            candidate = replace(candidate, links=known.links, open_access=known.open_access, year=known.year)
            links = known.links
    failed = [part for part in (inquiry.silence(), *inquiry.notes) if part]
    failures: list[Failure] = []
    for link in links[:_MOST_LINKS]:
        try:
            return _fetched(candidate, link, "pdf", None, network)
        except RequestError as error:
            failed.append(str(error))
            failures.append(error.failure)
            if error.failure is Failure.DISK:
                raise
    if not links:
        closed = "no open copy is known" if inquiry.silent else "behind a paywall, no open copy is known"
        raise RequestError(Failure.UNREACHABLE if inquiry.silent else Failure.DENIED, "; ".join([closed, *failed]))
    raise RequestError(_together(failures), "; ".join(failed))


def _together(failures: list[Failure]) -> Failure:
    """Name several failures as one: as long as one place did not answer, it may have the document."""
    return next((failure for failure in failures if failure in SAYS_NOTHING), Failure.NOT_FOUND)


def _fetched(candidate: Candidate, link: Link, kind: Kind, version: int | None, network: Network) -> Download:
    url = link.url
    if url.startswith("http://") and link.service is Service.PUBLISHER and not _is_test_server(url, network):
        url = "https://" + url.removeprefix("http://")
    fetched = network.fetch(link.service, url)
    if fetched is None:
        raise RequestError(Failure.BAD_ANSWER, f"{link.service.label} says that nothing changed, but nothing was here")
    return Download(fetched.content, kind_of_download(fetched.content, kind), fetched.url, version, candidate)


def _is_test_server(url: str, network: Network) -> bool:
    return any(f":{port}/" in url for port in network.settings.allow_loopback_ports)


def _form(kind: Kind) -> str:
    return {"latex": "source", "html": "page", "pdf": "PDF"}[kind]


def _where_to_put(resolution: Resolution) -> str:
    key = "".join(c if c.isalnum() or c in "-_." else "_" for c in resolution.reference.key)
    return f"if you have the PDF, put it into a folder named with --papers as {key}.pdf"
