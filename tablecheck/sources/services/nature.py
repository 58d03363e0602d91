"""What sort of work an entry cites, where that decides how it may be looked for."""

import re
from enum import StrEnum

from tablecheck.model.citation import Reference


class Nature(StrEnum):
    """The sort of a cited work."""

    PAPER = "paper"
    THESIS = "thesis"
    BOOK = "book"
    SOFTWARE = "software"
    UNPUBLISHED = "unpublished"


_TYPES = {
    "phdthesis": Nature.THESIS,
    "mastersthesis": Nature.THESIS,
    "bachelorsthesis": Nature.THESIS,
    "thesis": Nature.THESIS,
    "dissertation": Nature.THESIS,
    "book": Nature.BOOK,
    "mvbook": Nature.BOOK,
    "collection": Nature.BOOK,
    "proceedings": Nature.BOOK,
    "reference": Nature.BOOK,
    "manual": Nature.SOFTWARE,
    "software": Nature.SOFTWARE,
    "softwareversion": Nature.SOFTWARE,
    "dataset": Nature.SOFTWARE,
}
_CODE_HOST = re.compile(
    r"https?://(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|pypi\.org|huggingface\.co/(?!papers)|kaggle\.com)/",
    re.I,
)
_NOT_OUT = re.compile(
    r"\bin prep(?:\.|aration\b)|\bunpublished (?:manuscript|work|notes?|data|results?)\b|\bpersonal communication\b"
    r"|\bprivate communication\b|\bmanuscript in preparation\b",
    re.I,
)
_LOOSE_TYPES = frozenset({"misc", "online", "electronic", "www", "webpage"})
# What Crossref, Unpaywall, OpenAlex and Semantic Scholar call works that no paper is cited by.
_NO_PAPER = {
    "book": "a book",
    "monograph": "a book",
    "edited-book": "a book",
    "reference-book": "a book",
    "dissertation": "a thesis",
    "dataset": "a data set",
    "software": "software",
    "peer-review": "a review of a paper",
    "component": "a part of a paper",
    "grant": "a grant",
    "erratum": "an erratum",
    "retraction": "a retraction",
    "paratext": "no paper",
    "journal-issue": "an issue of a journal",
    "proceedings": "a volume of proceedings",
}


def nature_of(reference: Reference) -> Nature:
    """Tell what sort of work an entry cites, by its type, its note and its address."""
    if _NOT_OUT.search(reference.note or ""):
        return Nature.UNPUBLISHED
    if reference.entry_type.lower() in _TYPES:
        return _TYPES[reference.entry_type.lower()]
    if reference.entry_type.lower() in _LOOSE_TYPES and _CODE_HOST.match(reference.url or ""):
        return Nature.SOFTWARE
    return Nature.PAPER


def not_a_paper(kind: str) -> str | None:
    """Say what a service calls a work that cannot be the paper that is cited; ``None`` for a paper."""
    return _NO_PAPER.get(kind)
