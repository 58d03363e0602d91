"""Words that print a value, and neighbours that a sign or a bracket holds together: ``1200 + 25N``."""

import re

from tablecheck.extractors.pdf_geometry.sheet import Word

_NUMBER = re.compile(
    r"[(\[]?[+\-−–<>~≈≤≥]?\$?\d[\d.,]*(?:[±/:]\d[\d.,]*|[eE][-−+]?\d+)*[%°†‡*KMBGkxN⁰-⁹ᵃ-ᶻ¹²³]*[)\]]?[*†‡⁰-⁹ᵃ-ᶻ¹²³]*|[-–—]"
)
_THOUSANDS = re.compile(r"[-−+]?[1-9]\d{0,2}")
_GROUP = re.compile(r"\d{3}%?")
_DIGITS_APART = 0.32  # of the size: a space within a number is a word space or thinner
_JOINS_LEFT = (",", "±", "/", "=", "<", ">", "×", "·", "+", "~", "≈", "≤", "≥", "(", "[", "{")
_JOINS_RIGHT = (",", "±", "/", "=", "×", "·", "%", ")", "]", "}")
_BRACKETS = (("[", "]"), ("(", ")"))
_FAR = 1.0  # of the size: two words this far apart are no expression even with a sign between them
_TIGHT = 0.45  # of the size: signs no further from their neighbours than this belong to one expression for certain


def is_numeric(text: str) -> bool:
    """Tell a word that prints a value, or a dash in its place."""
    return _NUMBER.fullmatch(text) is not None


def is_value(word: Word) -> bool:
    """Tell a word that prints a number."""
    return is_numeric(word.text) and any(character.isdigit() for character in word.text)


def one_expression(left: Word, right: Word, size: float, furthest: float = _FAR) -> bool:
    """Tell two neighbours that a sign or an open bracket holds together, no further apart than a share of the size."""
    if right.x0 - left.x1 > furthest * size:
        return False
    if _THOUSANDS.fullmatch(left.text) and _GROUP.fullmatch(right.text):
        return right.x0 - left.x1 <= _TIGHT * size
    if right.text.startswith("(") and is_numeric(right.text) and is_numeric(left.text):
        return right.x0 - left.x1 <= _TIGHT * size
    opened = any(mark in left.text and close not in left.text for mark, close in _BRACKETS)
    closed = any(close in right.text and mark not in right.text for mark, close in _BRACKETS)
    return opened or closed or left.text.endswith(_JOINS_LEFT) or right.text.startswith(_JOINS_RIGHT)


def is_tight(left: Word, right: Word, size: float) -> bool:
    """Tell neighbours that belong to one expression for certain, as in ``1200 + 25N``."""
    if _THOUSANDS.fullmatch(left.text) and _GROUP.fullmatch(right.text):
        return right.x0 - left.x1 <= _DIGITS_APART * size
    return one_expression(left, right, size, _TIGHT)
