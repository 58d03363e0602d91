"""PubMed Central: what a PMC id is, and the PDF in its open collection."""

import re
from typing import Any

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate, Link
from tablecheck.sources.services.reading import items, record, text, within, year_of

_ID = re.compile(
    r"(?:ncbi\.nlm\.nih\.gov/(?:pmc/)?articles|europepmc\.org/(?:article|articles)(?:/pmc)?)/(PMC\d{3,9})", re.I
)


def id_of(url: str) -> str | None:
    """The id in the address of an article."""
    match = _ID.search(url)
    return match[1].upper() if match else None


def find_by_id(network: Network, pmc_id: str) -> Candidate | None:
    """Ask for an article by ``PMC…``; ``None`` where there is none.

    Raises:
        RequestError: PubMed Central does not answer.
    """
    number = pmc_id.upper().removeprefix("PMC")
    # The first version; the collection has a folder for each.
    pdf = f"{network.endpoints.pmc_files}/PMC{number}.1/PMC{number}.1.pdf"

    def read(answer: Answer) -> Candidate | None:
        return _candidate(within(record(answer), "result", number), pdf)

    params = {"db": "pmc", "id": number, "retmode": "json"}
    return network.lookup(Service.PMC, f"{network.endpoints.pmc_api}/esummary.fcgi", read, params=params)


def _candidate(article: Any, pdf: str) -> Candidate | None:
    title = text(article, "title")
    if not title or within(article, "error"):
        return None
    ids = {text(entry, "idtype"): text(entry, "value") for entry in items(article, "articleids")}
    return Candidate(
        found_by=Service.PMC,
        title=title.rstrip("."),
        authors=tuple(_turned(name) for author in items(article, "authors") if (name := text(author, "name"))),
        year=year_of(text(article, "pubdate") or text(article, "epubdate")),
        doi=ids.get("doi") or None,
        links=(Link(Service.PMC, pdf),),
        open_access=True,
    )


def _turned(name: str) -> str:
    """Turn ``Sample BC`` into ``BC Sample``."""
    family, _, initials = name.rpartition(" ")
    return f"{initials} {family}" if family and initials.isupper() else name
