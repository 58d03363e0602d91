"""An entry of a bibliography as it was written, before anything is made of its fields."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablecheck.model.place import Span

# What a child takes from the volume it stands in. Never an identifier or a title: those are the volume's own.
_INHERITED = ("booktitle", "journal", "year", "date", "publisher", "editor", "series", "volume")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry; field names are in lower case, values are still LaTeX. ``span`` covers it in its file."""

    key: str
    entry_type: str
    fields: Mapping[str, str]
    span: Span
    path: str = ""


def inherit(entry: Entry, entries: Mapping[str, Entry]) -> Entry:
    """Fill the gaps of an entry from those its ``crossref`` and ``xdata`` fields name.

    Only one step is taken for ``crossref``, as BibTeX does, so that a circle costs nothing.
    """
    fields = dict(entry.fields)
    for name in fields.get("xdata", "").split(","):
        if shared := entries.get(name.strip()):
            fields = {**shared.fields, **fields}
    if parent := entries.get(fields.get("crossref", "").strip()):
        for name in _INHERITED:
            if name in parent.fields:
                fields.setdefault(name, parent.fields[name])
        if "title" in parent.fields:
            fields.setdefault("booktitle", parent.fields["title"])
    return replace(entry, fields=fields)
