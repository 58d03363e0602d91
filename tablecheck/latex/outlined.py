"""What stands in a stretch of a flat text, remembered with the stretch, where it depends on nothing far behind it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tablecheck.latex.arguments import Range, take_option
from tablecheck.latex.flat import Flat, Stand
from tablecheck.model.citation import Citation
from tablecheck.model.place import Span, TextPlace

if TYPE_CHECKING:
    from tablecheck.latex.environments import Node

_BEHIND = 400  # characters behind white space that may tell what the last command of a stretch takes
_NOTED = "outline"
_SPACE = re.compile(r"\s*")
_OPTION = re.compile(r"\\.|(\[)", re.S)
_FAR = re.compile(r"\\[A-Za-z]*(?:cites|citealts|vol)|[cC]ite[A-Za-z]*\*?<")  # these take other brackets too
_OPENING = frozenset("{[(<*")

Cited = tuple[int, Citation]


@dataclass(frozen=True, slots=True, eq=False)
class Outlined:
    """What stands in a stretch outside of all environments; all offsets are counted from where it begins.

    ``places`` are those of the citations in their file, counted from where the stretch begins there.
    """

    nodes: "tuple[Node, ...]"
    captions: tuple[Range, ...]
    labels: tuple[tuple[int, str], ...]
    cited: tuple[Cited, ...]
    places: tuple[tuple[int, int], ...]
    bibliographies: tuple[str, ...]


def recall(flat: Flat, stand: Stand) -> Outlined | None:
    """Give what stands in a stretch, if it was seen before with the same text behind it."""
    known: tuple[str, Outlined] | None = stand.stretch.noted.get(_NOTED)
    return known[1] if known is not None and known[0] == _behind(flat, stand) else None


def note(
    flat: Flat,
    stand: Stand,
    nodes: "Sequence[Node]",
    captions: Sequence[Range],
    labels: Sequence[tuple[int, str]],
    cited: Sequence[Cited],
    bibliographies: Sequence[str],
) -> None:
    """Remember what was found in a stretch; nothing, where it may depend on more than the text right behind it."""
    behind = _behind(flat, stand)
    if not _stands_alone(flat, stand, behind):
        return
    places = [one.place.span for _, one in cited if one.place is not None]
    stand.stretch.noted[_NOTED] = (
        behind,
        Outlined(
            tuple(node.moved(-stand.at) for node in nodes),
            tuple((start - stand.at, end - stand.at) for start, end in captions),
            tuple((at - stand.at, label) for at, label in labels),
            tuple((at - stand.at, citation) for at, citation in cited),
            tuple((span.start - stand.low, span.end - stand.low) for span in places),
            tuple(bibliographies),
        ),
    )


def paste(outlined: Outlined, stand: Stand, root: "Node") -> list[Cited]:
    """Put what stands in a stretch where it stands now; gives its citations."""
    for node in outlined.nodes:
        root.add(node.moved(stand.at))
    root.captions += [(start + stand.at, end + stand.at) for start, end in outlined.captions]
    root.labels += [(at + stand.at, label) for at, label in outlined.labels]
    low, path = stand.low, stand.path
    return [
        (at + stand.at, Citation(one.keys, one.command, TextPlace(path, Span(low + start, low + end))))
        for (at, one), (start, end) in zip(outlined.cited, outlined.places, strict=True)
    ]


def _behind(flat: Flat, stand: Stand) -> str:
    space = _SPACE.match(flat.text, stand.end)
    return flat.text[stand.end : (space.end() if space else stand.end) + _BEHIND]


def _stands_alone(flat: Flat, stand: Stand, behind: str) -> bool:
    if stand.stretch.braces is None or _FAR.search(stand.stretch.text) or behind.lstrip()[:1] in _OPENING:
        return False
    options = (match.start() for match in _OPTION.finditer(flat.text, stand.at, stand.end) if match[1])
    return all(take_option(flat, at, stand.end)[0] is not None for at in options)
