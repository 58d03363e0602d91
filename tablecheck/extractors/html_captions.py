"""The caption of a table in a page: which one it is, what it calls the table, and what it says."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from tablecheck.extractors.html_grid import is_table
from tablecheck.extractors.html_text import classes, visible_text

_NUMBER = r"(?:[A-Z]{0,2}\.?\s?-?\d+(?:[.\-]\d+)*[a-z]?|[IVXLC]+|[A-Z](?:\.\d+)*)"
_WORD = r"(?:Tables?|TABLES?|Tab\.|TAB\.|Tableau|Tabelle|Tabla|Tabela|Figure|FIGURE|Fig\.|Listing|Algorithm)"
_LABEL = re.compile(
    rf"(?P<label>(?:(?:Supplementary|Supplemental|Extended Data|Appendix)\s+)?{_WORD}\s?{_NUMBER}(?:\s?\([a-z]\))?)"
    r"(?=\s*[:.|—–-]|\s+[A-Z(“\"]|\s*$)\s*(?:[:.|—–]+|-(?=\s))?\s*"
)
_PANEL = re.compile(r"(\([a-z0-9]{1,3}\)|[a-z]\))[:.]?\s*")
_LATEXML_ID = re.compile(r"\.T(\d+)(?:\.|$)")
_LONGEST_STRAY = 1000  # characters; a paragraph beside a table that is longer is running text


def split_caption(caption: str) -> tuple[str, str]:
    """Take the label off a caption; the label is empty where the caption does not begin with one.

    >>> split_caption("Table 2: Results on Lake.")
    ('Table 2', 'Results on Lake.')
    >>> split_caption("TABLE III Comparison")
    ('TABLE III', 'Comparison')
    """
    text = caption.strip()
    found = _LABEL.match(text)
    if found is None:
        return "", text
    return re.sub(r"\s+", " ", found["label"]), text[found.end() :]


@dataclass(frozen=True, slots=True)
class PageOrder:
    """The captions of each float of a page, and where captions, floats and tables stand in its order."""

    captions: Mapping[etree._Element, list[etree._Element]]
    position: Mapping[etree._Element, int]
    first_table: Mapping[etree._Element, int]


def order_of(page: etree._Element) -> PageOrder:
    """Go through a page once, so that the captions of a thousand tables cost no more than those of one."""
    captions: dict[etree._Element, list[etree._Element]] = {}
    position: dict[etree._Element, int] = {}
    first_table: dict[etree._Element, int] = {}
    for place, element in enumerate(page.iter("*")):
        if _is_caption(element):
            position[element] = place
            if (owner := next(_floats_around(element), None)) is not None:
                captions.setdefault(owner, []).append(element)
        elif is_table(element):
            position[element] = place
            for outer in _floats_around(element):
                first_table.setdefault(outer, place)
        elif _is_float(element):
            position[element] = place
    return PageOrder(captions, position, first_table)


def caption_of(table: etree._Element, order: PageOrder) -> tuple[str, str]:
    """Find the label and the caption of a table; either is empty where there is none.

    A panel of a larger float is called by both, ``Table 3(b)``, and both captions are given.
    """
    found = [visible_text(caption).text for caption in _captions(table, order)]
    if not found:
        return split_caption(_stray_caption(table))
    label, caption = split_caption(found[-1])
    for panel in reversed(found[:-1]):
        mark = _PANEL.match(panel)
        if mark and label:
            label += mark[1] if mark[1].startswith("(") else f"({mark[1]}"
        caption = " ".join(filter(None, (caption, panel[mark.end() :] if mark else panel)))
    return label or _numbered_by_latexml(table), caption


def _captions(table: etree._Element, order: PageOrder) -> list[etree._Element]:
    """The captions that apply to a table, innermost first."""
    own = [child for child in table if child.tag == "caption"]
    captions: list[etree._Element] = own[:1]
    inside = table
    for outer in _floats_around(table):
        if outer in order.captions:
            captions.append(_nearest(order.captions[outer], outer, inside, order))
        inside = outer
    return captions


def _nearest(
    captions: list[etree._Element], figure: etree._Element, inside: etree._Element, order: PageOrder
) -> etree._Element:
    """Of the captions that belong to a figure itself, the one beside the part that holds the table.

    Two tables may share one float with a caption each. Which side captions stand on is seen at the first.
    """
    places = [order.position[caption] for caption in captions]
    following = bisect_right(places, order.position[inside])
    captions_stand_above = places[0] < order.first_table[figure]
    index = following - 1 if captions_stand_above else following
    return captions[min(max(index, 0), len(captions) - 1)]


def _is_caption(element: etree._Element) -> bool:
    return element.tag == "figcaption" or "ltx_caption" in classes(element)


def _is_float(element: etree._Element) -> bool:
    return element.tag == "figure" or not {"ltx_table", "ltx_float"}.isdisjoint(classes(element))


def _floats_around(element: etree._Element) -> Iterator[etree._Element]:
    return (outer for outer in element.iterancestors() if _is_float(outer))


def _stray_caption(table: etree._Element) -> str:
    """A paragraph beside the table that begins like a caption: above it, or below it and above no other table."""
    for neighbour, other_side in ((table.getprevious(), None), (table.getnext(), _after_next(table))):
        if neighbour is None or not isinstance(neighbour.tag, str) or is_table(neighbour):
            continue
        if other_side is not None and is_table(other_side):
            continue
        text = visible_text(neighbour).text
        if len(text) <= _LONGEST_STRAY and split_caption(text)[0]:
            return text
    return ""


def _after_next(element: etree._Element) -> etree._Element | None:
    following = element.getnext()
    return following.getnext() if following is not None else None


def _numbered_by_latexml(table: etree._Element) -> str:
    for outer in table.iterancestors("figure"):
        if found := _LATEXML_ID.search(outer.get("id") or ""):
            return f"Table {found[1]}"
    return ""
