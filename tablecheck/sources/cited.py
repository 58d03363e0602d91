"""What of a bibliography entry says which paper is cited, by which it is locked, and how it is looked for."""

import hashlib
import json

from tablecheck.model.citation import Reference

Cited = dict[str, str | int | list[str]]

_FIELDS = ("title", "authors", "year", "arxiv_id", "arxiv_version", "doi", "acl_id", "openreview_id", "url")


def cited(reference: Reference) -> Cited:
    """Give the fields that name the paper, without those that the entry does not have.

    Neither the key nor where the entry stands belongs to them: two manuscripts may cite one paper.
    """
    values = {name: getattr(reference, name) for name in _FIELDS}
    values["authors"] = list(reference.authors)
    return {name: value for name, value in values.items() if value}


def inquiry(reference: Reference) -> Cited:
    """Give all of an entry that a search for it depends on, and the key, under which its result is spoken of."""
    return {"key": reference.key, "type": reference.entry_type, "note": reference.note or "", **cited(reference)}


def fingerprint(reference: Reference) -> str:
    """Name the search for a reference by a hash."""
    return hashlib.sha256(json.dumps(inquiry(reference), sort_keys=True).encode()).hexdigest()


def identity_of(reference: Reference) -> str | None:
    """Give the surest identifier of an entry as the store writes it, ``arxiv:2101.90001``; ``None`` without one."""
    ids = (
        ("arxiv", reference.arxiv_id),
        ("doi", reference.doi),
        ("acl", reference.acl_id),
        ("openreview", reference.openreview_id),
    )
    return next((f"{scheme}:{identifier}" for scheme, identifier in ids if identifier), None)
