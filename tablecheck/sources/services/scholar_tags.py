"""Reads the tags by which publishers describe a paper to Google Scholar (``citation_title`` and its kin)."""

from urllib.parse import urljoin

from lxml import etree, html

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.services.candidate import Candidate, Link
from tablecheck.sources.services.reading import text, year_of


def read_tags(answer: Answer, page: str) -> Candidate:
    """Read the page of a paper.

    Raises:
        RequestError: it has no such tags.
    """
    tags = _tags(answer)
    if not tags.get("citation_title"):
        raise answer.nonsense("a page that names no paper")
    date = (tags.get("citation_publication_date") or tags.get("citation_date") or [""])[0]
    return Candidate(
        found_by=answer.service,
        title=tags["citation_title"][0],
        authors=tuple(map(in_printed_order, tags.get("citation_author", ()))),
        year=year_of(date),
        doi=(tags.get("citation_doi") or [""])[0] or None,
        links=tuple(Link(answer.service, urljoin(page, url)) for url in tags.get("citation_pdf_url", ())[:1]),
        open_access=True,
    )


def in_printed_order(name: str) -> str:
    """Turn ``Family, Given`` around."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma else name


def _tags(answer: Answer) -> dict[str, list[str]]:
    parser = html.HTMLParser(no_network=True, huge_tree=False, remove_comments=True)
    tags: dict[str, list[str]] = {}
    try:
        document = html.document_fromstring(answer.content, parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        raise answer.nonsense("no page") from None
    for meta in document.iter("meta"):
        if value := text(meta.get("content")):
            tags.setdefault(str(meta.get("name", "")).lower(), []).append(value)
    return tags
