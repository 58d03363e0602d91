"""Whether two lines bear the same name: stricter than likeness, since one letter may name another method."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from rapidfuzz import fuzz

from tablecheck.matching.labels import cited_author, normal
from tablecheck.matching.sheet import LineName
from tablecheck.model.headers import normal_label

_WORD = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?|(?<=[^\W_])\++(?![\w+])")  # the "++" of "YOLACT++" names another method
_PART = re.compile(r"(?<![^\W\d_])[^\W\d_](?=\d)|(?<=\d)[^\W\d_](?![^\W\d_])")  # a letter joined to digits
_LONG = 4  # letters from which two words may differ by a slip and still be one
_SLIP = 85  # of RapidFuzz's 100: one letter in seven
_OWN_NAME = 0.7
_SEVERAL = 3  # lines of which a word must stand in most before it tells nothing
_ALIKE = 0.85
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_MARKED = re.compile(r"[¹²³⁰⁴-⁹ᵃ-ᶻ]+")
_REFERENCE = re.compile(r"\[[\d,;\s–-]+\]")
_MISSPELT = 0.98  # "OCNet" and "OCRNet" may be one, unless one of the tables prints both
_CONFLICT = 0.6  # the most that two names can reach which both say something the other does not


def same_name(one: LineName, other: LineName) -> float:
    """Compare the whole paths of two lines, 0 to 1.

    1: the same words; 0.98: but for a letter. From 0.85: one says more than the other, as "NorthNet-L" does beside
    "NorthNet". At most 0.6: each says something that the other does not, as "Lake Acc" and "River Acc", "R50" and
    "R101".
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
    for own in (_nearest, _without_brackets, _telling):
        mine, other = own(ours[our_line]), own(theirs[their_line])
        alike = same_words(mine, other)
        if alike >= _ALIKE and not any(
            same_words(one, own(name)) >= alike
            for one, lines, index in ((other, ours, our_line), (mine, theirs, their_line))
            for place, name in enumerate(lines)
            if place != index
        ):
            return _OWN_NAME
    if _cite_one_paper(our_line, their_line, ours, theirs):
        return _OWN_NAME
    return round(whole, 3)


def telling_words(printed: Sequence[str]) -> tuple[frozenset[str], ...]:
    """The words of each label that stand in no other of these labels; numbers of references are no words."""
    words = [frozenset(_WORD.findall(_REFERENCE.sub(" ", label).lower())) - {"et", "al"} for label in printed]
    often = Counter(word for label in words for word in label)
    return tuple(frozenset(word for word in label if often[word] == 1) for label in words)


def words_in_common(ours: frozenset[str], theirs: frozenset[str]) -> float:
    """The share of the words of the shorter label that the other has as well, 0 to 1; single letters stand for none."""
    if not ours or not theirs:
        return 0.0
    few, many = sorted((ours, theirs), key=len)

    def stands(word: str) -> bool:
        return any(word == other or (min(len(word), len(other)) > 1 and _same_word(word, other)) for other in many)

    return sum(map(stands, few)) / len(few)


def told_apart(names: Sequence[LineName]) -> tuple[LineName, ...]:
    """Give lines whose names differ in a raised letter or digit alone that mark as a word: "APᵇ" and "APᵐ" are two.

    Elsewhere such a mark is a footnote's, and stays out of the name.
    """
    often = Counter(name.full for name in names)
    return tuple(_with_marks(name) if often[name.full] > 1 else name for name in names)


def with_telling(names: Sequence[LineName]) -> tuple[LineName, ...]:
    """Say of each line what is left of its name without the words that most of the lines share.

    "COCO 1x AP" and "COCO 2x AP" are told apart by "1x" and "2x", as "Fine-tune 1x AP" and "Fine-tune 2x AP" are.
    """
    words = [_WORD.findall(name.full) for name in names]
    often = Counter(word for of_line in words for word in set(of_line))
    shared = {word for word, count in often.items() if count >= _SEVERAL and count * 2 > len(names)}
    return tuple(
        replace(name, telling=" ".join(word for word in of_line if word not in shared)) if shared else name
        for name, of_line in zip(names, words, strict=True)
    )


