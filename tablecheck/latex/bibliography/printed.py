"""What a reader sees of a printed reference."""

import re

from tablecheck.latex.bibliography.braces import group
from tablecheck.latex.bibliography.plain import unicode_text

LINK = re.compile(r"\\href(?:@noop)?\s*(?=\{)")
_LABELS = re.compile(r"\\bib(?:info|field)\s*\{[^{}]*\}\s*|\\natexlab\s*\{[^{}]*\}|\\hskip[^\\]*\\relax|\\BIB\w+")
_ADDRESS = re.compile(r"\\(?:url|path|doi|urlprefix|URLprefix|DOIprefix)\b\s*(?:\{[^{}]*\})?|https?://\S+")


def shown(latex: str) -> str:
    """Give the text without the addresses and without what only names its parts."""
    latex = _LABELS.sub("", latex)
    while link := LINK.search(latex):
        _, after = group(latex, link.end())
        latex = latex[: link.start()] + latex[after:]
    return unicode_text(_ADDRESS.sub(" ", latex))
