"""What a glyph means where the PDF does not say so: ligatures, and codes of TeX's own encodings.

Fonts without a table of names (bitmap fonts in Type 3, subsets without ``ToUnicode``) give the bare codes of
TeX's encodings: OT1 and T1 for text (Knuth, The TeXbook, appendix F; the Cork encoding, TUGboat 11:4), OMS
for symbols. The codes below 32 of the three do not collide for what papers print.
"""

from functools import cache

from tablecheck.model.markup import SIGNS

_LIGATURES = {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st"}
_OT1 = {"\x0b": "ff", "\x0c": "fi", "\x0d": "fl", "\x0e": "ffi", "\x0f": "ffl"}
_T1 = {"\x15": "–", "\x16": "—", "\x1b": "ff", "\x1c": "fi", "\x1d": "fl", "\x1e": "ffi", "\x1f": "ffl"}
_OMS = {"\x00": "−", "\x01": "·", "\x02": "×", "\x03": "*", "\x06": "±", "\x07": "∓"}
_ALIKE = {"∼": "~", "∆": "Δ", "µ": "μ", "∕": "/", "\u0088": "•", **SIGNS}
_INVISIBLE = dict.fromkeys("\u200b\u200c\u200d\ufeff\u00ad\u2060", "")
_LETTERS = {**_LIGATURES, **_OT1, **_T1, **_OMS, **_ALIKE, **_INVISIBLE}
ACCENTS = {"¯": "\u0304", "ˆ": "\u0302", "˜": "\u0303", "˙": "\u0307", "¨": "\u0308", "ˇ": "\u030c", "˘": "\u0306"}
_LARGE_DELIMITERS = ("CMEX", "LMMathExtension")


class _NoText(dict[str, str]):
    """Codes of a font whose glyphs are parts of large signs; none of them is text."""

    def get(self, code: str, default: str = "") -> str:  # type: ignore[override]
        """Give letters and digits as they are, nothing for the rest."""
        return code if code.isalnum() else ""


@cache
def letters_of(font: str) -> dict[str, str]:
    """Give the text that glyphs stand for, empty where one prints nothing to read; other codes mean themselves."""
    return _NoText() if any(name in font for name in _LARGE_DELIMITERS) else _LETTERS
