"""Brings titles and names to a form in which two ways of writing one of them are equal."""

import re
import unicodedata
from collections.abc import Sequence

_UNDECOMPOSED = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"})
_ROMAN = re.compile(r"(?:i{1,3}|iv|vi{0,3}|ix|x)")


def folded(text: str) -> str:
    """Take away case, accents and ligatures."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).casefold().translate(_UNDECOMPOSED)


def words(text: str) -> list[str]:
    """Give the folded words and numbers; a mark glued to a name, as in ``Wang1``, stands alone.

    >>> words("Müller1, E. (2021)")
    ['muller', '1', 'e', '2021']
    """
    return re.findall(r"[^\W\d_]+|\d+", folded(text))


def squeezed(text: str) -> str:
    """Give the folded letters and digits alone: where a line broke or a hyphen stood no longer matters.

    >>> squeezed("Once-for-All: Spe- cialize")
    'onceforallspecialize'
    """
    return re.sub(r"[\W_]+", "", folded(text))


def numerals(title: str) -> tuple[str, ...]:
    """Give the numbers of a title, roman ones among them: they tell part I from part II.

    >>> numerals("Mapping the Toy Sky IV in 3D"), numerals("PVT v2")
    (('iv', '3'), ('2',))
    """
    found = re.findall(r"\d+|[^\W\d_]+", folded(title))
    last = len(found) - 1
    return tuple(
        word
        for index, word in enumerate(found)
        if word.isdigit()
        # One letter is a numeral only where one is expected: "v" is also a version and "x" an unknown.
        or (_ROMAN.fullmatch(word) and index and (len(word) > 1 or index == last or found[index - 1] == "part"))
    )


def listed(names: Sequence[str]) -> str:
    """Write names as a sentence lists them.

    >>> listed(["arXiv", "Crossref", "Unpaywall"])
    'arXiv, Crossref and Unpaywall'
    """
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
