"""Says why a paper was not obtained, and what the author can do."""

import re
from collections.abc import Sequence
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.sources.outcome import Fate
from tablecheck.sources.search import Search

_UNPUBLISHED = re.compile(
    r"in preparation|in prep\b|to appear|submitted|under review|unpublished|personal commun", re.I
)
_MOST_REFUSALS = 3
_FATES: dict[str, str] = {
    Fate.NO_COPY: "it is known, but no copy of it could be had",
    Fate.NOT_FOUND: "no paper was found that is surely the one that is cited",
    Fate.ID_TITLE_MISMATCH: "the entry's identifier belongs to another paper; correct it",
    Fate.REFUSED: "what was fetched shows another title",
    Fate.UNREACHABLE: "a service that could know it did not answer",
}


def not_obtained(search: Search, places: Sequence[Path], left_out: Sequence[str]) -> str:
    """Write the reason for a search that ended without a document."""
    reference = search.reference
    sentences = list(search.refused[:_MOST_REFUSALS])
    if len(search.refused) > _MOST_REFUSALS:
        sentences.append(f"{len(search.refused) - _MOST_REFUSALS} more documents were turned down likewise")
    if not places:
        sentences.append("no folder of papers was given; save the paper in one and name it with --papers")
    else:
        where = ", ".join(map(str, places))
        if not search.refused:
            sentences.append(f"no file in {where} is named {_names(reference)}; put the paper there")
        else:
            sentences.append(f"put the right paper into {where} as {reference.key}.pdf")
    if unpublished := _unpublished(reference):
        sentences.append(f"the entry says “{unpublished}”")
    return "not obtained: " + "; ".join([*sentences, *left_out])


def obtained(search: Search) -> str:
    """Write how the documents were found."""
    return "; ".join(f"found {found.document.origin} by its {found.how}" for found in search.found)


def fate_words(fate: str) -> str:
    """Say in words how fetching ended that brought nothing; empty where nobody tried."""
    words = _FATES.get(fate)
    return f" ({words})" if words else ""


def _names(reference: Reference) -> str:
    names = [name for name in (reference.arxiv_id, reference.key) if name]
    return " or ".join(names) + (" or bears the title" if reference.title else "")


def _unpublished(reference: Reference) -> str | None:
    if match := _UNPUBLISHED.search(reference.note or ""):
        return match[0]
    return "unpublished" if reference.entry_type == "unpublished" else None
