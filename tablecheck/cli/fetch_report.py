"""What ``tablecheck fetch`` prints: a line or an object for each reference."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence

from tablecheck.sources.fetching import Fetched
from tablecheck.sources.outcome import Fate

_GOOD_FIRST = {fate: place for place, fate in enumerate(Fate)}


def render_text(fetched: Sequence[Fetched]) -> str:
    """Write a line a reference, what is at hand first, and the counts at the end."""
    width = max((len(one.reference.key) for one in fetched), default=0)
    lines = [
        f"{one.reference.key:<{width}}  {one.fate:<17}  {_forms(one)}{one.reason}"
        for one in sorted(fetched, key=lambda one: _GOOD_FIRST[one.fate])
    ]
    return "\n".join([*lines, _summary(fetched)]) + "\n"


def render_json(fetched: Iterable[Fetched]) -> str:
    """Write the document that docs/fetching.md describes."""
    document = {"schema_version": 1, "references": [_reference(one) for one in fetched]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _summary(fetched: Sequence[Fetched]) -> str:
    if not fetched:
        return "No table cites a paper; nothing to fetch."
    counts = Counter(one.fate for one in fetched)
    with_documents = sum(one.fate.has_documents for one in fetched)
    parts = ", ".join(f"{counts[fate]} {fate}" for fate in Fate if counts[fate])
    noun = "paper" if len(fetched) == 1 else "papers"
    return f"{with_documents} of {len(fetched)} {noun} at hand: {parts}."


def _forms(one: Fetched) -> str:
    forms = [f"{document.kind}" + (f" v{document.version}" if document.version else "") for document in one.documents]
    return f"{', '.join(forms)}: " if forms else ""


def _reference(one: Fetched) -> dict[str, object]:
    return {
        "key": one.reference.key,
        "status": str(one.fate),
        "reason": one.reason,
        "suggestion": one.suggestion,
        "documents": [
            {
                "kind": document.kind,
                "version": document.version,
                "sha256": document.sha256,
                "found_at": document.found_at,
            }
            for document in one.documents
        ],
    }
