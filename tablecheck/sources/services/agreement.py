"""Whether a paper that was found is the one that is cited: by title, authors and year, each for itself."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from tablecheck.model.citation import Reference
from tablecheck.sources.services.candidate import Candidate

SAME_TITLE = 95.0  # of 100; below, other papers of one series begin (see the tests)
NEAR_TITLE = 80.0  # of 100; a title that was changed for the journal, or another paper
_SPELLING = 2  # letters that two spellings of one word may differ by: behaviour, behavior; modelling, modeling
_WORD_START = 3  # letters that must be the same: supervised, unsupervised
_SHORT_TITLE = 3  # words; several papers are called so
_LITTLE_WORDS = frozenset({"a", "an", "the", "of", "for", "on", "in", "and", "to", "with", "via", "by", "from", "at"})
_ROMAN = re.compile(r"(?=[ivx])(?:x{0,3})(?:ix|iv|v?i{0,3})")
_EARLIER_PREPRINT = 3  # years from the first version to the volume that is cited


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a found paper compares with a cited one; ``None`` where one of them does not say.

    ``score`` compares the titles, 0 to 100.
    """

    title: bool
    score: float
    authors: bool | None
    year: bool | None

    @property
    def differs_in(self) -> str:
        """What contradicts, in words."""
        parts = [name for name, same in (("authors", self.authors), ("year", self.year)) if same is False]
        return " and ".join(parts)


def compare(reference: Reference, candidate: Candidate) -> Agreement:
    """Compare a cited paper with a found one."""
    cited = reference.title or ""
    titles = [candidate.title]
    if candidate.subtitle:
        titles.append(f"{candidate.title} {candidate.subtitle}")
    return Agreement(
        title=any(same_title(cited, title) for title in titles),
        score=max(fuzz.ratio(normal_title(cited), normal_title(title)) for title in titles),
        authors=same_authors(reference.authors, candidate.authors),
        year=same_year(reference.year, candidate),
    )


def same_title(ours: str, theirs: str) -> bool:
    """Tell whether two titles are one, but for spelling, case, accents and marks.

    >>> same_title("Modelling Toys: a survey", "Modeling toys - A Survey")
    True
    >>> same_title("Supervised Learning of Toy Models", "Unsupervised Learning of Toy Models")
    False
    """
    left, right = normal_title(ours), normal_title(theirs)
    if not left or not right:
        return False
    if left == right or left.replace(" ", "") == right.replace(" ", ""):
        return True
    if fuzz.ratio(left, right) < SAME_TITLE or _numerals(left) != _numerals(right):
        return False
    return _same_words(_content_words(left), _content_words(right))


def normal_title(title: str) -> str:
    """Fold a title to lower-case words without accents and marks."""
    folded = unicodedata.normalize("NFKD", title.replace("ß", "ss").replace("&", " and "))
    folded = "".join(character for character in folded if not unicodedata.combining(character)).lower()
    folded = re.sub(r"\\[a-z]+|[’'`]", "", folded)
    return re.sub(r"[\W_]+", " ", folded).strip()


def same_authors(cited: Sequence[str], found: Sequence[str]) -> bool | None:
    """Tell whether two lists name the same people; the first, or half of those that are cited, decide."""
    if not cited or not found:
        return None
    if same_person(cited[0], found[0]):
        return True
    known = sum(any(same_person(name, other) for other in found) for name in cited)
    return known * 2 >= len(cited) and known >= min(2, len(cited))


def same_person(ours: str, theirs: str) -> bool:
    """Tell whether two names may be one person's: a family name in common, and no initial that contradicts."""
    left, right = _name_words(ours), _name_words(theirs)
    if not left or not right:
        return False
    if left[-1] != right[-1]:
        # Family name first, as in Wang Wei and Wei Wang; whole names only, an initial is no family name.
        return len(left) == len(right) and sorted(left) == sorted(right) and len(left[-1]) > 1
    given, other = left[:-1], right[:-1]
    return not given or not other or bool({name[0] for name in given} & {name[0] for name in other})


def same_year(cited: int | None, candidate: Candidate) -> bool | None:
    """Tell whether a paper may be cited with this year: a preprint is printed later, a volume around its year."""
    if cited is None or candidate.year is None:
        return None
    later = _EARLIER_PREPRINT if candidate.kind in {"preprint", "posted-content"} else 1
    return -1 <= cited - candidate.year <= later


def is_short(title: str) -> bool:
    """Tell whether a title is so short that several papers bear it."""
    return len(normal_title(title).split()) < _SHORT_TITLE


def _name_words(name: str) -> list[str]:
    if "," in name:
        family, _, given = name.partition(",")
        name = f"{given} {family}"
    words = normal_title(name.replace("-", "")).split()
    return [word for word in words if word not in {"jr", "sr", "ii", "iii"}] or words


def _numerals(title: str) -> list[str]:
    """The words that count: GPT-3 is not GPT-4, and part II is not part III."""
    return [word for word in title.split() if any(c.isdigit() for c in word) or _ROMAN.fullmatch(word)]


def _content_words(title: str) -> list[str]:
    return [word for word in title.split() if word not in _LITTLE_WORDS]


def _same_words(ours: list[str], theirs: list[str]) -> bool:
    if len(ours) == len(theirs):
        return all(_same_word(left, right) for left, right in zip(ours, theirs, strict=True))
    # Hyphens come and go: pre-training, pretraining.
    return "".join(ours) == "".join(theirs)


def _same_word(left: str, right: str) -> bool:
    if left == right:
        return True
    alike = left[:_WORD_START] == right[:_WORD_START] and min(len(left), len(right)) > _WORD_START
    return alike and Levenshtein.distance(left, right) <= _SPELLING
