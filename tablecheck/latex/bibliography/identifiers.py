"""Finds the identifiers of a cited paper in the many places where people write them.

Abstracts and keywords are never read: the identifiers there are those of other papers.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_NEW_ID = r"\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}"
_OLD_ID = r"[a-z]+(?:-[a-z]+)?(?:\.[A-Za-z]{2})?/\d{7}"
_ID = rf"(?P<id>{_NEW_ID}|{_OLD_ID})(?:v(?P<version>\d{{1,3}}))?(?![\w/]|\.\d)"
_WHOLE_ID = re.compile(rf"(?:https?://)?(?:arxiv(?:\.org/abs/|[:\s]+))?{_ID}(?:\.pdf)?\s*(?:\[[\w.\-]+\])?", re.I)
_ARXIV = re.compile(
    r"(?:"
    r"(?:arxiv\.org|ar5iv\.org|ar5iv\.labs\.arxiv\.org|alphaxiv\.org)/(?:abs|pdf|html|e-print|format|ps)/"
    r"|10\.48550/arxiv\."
    r"|\barxiv(?:\.org)?(?:\s+(?:e-?prints?|preprints?|pre-print))?[\s:,.({\[]*(?:(?:arxiv|abs)[:/\s]*)?"
    r"|\bcorr[\s,:]*(?:abs/)?"
    r"|(?<![\w/])abs/"
    r")" + _ID,
    re.I,
)
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>{}|^`]+")
_ACL_ID = r"(?P<id>[A-Z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+|\d{4}\.(?:tacl|cl)-\d+\.\d+)"
_ACL = re.compile(
    rf"(?:aclanthology\.org|aclweb\.org/anthology(?:/papers/\w/\w+)?|aclanthology\.info/papers|10\.18653/v1|10\.3115/v1)/{_ACL_ID}",
    re.I,
)
_OPENREVIEW = re.compile(r"openreview\.net/(?:forum|pdf|attachment|notes)\?(?:[\w=]+&)*id=(?P<id>[\w\-]+)", re.I)
_URL = re.compile(r"https?://[^\s\"<>{}]+", re.I)

_EPRINT_KINDS = ("archiveprefix", "eprinttype", "eprintclass")
_ARXIV_FIELDS = ("eprint", "arxiv", "arxivid", "arxiv_id")
# In the order in which they are trusted: what the entry says of itself first, free text last.
_TEXT_FIELDS = (
    "journal", "journaltitle", "shortjournal", "volume", "number", "url", "howpublished", "note", "doi", "ee", "link",
    "pdf", "html", "bdsk-url-1", "bdsk-url-2", "publisher", "institution", "organization", "type", "booktitle",
    "series", "addendum", "pubstate", "eprint", "annote",
)  # fmt: skip
_LINK_FIELDS = ("url", "howpublished", "note", "ee", "link", "pdf", "html", "bdsk-url-1", "addendum")


@dataclass(frozen=True, slots=True)
class Identifiers:
    """What identifies a paper, each ``None`` where the entry does not say it."""

    arxiv_id: str | None = None
    arxiv_version: int | None = None
    doi: str | None = None
    acl_id: str | None = None
    openreview_id: str | None = None
    url: str | None = None


def identifiers_of(fields: Mapping[str, str]) -> Identifiers:
    """Find the identifiers in the fields of an entry; names in lower case, values still LaTeX."""
    arxiv = _declared_arxiv(fields) or arxiv_in(_texts(fields, _TEXT_FIELDS)) or _split_arxiv(fields)
    text = "\n".join(_texts(fields, _TEXT_FIELDS))
    return Identifiers(
        arxiv_id=arxiv[0] if arxiv else None,
        arxiv_version=arxiv[1] if arxiv else None,
        doi=doi_in(_texts(fields, ("doi", *_LINK_FIELDS))),
        acl_id=_first(_ACL, text),
        openreview_id=_first(_OPENREVIEW, text),
        url=url_in(_texts(fields, _LINK_FIELDS)),
    )


def identifiers_in(text: str) -> Identifiers:
    """Find the identifiers in the free text of a printed reference."""
    text = _unescaped(text)
    arxiv = arxiv_in([text])
    return Identifiers(
        arxiv_id=arxiv[0] if arxiv else None,
        arxiv_version=arxiv[1] if arxiv else None,
        doi=doi_in([text]),
        acl_id=_first(_ACL, text),
        openreview_id=_first(_OPENREVIEW, text),
        url=url_in([text]),
    )


def arxiv_in(texts: Iterable[str]) -> tuple[str, int | None] | None:
    """Find the first arXiv id that is called one; gives it with the version it pins."""
    for text in texts:
        if match := _ARXIV.search(text):
            return _id_and_version(match)
    return None


def doi_in(texts: Iterable[str]) -> str | None:
    """Find the first DOI."""
    for text in texts:
        if match := _DOI.search(text):
            doi = match[0].rstrip(".,;:'")
            # A closing bracket belongs to the DOI only if it was opened in it.
            return doi.rstrip(")]") if doi.count("(") < doi.count(")") or "[" not in doi else doi
    return None


def url_in(texts: Iterable[str]) -> str | None:
    """Find the first web address."""
    for text in texts:
        if match := _URL.search(text):
            return match[0].rstrip(".,;)")
    return None


def _declared_arxiv(fields: Mapping[str, str]) -> tuple[str, int | None] | None:
    kind = fields.get("archiveprefix", fields.get("eprinttype", "arxiv")).strip().lower()
    if "arxiv" not in kind:
        return None
    for name in _ARXIV_FIELDS:
        written = _unescaped(fields.get(name, "")).strip()
        if match := _WHOLE_ID.fullmatch(written) or _ARXIV.search(written):
            return _id_and_version(match)
        archive = fields.get("primaryclass", fields.get("eprintclass", "")).strip()
        if re.fullmatch(r"\d{7}(v\d+)?", written) and (match := _WHOLE_ID.fullmatch(f"{archive}/{written}")):
            return _id_and_version(match)
    return None


def _split_arxiv(fields: Mapping[str, str]) -> tuple[str, int | None] | None:
    """Read ``journal = {arXiv}, volume = {1412.6980}``, where the id is alone in its field."""
    names = " ".join(fields.get(name, "") for name in ("journal", "journaltitle", "publisher", "booktitle", "type"))
    if re.search(r"arxiv|\bcorr\b", names, re.I):
        for name in ("volume", "number", "pages", "eid", "issue"):
            if match := _WHOLE_ID.fullmatch(fields.get(name, "").strip()):
                return _id_and_version(match)
    return None


def _id_and_version(match: re.Match[str]) -> tuple[str, int | None]:
    version = match["version"]
    return _canonical(match["id"]), int(version) if version else None


def _canonical(arxiv_id: str) -> str:
    """Write an old id as arXiv does today, without the subject class: ``math.GT/0309136`` is ``math/0309136``."""
    archive, slash, number = arxiv_id.partition("/")
    return f"{archive.partition('.')[0].lower()}/{number}" if slash else arxiv_id


def _texts(fields: Mapping[str, str], names: Iterable[str]) -> list[str]:
    return [_unescaped(fields[name]) for name in names if fields.get(name)]


def _unescaped(latex: str) -> str:
    """Undo what people do to addresses so that LaTeX prints them."""
    latex = re.sub(r"\{?\\textunderscore\s*\}?|\\_|\{\\_\}|\{_\}", "_", latex)
    latex = re.sub(r"\$?\\sim\$?|\\textasciitilde(?:\{\})?|\\~(?:\{\})?", "~", latex)
    latex = re.sub(r"\\([%&#])", r"\1", latex)
    return re.sub(r"\\(?:allowbreak|penalty\d*|-|/)\s*(?:\{\})?", "", latex)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return match["id"] if match else None
