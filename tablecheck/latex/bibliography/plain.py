"""Turns the LaTeX of a bibliography field into the text a reader would see."""

import re
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text

_LONGEST = 5_000  # characters; longer than any title or author list worth comparing
_NEEDS_READING = re.compile(r"[\\$]")
_BARE_PERCENT = re.compile(r"(?<!\\)%")
_TO_TEXT = LatexNodes2Text(math_mode="text", strict_latex_spaces=False)


@lru_cache(maxsize=4096)
def unicode_text(latex: str) -> str:
    r"""Write accents and symbols in Unicode and drop braces.

    >>> unicode_text(r'{\"O}zg{\"u}r  and {BERT}')
    'Özgür and BERT'
    """
    latex = latex[:_LONGEST]
    if _NEEDS_READING.search(latex):
        latex = _through_pylatexenc(latex)
    else:
        latex = latex.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”").replace("~", " ")
    return " ".join(latex.replace("{", "").replace("}", "").split())


def _through_pylatexenc(latex: str) -> str:
    try:
        return str(_TO_TEXT.latex_to_text(_BARE_PERCENT.sub(r"\\%", latex)))
    except Exception:  # noqa: BLE001 - a stranger's parser on damaged text; the letters are still worth having
        return re.sub(r"\\[A-Za-z]+\s*|[\\$]", "", latex)
