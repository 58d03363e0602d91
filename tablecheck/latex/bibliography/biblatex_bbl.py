r"""Reads the ``.bbl`` that biber writes: ``\entry{key}{type}{}{} … \endentry`` with one command a field."""

import re
from collections.abc import Iterator
from itertools import zip_longest

from tablecheck.latex.bibliography.braces import group
from tablecheck.latex.bibliography.entry import Entry
from tablecheck.model.place import Span

_ENTRY = re.compile(r"^[ \t]*\\entry\{(?P<key>[^{}]+)\}\{(?P<type>\w+)\}", re.M)
_END = re.compile(r"\\endentry\b")
_FIELD = re.compile(r"\\(?:field|strng)\{(\w+)\}\s*(?=\{)")
_VERB = re.compile(r"\\verb\{(\w+)\}\s*\\verb[ \t]+(.*?)\s*\\endverb", re.S)
_NAMES = re.compile(r"\\name\{(author|editor)\}\{\d+\}\{[^{}]*\}\s*(?=\{)")
_NAME_PART = re.compile(r"\b(family|given|prefix|suffix)\s*=\s*(?=\{)")


def is_biblatex(text: str) -> bool:
    """Tell a ``.bbl`` of biblatex from one of BibTeX."""
    return _ENTRY.search(text) is not None


def read_biblatex_bbl(path: str, text: str) -> Iterator[Entry]:
    """Read the entries; the first of several sorting lists that holds a key counts for the caller to decide."""
    heads = list(_ENTRY.finditer(text))
    for head, following in zip_longest(heads, heads[1:]):
        limit = following.start() if following else len(text)
        closing = _END.search(text, head.end(), limit)
        end = closing.end() if closing else limit
        yield Entry(head["key"], head["type"].lower(), _fields(text[head.end() : end]), Span(head.start(), end), path)


def _fields(body: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for match in _NAMES.finditer(body):
        fields.setdefault(match[1], _names(group(body, match.end())[0]))
    for match in _FIELD.finditer(body):
        fields.setdefault(match[1], group(body, match.end())[0])
    for match in _VERB.finditer(body):
        fields.setdefault(match[1], match[2])
    return fields


def _names(body: str) -> str:
    """Write the names as a BibTeX author field: ``prefix family, given and …``."""
    names: list[dict[str, str]] = []
    for match in _NAME_PART.finditer(body):
        part = match[1]
        if part == "family" or not names:
            names.append({})
        names[-1].setdefault(part, group(body, match.end())[0])
    return " and ".join(_one_name(name) for name in names)


def _one_name(name: dict[str, str]) -> str:
    family = " ".join(filter(None, (name.get("prefix"), name.get("family"))))
    # Braces keep a collaboration together, whose name may hold an "and".
    return f"{family}, {name['given']}" if "given" in name else f"{{{family}}}"
