"""Writes HTML so that no text of a manuscript or paper can become markup."""

import re
from collections.abc import Iterable
from html import escape

from tablecheck import __version__

_VOID = frozenset({"br", "img", "input", "link", "meta"})
_NOT_IN_HTML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


class Html(str):
    """A text that is markup already."""

    __slots__ = ()


Child = str | None | Iterable["Child"]


def element(tag: str, *children: Child, **attributes: str | int | bool | None) -> Html:
    """Write an element; plain texts among its children are escaped.

    An attribute that is ``None`` or ``False`` is left out. ``class_`` and ``aria_label`` stand for ``class`` and
    ``aria-label``.

    >>> element("p", "a < b", element("b", "c"), class_="note")
    '<p class="note">a &lt; b<b>c</b></p>'
    """
    written = "".join(_attribute(name, value) for name, value in attributes.items())
    if tag in _VOID:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{joined(children)}</{tag}>")


def document(title: str, policy: str, style: str, body: Html) -> str:
    """Write a whole page that asks for nothing else; ``policy`` is its Content-Security-Policy."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="generator", content=f"tablecheck {__version__}"),
        element("link", rel="icon", href="data:,"),
        element("title", title),
        element("style", Html(style)),
    )
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n{body}\n</html>\n'


def scrolling(child: Html, label: str, tag: str = "div") -> Html:
    """Let something wide scroll by itself, also from the keyboard."""
    return element(tag, child, class_="scroll", role="group", tabindex=0, aria_label=label)


def joined(children: Iterable[Child]) -> Html:
    """Write children one after the other."""
    return Html("".join(_child(child) for child in children))


def _child(child: Child) -> str:
    if child is None:
        return ""
    if isinstance(child, Html):
        return child
    if isinstance(child, str):
        return escape(_clean(child), quote=False)
    return joined(child)


def _attribute(name: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    shown = name.rstrip("_").replace("_", "-")
    return f" {shown}" if value is True else f' {shown}="{escape(_clean(str(value)))}"'


def _clean(text: str) -> str:
    return _NOT_IN_HTML.sub("\ufffd", text)
