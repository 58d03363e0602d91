r"""Reads the ``file`` field that reference managers write.

Forms: JabRef ``description:path:type`` with ``\:`` and ``\;`` escaped, several joined by ``;``; Zotero and Better
BibTeX the same with a MIME type, or bare paths; Mendeley ``:path:type``, which drops the leading slash of the path.
"""

import re

_TYPE = re.compile(r"[a-z]+/[a-z0-9.+\-]+|pdf|html?|ps|postscript|djvu|txt|word|url|epub|odt|docx?|text", re.I)
_SEPARATOR = {mark: re.compile(rf"(?<!\\){mark}") for mark in ";:"}


def file_paths(field: str) -> tuple[str, ...]:
    """Give the paths a ``file`` field names, in its order; escapes are undone, nothing is looked up.

    >>> file_paths(r"Full text:papers/a\\:b.pdf:PDF;:home/me/c.pdf:pdf")
    ('papers/a:b.pdf', 'home/me/c.pdf')
    """
    field = re.sub(r"\{?\$\\backslash\$\}?", r"\\", field)
    records = _SEPARATOR[";"].split(field)
    return tuple(dict.fromkeys(path for path in (_path(record.strip()) for record in records) if path))


def _path(record: str) -> str:
    parts = _SEPARATOR[":"].split(record)
    if len(parts) > 1 and _TYPE.fullmatch(parts[-1].strip()):
        parts = parts[:-1]
        if len(parts) > 1 and not _is_drive(parts):
            parts = parts[1:]
    elif len(parts) == 3:  # a description, a path and a type we do not know, or none
        parts = parts[1:2]
    path = ":".join(parts)
    return re.sub(r"\\([:;_&#%{}~\\ ])", r"\1", path).strip() if path.strip(":") else ""


def _is_drive(parts: list[str]) -> bool:
    return len(parts[0]) == 1 and parts[0].isalpha() and parts[1][:1] in {"/", "\\"}
