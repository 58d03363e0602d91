"""What the right-hand side of a BibTeX field says: braces, quotes, names of strings, and ``#`` between them."""

import re
from collections.abc import Mapping

from tablecheck.latex.bibliography.braces import closing_brace

# The names that every style defines.
MONTH_NAMES = {
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June",
    "jul": "July", "aug": "August", "sep": "September", "oct": "October", "nov": "November", "dec": "December",
}  # fmt: skip
_FIELD = re.compile(r"[\s,}]*([A-Za-z][\w:+.\-]*)\s*=\s*")
_NAME = re.compile(r"[^\s,#{}\"=()]+")
_HASH = re.compile(r"\s*#\s*")


def read_value(text: str, position: int, strings: Mapping[str, str]) -> tuple[str, int]:
    """Read the value at ``position``; gives it without its delimiters, and where reading goes on.

    A name that no ``@string`` defines stands for itself. A value that is never closed ends with the text.
    """
    pieces = []
    while position < len(text):
        if text[position] in '{"':
            end = _closing(text, position)
            pieces.append(text[position + 1 : end])
            position = min(end + 1, len(text))
        elif name := _NAME.match(text, position):
            pieces.append(strings.get(name[0].lower(), name[0]))
            position = name.end()
        else:
            break
        joint = _HASH.match(text, position)
        if joint is None:
            break
        position = joint.end()
    return "".join(pieces), position


def read_fields(text: str, strings: Mapping[str, str]) -> dict[str, str]:
    """Read ``name = value`` pairs out of a text that may be damaged; what makes no sense is stepped over.

    The first of two fields with one name counts, as in BibTeX.
    """
    fields: dict[str, str] = {}
    position = 0
    while True:
        field = _FIELD.match(text, position) or _FIELD.search(text, position)
        if field is None:
            return fields
        value, position = read_value(text, field.end(), strings)
        fields.setdefault(field[1].lower(), value)
        position = max(position, field.end())


def _closing(text: str, position: int) -> int:
    """Find what closes the ``{`` or ``"`` at ``position``; the length of the text where nothing does."""
    if text[position] == "{":
        return closing_brace(text, position)
    depth = 0
    for index in range(position + 1, len(text)):
        character = text[index]
        if character in "{}" and text[index - 1] != "\\":
            depth += 1 if character == "{" else -1
        elif character == '"' and depth <= 0:
            return index
    return len(text)