def _with_marks(name: LineName) -> LineName:
    marks = unicodedata.normalize("NFKD", " ".join(_MARKED.findall(name.printed))).lower()
    if not marks or not name.full:
        return name
    return replace(name, full=f"{name.full} {marks}", nearest=f"{name.nearest} {marks}")


def _cite_one_paper(our_line: int, their_line: int, ours: Sequence[LineName], theirs: Sequence[LineName]) -> bool:
    """Whether two lines cite a work of one first author that no other line of either table may cite."""
    mine, other = cited_author(ours[our_line].printed), cited_author(theirs[their_line].printed)
    if not _may_be_one(mine, other):
        return False
    rivals = [(other, name) for place, name in enumerate(ours) if place != our_line]
    rivals += [(mine, name) for place, name in enumerate(theirs) if place != their_line]
    return not any(_may_be_one(one, cited_author(name.printed)) for one, name in rivals)


def _may_be_one(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return bool(one[0]) and one[0] == other[0] and (one[1] == other[1] or not one[1] or not other[1])


def _whole(name: LineName) -> str:
    """The whole path; a citation that is all of a label is its name: "Eigen et al. [8]"."""
    if name.nearest:
        return name.full
    return f"{' '.join(cited_author(name.printed))} {name.full}".strip() or normal_label(name.printed)


def _nearest(name: LineName) -> str:
    return name.nearest


def _telling(name: LineName) -> str:
    return name.telling


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
    pairs = _paired_words(ours, theirs)
    if len(pairs) == len(ours) == len(theirs):
        return _MISSPELT if any(map(_is_misspelt, pairs)) else 1.0
    # "C" of "C3DPO" is no short form of "CSF", and "S" alone does not make "SiT" of "LV-ViT-S"
    initials = [min(word, same, key=len) for word, same in pairs if word != same and 1 in (len(word), len(same))]
    parts = set(_PART.findall(one) + _PART.findall(other)) if len(initials) < len(pairs) else set(initials)
    shared = len(pairs) - sum(initial in parts for initial in initials)
    missing, further = len(ours) - shared, len(theirs) - shared
    whole = shared + missing + further
    if not missing or not further:
        return 0.85 + 0.1 * shared / whole if shared else 0.0
    if min(len(one), len(other)) > _LONG and (_stands_in(one, other) or _stands_in(other, one)):
        return 0.85
    return _CONFLICT * shared / whole


def _paired_words(ours: Sequence[str], theirs: Sequence[str]) -> list[tuple[str, str]]:
    """Pair each word with the first free one that is the same."""
    pairs: list[tuple[str, str]] = []
    left = list(theirs)
    for word in ours:
        found = word if word in left else next((other for other in left if _same_word(word, other)), None)
        if found is not None:
            left.remove(found)
            pairs.append((word, found))
    return pairs


def _stands_in(short: str, long: str) -> bool:
    """Whether the letters of a label stand in another; "Rank-1" does not stand in "Text Rank-10"."""
    within, whole = letters(short), letters(long)
    start = whole.find(within)
    while start >= 0:
        before, after = whole[max(0, start - 1) : start], whole[start + len(within) :][:1]
        in_number = (within[:1].isdigit() and before.isdecimal()) or (within[-1:].isdigit() and after.isdecimal())
        if not in_number:
            return True
        start = whole.find(within, start + 1)
    return False


def _is_misspelt(pair: tuple[str, str]) -> bool:
    short, long = sorted(pair, key=len)
    return not long.startswith(short)


def _same_word(one: str, other: str) -> bool:
    if one == other:
        return True
    if not (one[0].isalpha() and other[0].isalpha()):
        return False
    short, long = sorted((one, other), key=len)
    if long.startswith(short) and len(short) != 2:
        return True  # "T" for "Tiny", "Liv" for "Liver", "param" for "parameters"
    return len(short) >= _LONG and fuzz.ratio(one, other) >= _SLIP


def letters(label: str) -> str:
    """A label without its spaces and hyphens, in lower case."""
    return re.sub(r"[^\w.@+]", "", label).lower()


def words(label: str) -> frozenset[str]:
    """The words of a label that are longer than a short form of a size."""
    return frozenset(word for word in _WORD.findall(label) if word[0].isalpha() and len(word) > 2)
