"""The last resort: one document is left, and one reference without one."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tablecheck.sources.folder import Shelved
from tablecheck.sources.fronts import Fronts
from tablecheck.sources.identity import short_name
from tablecheck.sources.search import Found, Search
from tablecheck.sources.words import words


def with_the_only_one(
    searches: Sequence[Search], documents: Sequence[Shelved], fronts: Fronts, root: Path
) -> tuple[Search, ...]:
    """Give the only document left to the only reference left, if it names what the reference is about.

    The name is that before the colon of the title, ``NorthNet`` of ``NorthNet: Polar Features``; a document
    that shows another title is not taken.
    """
    claimed = {found.document.path for search in searches for found in search.found}
    left = [document for document in documents if document.path not in claimed and not is_own(document, root)]
    waiting = [search for search in searches if not search.found]
    if len(left) != 1 or len(waiting) != 1 or waiting[0].refused:
        return tuple(searches)
    (document,), (search,) = left, waiting
    front, name = fronts.of(document), short_name(search.reference.title)
    if isinstance(front, str) or name is None or not _mentions(front.text, name):
        return tuple(searches)
    if front.titles:  # and none of them is the reference's, or it had been found by its title
        return tuple(searches)
    how = f"mention of {name}; it is the only document left and shows no title to be surer by"
    filled = replace(search, found=(Found(document, how),))
    return tuple(filled if some is search else some for some in searches)


def is_own(document: Shelved, root: Path) -> bool:
    """Tell whether a document is the manuscript itself: a ``.tex`` beside it, or what LaTeX made of one."""
    path = document.path.resolve()
    if path.parent != root.resolve():
        return False
    return document.form == "tex" or path.with_suffix(".tex").exists()


def _mentions(text: str, name: str) -> bool:
    wanted = words(name)
    shown = words(text)
    return any(shown[start : start + len(wanted)] == wanted for start in range(len(shown) - len(wanted) + 1))
