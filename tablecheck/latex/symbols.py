"""Symbols and accents as Unicode characters."""

from functools import cache, lru_cache

from pylatexenc.latex2text import LatexNodes2Text, get_default_latex_context_db

ACCENTS = frozenset("'`^\"~=.") | {"c", "v", "u", "H", "k", "d", "b", "r", "t"}
# Where pylatexenc has none, or where the readers of numbers expect another one.
_OURS = {
    ",": "\u2009", ";": " ", ":": " ", ">": " ", " ": " ", "!": "", "/": "", "-": "", "@": "", "\n": " ", "\t": " ",
    "thinspace": "\u2009", "enspace": " ", "enskip": " ", "quad": " ", "qquad": " ", "space": " ", "nobreakspace": " ",
    "thickspace": " ", "medspace": " ", "negthinspace": "", "slash": "/", "hfill": " ", "newline": " ", "par": " ",
    "%": "%", "&": "&", "#": "#", "$": "$", "_": "_", "{": "{", "}": "}", "|": "‖", "*": "",
    "pm": "±", "cdot": "·", "ast": "*", "sim": "~", "textasciitilde": "~", "circ": "°", "degree": "°", "ddag": "‡",
    "ddagger": "‡", "dag": "†", "textdagger": "†", "textdaggerdbl": "‡", "S": "§", "P": "¶", "checkmark": "✓",
    "cmark": "✓", "xmark": "✗", "Checkmark": "✓", "XSolidBrush": "✗", "faCheck": "✓", "faTimes": "✗", "textendash": "–",
    "star": "⋆", "textuparrow": "↑", "textdownarrow": "↓", "uparrow": "↑", "downarrow": "↓", "triangle": "△",
    "bigtriangleup": "△", "bigtriangledown": "▽", "blacktriangledown": "▼", "blacktriangle": "▲", "Box": "□",
    "percent": "%", "textpercent": "%", "euro": "€", "EUR": "€", "pounds": "£", "copyright": "©", "bullet": "•",
    "lt": "<", "gt": ">", "dots": "…", "dotsc": "…", "colon": ":", "mu": "μ", "micro": "μ", "textmu": "μ", "mid": "|",
    "lbrack": "[", "rbrack": "]", "lbrace": "{", "rbrace": "}", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖",
    "backslash": "\\", "textbackslash": "\\", "i": "ı", "j": "ȷ", "cents": "¢", "sqrt": "√", "max": "max", "min": "min",
    "log": "log", "exp": "exp", "ln": "ln", "argmax": "argmax", "argmin": "argmin", "sup": "sup", "inf": "inf",
    "lim": "lim", "Pr": "Pr", "det": "det", "dim": "dim", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX",
    "textsuperscript@": "", "prime": "′", "textvisiblespace": " ", "eg": "e.g.", "ie": "i.e.",
    "etal": "et al.", "nodata": "…",
}  # fmt: skip
_DINGBATS = {"51": "✓", "52": "✓", "53": "✗", "54": "✗", "55": "✗", "56": "✗", "72": "★", "73": "☆", "109": "❍"}
_UNITS = {
    "percent": "%", "per": "/", "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "milli": "m", "micro": "μ",
    "nano": "n",
    "centi": "c", "hecto": "h", "deci": "d", "pico": "p", "second": "s", "minute": "min", "hour": "h", "day": "d",
    "metre": "m", "meter": "m", "gram": "g", "kilogram": "kg", "hertz": "Hz", "byte": "B", "bit": "bit", "watt": "W",
    "joule": "J", "volt": "V", "ampere": "A", "kelvin": "K", "celsius": "°C", "degreeCelsius": "°C", "degree": "°",
    "decibel": "dB", "electronvolt": "eV", "mole": "mol", "litre": "L", "liter": "L", "pascal": "Pa", "newton": "N",
    "square": "", "squared": "²", "cubed": "³", "tonne": "t", "bar": "bar", "angstrom": "Å", "ms": "ms", "GHz": "GHz",
    "MHz": "MHz", "kHz": "kHz", "GB": "GB", "MB": "MB", "km": "km", "cm": "cm", "mm": "mm", "nm": "nm", "kg": "kg",
}  # fmt: skip


def symbol(name: str) -> str | None:
    """What a command without arguments prints, ``None`` for a command that is not a symbol."""
    found = _OURS.get(name)
    return found if found is not None else _symbols().get(name)


def unit(name: str) -> str | None:
    """What a unit of siunitx prints."""
    return _UNITS.get(name)


def dingbat(number: str) -> str:
    """The dingbat of a number, as ``\\ding`` prints it; ticks and crosses only."""
    return _DINGBATS.get(number.strip(), "•")


@lru_cache(maxsize=4096)
def accented(accent: str, letter: str) -> str:
    """A letter with an accent over or under it: ``accented("'", "e")`` is ``é``."""
    bare = letter.strip() or " "
    if not bare.isalpha() and bare not in {"\\i", "\\j"}:
        return bare if accent not in "~^" or bare.strip() else accent
    return str(LatexNodes2Text().latex_to_text(f"\\{accent}{{{bare}}}"))


@cache
def _symbols() -> dict[str, str]:
    specs = get_default_latex_context_db().iter_macro_specs()
    return {
        spec.macroname: spec.simplify_repl
        for spec in specs
        if isinstance(spec.simplify_repl, str) and "%" not in spec.simplify_repl
    }
