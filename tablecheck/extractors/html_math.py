"""What presentation MathML prints, in the plain form of ``model.markup``.

The TeX that LaTeXML keeps beside it (``alttext``, ``tex``, annotations) is not what the reader of the page
sees: it holds macros, phantoms and commented digits. It is never read.
"""

import re
import unicodedata
from collections.abc import Callable

from lxml import etree

from tablecheck.model.markup import lowered, raised

_UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom", "merror", "mprescripts", "none", "maligngroup"})
_ACCENTS = frozenset("¯ˉ^ˆ~˜˙¨→⏟⏞_̲‾ˇ´`⎵⎴")
_INVISIBLE = dict.fromkeys((*range(0x2061, 0x2065), 0x200B, 0xFEFF))
_AS_IN_TEXT = str.maketrans({"∗": "*", "∼": "~", "∘": "°", "⋅": "·"})
_ALPHANUMERIC = re.compile("[\U0001d400-\U0001d7ff]")
_THIN_SPACE, _WIDEST_THIN = "\u2009", 0.25  # em; LaTeX's \, is 0.167 and stands inside numbers, a word space 0.333


def math_text(element: etree._Element) -> str:
    """Read what a ``math`` element, or a part of one, prints."""
    return _ALPHANUMERIC.sub(lambda found: unicodedata.normalize("NFKC", found[0]), _text(element))


def is_bold(element: etree._Element) -> bool:
    """Tell whether the numbers of a formula, or its letters where it has no number, are printed bold."""
    hidden = {part for phantom in element.iter("mphantom") for part in phantom.iter()}
    shown = [part for part in element.iter("mn", "mi", "mtext") if part not in hidden]
    shown = [part for part in shown if part.tag == "mn"] or shown
    return bool(shown) and all(_is_bold_token(part) for part in shown)


def _is_bold_token(token: etree._Element) -> bool:
    if "bold" in (token.get("mathvariant") or ""):
        return True
    letters = [letter for letter in token.text or "" if letter.isalnum()]
    return bool(letters) and all("BOLD" in unicodedata.name(letter, "") for letter in letters)


def _text(element: etree._Element) -> str:
    tag = element.tag
    if not isinstance(tag, str) or tag in _UNSEEN:
        return ""
    if tag in _READERS:
        return _READERS[tag](element)
    return _joined(element)


def _joined(element: etree._Element) -> str:
    pieces = [element.text or ""]
    for child in element:
        pieces.append(_text(child))
        pieces.append(child.tail or "")
    # Line breaks between tags are the serialiser's; a space that is printed stands in mtext or mspace.
    return "".join(piece if piece.strip() or "\n" not in piece else "" for piece in pieces)


def _token(element: etree._Element) -> str:
    return _joined(element).translate(_INVISIBLE).translate(_AS_IN_TEXT)


def _parts(element: etree._Element) -> list[str]:
    return [_text(child).strip() for child in element if isinstance(child.tag, str)]


def _scripts(*shifts: Callable[[str], str]) -> Callable[[etree._Element], str]:
    def read(element: etree._Element) -> str:
        base, *scripts = _parts(element) or [""]
        return base + "".join(shift(script) for shift, script in zip(shifts, scripts, strict=False))

    return read


def _both_scripts(element: etree._Element) -> str:
    """A lower and an upper script, the lower first, but the two sides of an error as they are stacked."""
    base, lower, upper = [*_parts(element), "", "", ""][:3]
    if lower[:1] in {"-", "−"} and upper.startswith("+"):
        return base + raised(upper) + lowered(lower)
    return base + lowered(lower) + raised(upper)


def _under_or_over(shift: Callable[[str], str]) -> Callable[[str], str]:
    return lambda script: "" if _ACCENTS.issuperset(script) else shift(script)


def _fraction(element: etree._Element) -> str:
    return "/".join(part if re.fullmatch(r"[\w.]*", part) else f"({part})" for part in _parts(element))


def _space(element: etree._Element) -> str:
    width = re.match(r"([-\d.]+)em", element.get("width") or "")
    if width is None:
        return " "
    size = float(width[1])
    return "" if size <= 0 else _THIN_SPACE if size < _WIDEST_THIN else " "


def _fenced(element: etree._Element) -> str:
    return element.get("open", "(") + ",".join(_parts(element)) + element.get("close", ")")


def _before(element: etree._Element) -> str:
    """Scripts before and after a base; those before it are rare and are read after it."""
    base, *scripts = _parts(element) or [""]
    return base + "".join((lowered, raised)[index % 2](script) for index, script in enumerate(scripts))


_READERS: dict[str, Callable[[etree._Element], str]] = {
    "mi": _token,
    "mn": _token,
    "mo": _token,
    "mtext": _token,
    "ms": _token,
    "mspace": _space,
    "msup": _scripts(raised),
    "msub": _scripts(lowered),
    "msubsup": _both_scripts,
    "munder": _scripts(_under_or_over(lowered)),
    "mover": _scripts(_under_or_over(raised)),
    "munderover": _scripts(_under_or_over(lowered), _under_or_over(raised)),
    "mmultiscripts": _before,
    "mfrac": _fraction,
    "msqrt": lambda element: f"√({_joined(element)})",
    "mroot": lambda element: "√".join(reversed(_parts(element))),
    "semantics": lambda element: next((_text(child) for child in element if isinstance(child.tag, str)), ""),
    "mtable": lambda element: " ".join(_parts(element)),
    "mtr": lambda element: " ".join(_parts(element)),
    "mfenced": _fenced,
}
