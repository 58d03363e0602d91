"""The caption of a table in a page: which one it is, what it calls the table, and what it says."""

import re
from collections.abc import Iterator

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


def caption_of(table: etree._Element) -> tuple[str, str]:
    """Find the label and the caption of a table; either is empty where there is none.

    A panel of a larger float is called by both, ``Table 3(b)``, and both captions are given.
    """
    found = [visible_text(caption).text for caption in _captions(table)]
    if not found:
        return split_caption(_stray_caption(table))
    label, caption = split_caption(found[-1])
    for panel in reversed(found[:-1]):
        mark = _PANEL.match(panel)
        if mark and label:
            label += mark[1] if mark[1].startswith("(") else f"({mark[1]}"
        caption = " ".join(filter(None, (caption, panel[mark.end() :] if mark else panel)))
    return label or _numbered_by_latexml(table), caption


def _captions(table: etree._Element) -> list[etree._Element]:
    """The captions that apply to a table, innermost first."""
    own = [child for child in table if child.tag == "caption"]
    captions: list[etree._Element] = own[:1]
    inside = table
    for outer in _floats_around(table):
        caption = _nearest([part for part in outer.iter() if _is_caption(part)], outer, inside)
        if caption is not None:
            captions.append(caption)
        inside = outer
    return captions


def _is_caption(element: etree._Element) -> bool:
    return element.tag == "figcaption" or "ltx_caption" in classes(element)


def _nearest(captions: list[etree._Element], figure: etree._Element, inside: etree._Element) -> etree._Element | None:
    """Of the captions that belong to a figure itself, the one beside the part that holds the table.

    Two tables may share one float with a caption each. Which side captions stand on is seen at the first.
    """
    own = [caption for caption in captions if next(_floats_around(caption), None) is figure]
    if len(own) < 2:
        return own[0] if own else None
    order = {element: position for position, element in enumerate(figure.iter())}
    here = order.get(inside, 0)
    above = [caption for caption in own if order[caption] < here]
    below = [caption for caption in own if order[caption] > here]
    captions_stand_above = not any(order[part] < order[own[0]] for part in figure.iter() if is_table(part))
    if captions_stand_above:
        return above[-1] if above else own[0]
    return below[0] if below else own[-1]


def _floats_around(element: etree._Element) -> Iterator[etree._Element]:
    for outer in element.iterancestors():
        if outer.tag == "figure" or not {"ltx_table", "ltx_float"}.isdisjoint(classes(outer)):
            yield outer


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
