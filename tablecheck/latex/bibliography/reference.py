"""Makes a reference of an entry."""

import re
from collections.abc import Mapping

from tablecheck.latex.bibliography.entry import Entry
from tablecheck.latex.bibliography.file_field import file_paths
from tablecheck.latex.bibliography.identifiers import identifiers_of
from tablecheck.latex.bibliography.names import author_names
from tablecheck.latex.bibliography.plain import unicode_text
from tablecheck.model.citation import Reference
from tablecheck.model.place import TextPlace

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_FILE_FIELDS = ("file", "localfile", "pdf")


def reference_of(entry: Entry) -> Reference:
    """Read the fields of an entry."""
    fields = entry.fields
    found = identifiers_of(fields)
    return Reference(
        key=entry.key,
        entry_type=entry.entry_type,
        title=_title(fields),
        authors=author_names(fields.get("author", fields.get("editor", ""))),
        year=_year(fields),
        arxiv_id=found.arxiv_id,
        arxiv_version=found.arxiv_version,
        doi=found.doi,
        acl_id=found.acl_id,
        openreview_id=found.openreview_id,
        url=found.url,
        note=unicode_text(fields.get("note", "")) or None,
        files=tuple(path for name in _FILE_FIELDS for path in _local(fields.get(name, ""))),
        place=TextPlace(entry.path, entry.span),
    )


def _title(fields: Mapping[str, str]) -> str | None:
    title = unicode_text(fields.get("title", ""))
    subtitle = unicode_text(fields.get("subtitle", ""))
    return (f"{title}: {subtitle}" if title and subtitle else title) or None


def _year(fields: Mapping[str, str]) -> int | None:
    for name in ("year", "date"):
        if year := _YEAR.search(fields.get(name, "")):
            return int(year[0])
    return None


def _local(field: str) -> tuple[str, ...]:
    return () if "://" in field else file_paths(field)
