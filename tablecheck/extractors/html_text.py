"""The visible text of an HTML element, in the plain form of ``model.markup``."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from tablecheck.extractors.html_math import is_bold, math_text
from tablecheck.model.markup import lowered, raised

_UNSEEN_TAGS = frozenset({"script", "style", "template", "noscript", "head", "title", "object", "iframe"})
_UNSEEN_CLASSES = frozenset(
    {
        "ltx_ERROR",
        "ltx_phantom",
        "ltx_note_outer",
        "katex-html",
        "MathJax_Preview",
        "ltx_tag_note",
        "mw-editsection",
        "sr-only",
    }
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_BREAKS = frozenset({"br", "p", "div", "tr", "td", "th", "li", "ul", "ol", "dt", "dd", "table", "section", "h1", "h2"})
_BREAK_CLASSES = frozenset({"ltx_p", "ltx_tr", "ltx_td", "ltx_tabular", "ltx_block", "ltx_item", "ltx_break"})
_EMPHASIS_TAGS = {"b": "bold", "strong": "bold", "u": "underline", "i": "italic", "em": "italic"}
_EMPHASIS_CLASSES = {
    "ltx_font_bold": "bold",
    "ltx_framed_underline": "underline",
    "ltx_ulem_uline": "underline",
    "ltx_ulem_uuline": "underline",
    "ltx_underline": "underline",
    "ltx_font_italic": "italic",
}
_EMPHASIS_STYLES = (
    (re.compile(r"font-weight\s*:\s*(bold|[6-9]00)", re.I), "bold"),
    (re.compile(r"text-decoration[^;]*underline", re.I), "underline"),
    (re.compile(r"font-style\s*:\s*italic", re.I), "italic"),
    (re.compile(r"(^|[;\s])(background-)?color\s*:(?!\s*(inherit|#000000|black))|--ltx-[fb]g-color", re.I), "colour"),
)
_INVISIBLE = dict.fromkeys((*range(0x2061, 0x2065), 0x200B, 0x200E, 0x200F, 0xFEFF, 0x00AD, 0x2060))
_SPACE_IN_NUMBER = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")

Run = tuple[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class VisibleText:
    """What an element prints, and the marks that most of it carries."""

    text: str
    emphasis: tuple[str, ...] = ()


def visible_text(element: etree._Element) -> VisibleText:
    """Read what an element prints; footnotes and what a browser would not show are left out."""
    runs = list(_children(element, _marks(element)))
    return VisibleText(_tidy("".join(text for text, _ in runs)), _emphasis(runs))


def footnotes(element: etree._Element) -> tuple[str, ...]:
    """Read the footnotes that are kept inside an element."""
    outer = (part for part in element.iter("span", "div") if "ltx_note_outer" in classes(part))
    return tuple(note for part in outer if (note := visible_text(part).text))


def is_hidden(element: etree._Element) -> bool:
    """Tell whether a browser would not show an element."""
    return (
        element.tag in _UNSEEN_TAGS
        or element.get("hidden") is not None
        or not _UNSEEN_CLASSES.isdisjoint(classes(element))
        or _HIDDEN.search(element.get("style") or "") is not None
    )


def classes(element: etree._Element) -> list[str]:
    """The classes of an element."""
    return (element.get("class") or "").split()


def _runs(element: etree._Element, marks: frozenset[str]) -> Iterator[Run]:
    tag = element.tag
    if not isinstance(tag, str) or is_hidden(element):
        return
    marks |= _marks(element)
    if tag == "math":
        yield math_text(element), marks | {"bold"} if is_bold(element) else marks
    elif tag == "sup":
        yield raised(_plain(element)), marks
    elif tag == "sub":
        yield lowered(_plain(element)), marks
    elif tag == "svg":
        for foreign in element.iter("foreignobject", "foreignObject"):
            yield from _children(foreign, marks)
    elif tag in _BREAKS or not _BREAK_CLASSES.isdisjoint(classes(element)):
        yield " ", marks
        yield from _children(element, marks)
        yield " ", marks
    else:
        yield from _children(element, marks)


def _children(element: etree._Element, marks: frozenset[str]) -> Iterator[Run]:
    if element.text:
        yield element.text, marks
    for child in element:
        yield from _runs(child, marks)
        if child.tail:
            yield child.tail, marks


def _plain(element: etree._Element) -> str:
    return _tidy("".join(text for text, _ in _children(element, frozenset())))


def _marks(element: etree._Element) -> frozenset[str]:
    marks = {_EMPHASIS_CLASSES[name] for name in classes(element) if name in _EMPHASIS_CLASSES}
    if element.tag in _EMPHASIS_TAGS:
        marks.add(_EMPHASIS_TAGS[element.tag])
    if style := element.get("style"):
        marks.update(mark for pattern, mark in _EMPHASIS_STYLES if pattern.search(style))
    return frozenset(marks)


def _emphasis(runs: list[Run]) -> tuple[str, ...]:
    marked: Counter[str] = Counter()
    total = 0
    for text, marks in runs:
        size = len("".join(text.split()))
        total += size
        marked.update(dict.fromkeys(marks, size))
    return tuple(mark for mark in ("bold", "underline", "italic", "colour") if total and marked[mark] * 2 >= total)


def _tidy(text: str) -> str:
    """One space where there is any, but the thin and unbreakable ones inside a number stay."""
    kept = _SPACE_IN_NUMBER.sub("\u2009", text.translate(_INVISIBLE))
    return re.sub(r"[^\S\u2009]+|\u2009(?!\d)|(?<!\d)\u2009", " ", kept).strip()
