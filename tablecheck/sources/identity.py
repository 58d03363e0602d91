"""Judges whether a document is the paper that a reference means.

Titles are compared by their letters and digits alone (rapidfuzz, normalised indel similarity, 0 to 100); 95 is the
threshold at which the authors must agree too.
"""

from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

from tablecheck.model.citation import Reference
from tablecheck.sources.front import Front
from tablecheck.sources.words import folded, numerals, squeezed, words

SAME_TITLE = 95.0
# Below it two titles are those of two papers: of 91,378 pairs of different titles out of the bibliographies of the
# development data, most from the same fields, 99.2 in 100 are less alike. A paper retitled lightly is more alike.
OTHER_TITLE = 62.0
_SHORTEST_ALONE = 20  # letters and digits of a title that identify a paper whose authors are not shown
_AUTHORS_TRIED = 5
_SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})


class Verdict(StrEnum):
    """What a front says about a reference."""

    SAME = "same"
    OTHER = "other"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict and, where it is not ``SAME``, why, in words for the author.

    ``title_agrees`` says that only the authors speak against it.
    """

    verdict: Verdict
    why: str = ""
    title_agrees: bool = False


def judge(reference: Reference, front: Front) -> Judgement:
    """Compare what an entry says with what a document shows of itself.

    ``UNKNOWN`` means that the document shows too little to say, or a title that may be an earlier or later one
    of the same paper.
    """
    stamped_other = bool(reference.arxiv_id and front.arxiv_id and reference.arxiv_id != front.arxiv_id)
    if not reference.title:
        if stamped_other:
            return Judgement(Verdict.OTHER, f"it is stamped arXiv:{front.arxiv_id}")
        return Judgement(Verdict.SAME if reference.arxiv_id and front.arxiv_id else Verdict.UNKNOWN)
    agree = authors_agree(reference, front)
    if any(same_title(reference.title, title) for title in front.titles) or _has_title_lines(reference.title, front):
        if agree is False:
            return Judgement(Verdict.OTHER, "it bears the same title but names other authors", title_agrees=True)
        return Judgement(Verdict.SAME)
    if not front.titles:
        return Judgement(Verdict.UNKNOWN)
    seen = front.titles[0]
    likeness = max(title_likeness(reference.title, title) for title in front.titles)
    if likeness < OTHER_TITLE or stamped_other or agree is False:
        return Judgement(Verdict.OTHER, f"it bears the title “{seen[:150]}”")
    return Judgement(Verdict.UNKNOWN, f"it bears the title “{seen[:150]}”")


def bears_title(reference: Reference, front: Front) -> bool:
    """Tell whether a document found by its title alone is safe to take: title, numerals and authors agree."""
    if not reference.title or not any(same_title(reference.title, title) for title in front.titles):
        return False
    agree = authors_agree(reference, front)
    if agree is None:
        return len(squeezed(reference.title)) >= _SHORTEST_ALONE
    return agree and not _posted_long_after(reference, front)


def same_title(ours: str, theirs: str) -> bool:
    """Tell whether two titles are one, however they were broken, hyphenated or capitalised."""
    return fuzz.ratio(squeezed(ours), squeezed(theirs)) >= SAME_TITLE and numerals(ours) == numerals(theirs)


def title_likeness(ours: str, theirs: str) -> float:
    """Say how alike two titles are, 0 to 100; a subtitle that only one of them has costs nothing."""
    return max(
        fuzz.ratio(squeezed(ours), squeezed(theirs)),
        fuzz.token_set_ratio(" ".join(words(ours)), " ".join(words(theirs))),
    )


def authors_agree(reference: Reference, front: Front) -> bool | None:
    """Tell whether the authors of an entry are named; ``None`` where one of the two names nobody.

    The first author must be there, or half of the first five: names are abbreviated and reordered.
    """
    families = [_family(author) for author in reference.authors[:_AUTHORS_TRIED]]
    families = [family for family in families if family]
    if not families or not front.authors.strip():
        return None
    shown, run = set(words(front.authors)), squeezed(front.authors)
    found = [shown.issuperset(family) or (len("".join(family)) > 5 and "".join(family) in run) for family in families]
    return found[0] or 2 * sum(found) >= len(found) > 1


def short_name(title: str | None) -> str | None:
    """Give the name before the colon, ``NorthNet`` of ``NorthNet: Polar Features``, where it is one word."""
    name, colon, _ = (title or "").partition(":")
    name = name.strip()
    named = name[:1].isupper() or any(letter.isdigit() or letter.isupper() for letter in name)
    return name if colon and 3 <= len(name) <= 30 and " " not in name and named else None


def _has_title_lines(title: str, front: Front) -> bool:
    """Look for lines of the title's own near the top, for pages on which something else is set larger."""
    wanted = squeezed(title)
    if len(wanted) < _SHORTEST_ALONE:
        return False
    lines = [squeezed(line) for line in front.text[:1500].splitlines()]
    starts = range(len(lines))
    return any("".join(lines[start : start + count]) == wanted for start in starts for count in range(1, 5))


def _posted_long_after(reference: Reference, front: Front) -> bool:
    """A paper of 1986 is not the one whose arXiv id is of 2021."""
    if not reference.year or not front.arxiv_id or not front.arxiv_id[:4].isdigit():
        return False
    return reference.year + 2 < 2000 + int(front.arxiv_id[:2])


def _family(author: str) -> list[str]:
    """Give the words of the family name of ``Ada de la Example Jr``: its last word, at hyphens apart."""
    parts = [part for part in folded(author).replace(",", " ").split() if part.strip(".") not in _SUFFIXES]
    return [word for word in words(parts[-1]) if len(word) > 1] if parts else []
