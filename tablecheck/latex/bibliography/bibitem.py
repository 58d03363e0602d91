r"""Reads printed references: the ``\bibitem`` of a ``.bbl`` or of a ``thebibliography`` in the text."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from tablecheck.latex.bibliography.braces import group
from tablecheck.latex.bibliography.identifiers import identifiers_in
from tablecheck.latex.bibliography.printed import shown
from tablecheck.latex.bibliography.printed_title import title_and_before
from tablecheck.model.citation import Reference
from tablecheck.model.place import Span, TextPlace

_LONGEST = 20_000  # characters of one item that are read; the longest author lists of collaborations fit
_ITEM = re.compile(r"\\bibitem\b\s*")
_END = re.compile(r"\\end\s*\{thebibliography\}")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*$|(?<=\n)[ \t]*%[^\n]*\n", re.M)
_LINE_JOINER = re.compile(r"(?<!\\)%[ \t]*\n\s*")
_SHOWN_EPRINT = re.compile(r"\\showeprint\s*(?:\[arxiv\])?\s*(?=\{)", re.I)
_MARKED_AUTHORS = re.compile(r"\\bibfield\s*\{author\}\s*(?=\{)")
_MARKED_AUTHOR = re.compile(r"\\bibinfo\s*\{author\}\s*(?=\{)")
_MARKED_YEAR = re.compile(r"\\bibinfo\s*\{year\}\s*\{(\d{4})")
_YEAR = re.compile(r"(?<![\d.:/\-–])(?:1[5-9]|20|21)\d\d(?![\d\-–/]|\.\d)")
_INITIALS = re.compile(r"(?:[A-Z][a-z]?\.[\s\-]*)*[A-Z][a-z]?\.?(?:\s*Jr\.)?")
_NOT_A_NAME = re.compile(
    r"\(?\b(?:19|20)\d\d[a-z]?\)?|,?\s*\bet ?al\b\.?|\band others\b|\(?\b(?:eds?|editors?)\b\.?\)?"
)
_NAME_JOINT = re.compile(r",\s*(?:and|&)\s+|\s+(?:and|&)\s+|[,;]\s+")


def read_bibitems(path: str, text: str) -> Iterator[Reference]:
    r"""Read every ``\bibitem`` that is not commented out."""
    items = [match for match in _ITEM.finditer(text) if not _is_commented(text, match.start())]
    for item, following in zip_longest(items, items[1:]):
        limit = following.start() if following else len(text)
        closing = _END.search(text, item.end(), limit)
        end = closing.start() if closing else limit
        if reference := _read_item(text[item.end() : end], TextPlace(path, Span(item.start(), end))):
            yield reference


def _read_item(item: str, place: TextPlace) -> Reference | None:
    item = _COMMENT.sub("", _LINE_JOINER.sub(" ", item[:_LONGEST])).strip()
    item = _SHOWN_EPRINT.sub("arXiv:", item)
    label, position = _optional_argument(item)
    opening = item.find("{", position)
    if opening < 0 or item[position:opening].strip():
        return None
    key, position = group(item, opening)
    body = item[position:]
    title, before = title_and_before(body)
    found = identifiers_in(body)
    return Reference(
        key=key.strip(),
        title=title,
        authors=_authors(body, before),
        year=_year(body, label),
        arxiv_id=found.arxiv_id,
        arxiv_version=found.arxiv_version,
        doi=found.doi,
        acl_id=found.acl_id,
        openreview_id=found.openreview_id,
        url=found.url,
        note=shown(body) or None,
        place=place,
    )


def _authors(body: str, before: str) -> tuple[str, ...]:
    if match := _MARKED_AUTHORS.search(body):
        before = group(body, match.end())[0]
    elif marked := [group(body, match.end())[0] for match in _MARKED_AUTHOR.finditer(body)]:
        return tuple(_given_first(name) for name in map(shown, marked))
    printed = _NOT_A_NAME.sub("", shown(before)).strip(" ,:;()")
    names: list[str] = []
    for piece in (piece.strip(" .,:;()") for piece in _NAME_JOINT.split(printed)):
        if _INITIALS.fullmatch(piece) and names:
            names[-1] = f"{piece}. {names[-1]}"
        elif piece:
            names.append(piece.removeprefix("and "))
    return tuple(names)


def _given_first(name: str) -> str:
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma else name


def _year(body: str, label: str) -> int | None:
    if match := _MARKED_YEAR.search(body):
        return int(match[1])
    years = _YEAR.findall(shown(body)) or _YEAR.findall(label)
    return int(years[-1]) if years else None


def _optional_argument(item: str) -> tuple[str, int]:
    """Read ``[…]``, whose brackets and braces may nest, at the start of an item."""
    if not item.startswith("["):
        return "", 0
    depth = 0
    for index, character in enumerate(item):
        if character in "[{":
            depth += 1
        elif character in "]}":
            depth -= 1
            if depth == 0:
                return item[1:index], index + 1
    return "", len(item)


def _is_commented(text: str, position: int) -> bool:
    line = text[text.rfind("\n", 0, position) + 1 : position]
    return re.search(r"(?<!\\)%", line) is not None
