"""Whether two lines bear the same name: stricter than likeness, since one letter may name another method."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from tablecheck.matching.labels import normal
from tablecheck.matching.sheet import LineName
from tablecheck.model.headers import normal_label

_WORD = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")
_LONG = 4  # letters from which two words may differ by a slip and still be one
_SLIP = 85  # of RapidFuzz's 100: one letter in seven
_OWN_NAME = 0.7
_ALIKE = 0.85
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_CONFLICT = 0.6  # the most that two names can reach which both say something the other does not


def same_name(one: LineName, other: LineName) -> float:
    """Compare the whole paths of two lines, 0 to 1.

    1: the same words. From 0.85: one says more than the other, as "NorthNet-L" does beside "NorthNet". At most
    0.6: each says something that the other does not, as "Lake Acc" and "River Acc", "R50" and "R101".
    """
    return same_words(_whole(one), _whole(other))


def name_among(our_line: int, their_line: int, ours: Sequence[LineName], theirs: Sequence[LineName]) -> float:
    """Compare the names of two lines among those of their tables.

    Where the whole paths contradict each other and the own parts do not ("SSIM" under another heading, "DSS" with
    another remark in brackets), 0.7 is given if no other line of either table bears the own name.
    """
    whole = same_name(ours[our_line], theirs[their_line])
    if whole >= _OWN_NAME:
        return round(whole, 3)
    for own in (_nearest, _without_brackets):
        mine, other = own(ours[our_line]), own(theirs[their_line])
        if same_words(mine, other) >= _ALIKE and not any(
            same_words(mine, own(name)) >= _ALIKE
            for lines, index in ((ours, our_line), (theirs, their_line))
            for place, name in enumerate(lines)
            if place != index
        ):
            return _OWN_NAME
    return round(whole, 3)


def _whole(name: LineName) -> str:
    """The whole path; a citation that is all of a label is its name: "Eigen et al. [8]"."""
    return name.full or normal_label(name.printed)


def _nearest(name: LineName) -> str:
    return name.nearest


def _without_brackets(name: LineName) -> str:
    return normal(_BRACKETS.sub(" ", name.printed))


@lru_cache(maxsize=65536)
def same_words(one: str, other: str) -> float:
    """The same for normal labels."""
    if not one or not other:
        return 0.0
    if letters(one) == letters(other):
        return 1.0
    ours, theirs = _WORD.findall(one), _WORD.findall(other)
    shared = 0
    left = list(theirs)
    for word in ours:
        found = next((candidate for candidate in left if _same_word(word, candidate)), None)
        if found is not None:
            left.remove(found)
            shared += 1
    missing, further = len(ours) - shared, len(left)
    if not missing and not further:
        return 1.0
    whole = shared + missing + further
    if not missing or not further:
        return 0.85 + 0.1 * shared / whole if shared else 0.0
    if min(len(one), len(other)) > _LONG and (letters(one) in letters(other) or letters(other) in letters(one)):
        return 0.85
    return _CONFLICT * shared / whole


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    if one[0].isdigit() or other[0].isdigit():
        return False
    short, long = sorted((one, other), key=len)
    if long.startswith(short) and (len(short) >= _LONG or len(short) == 1):
        return True  # "T" for "Tiny", "param" for "parameters"
    return len(short) >= _LONG and fuzz.ratio(one, other) >= _SLIP


def letters(label: str) -> str:
    """A label without its spaces and hyphens, in lower case."""
    return re.sub(r"[^\w.@+]", "", label).lower()
