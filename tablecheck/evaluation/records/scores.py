"""The measures of Schema-to-JSON: Table-F1, Tuple-F1 and Page-F1, and when two values count as the same.

Bai et al., "Schema-Driven Information Extraction from Heterogeneous Tables" (arXiv 2305.14336), section 4. A value is
right when its words and the known words reach a token-level F1 of a threshold, or when they are the same words; where
several values are known, the nearest counts.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

THRESHOLD = 0.25
"""Token-level F1 from which a value counts as right: what the benchmark's authors tuned on its development data."""

ENOUGH_PAIRS = 0.5  # F1 over the pairs of a list of settings from which the list counts as right, as the benchmark does
EXACT = None
"""In place of a threshold: the same words, in the same order."""

Value = str | Sequence[str] | Mapping[str, str]
"""A known or predicted value: a text, texts of which any will do, or a list of settings."""

Description = Mapping[str, Value]
"""A cell by its attributes; what is not known is missing."""

_CITED = re.compile(r"\\(?:cite|ref).*?\{.*?\}")
_PUNCTUATION = re.compile(r"(?<!\\)[{}\[\],()@$–\-+%&#_^~|<>\\/]")


@dataclass(frozen=True, slots=True)
class Tally:
    """How many values were right, wrongly given, and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """Share of the given values that are right; 0 where none was given."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 0.0

    @property
    def recall(self) -> float:
        """Share of the known values that were given; 0 where there is none."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        total = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / total if total else 0.0


def words_of(text: str) -> list[str]:
    """The words that are compared: lower case, without citations and punctuation.

    >>> words_of("AP$_{50}$ (mask)~\\\\cite{lake}")
    ['ap', '50', 'mask']
    """
    return _PUNCTUATION.sub(" ", _CITED.sub("", text)).lower().split()


def token_f1(known: str, given: str) -> float:
    """F1 of the words of two texts, as multisets.

    >>> token_f1("Lake Roads", "Lake Roads test")
    0.8
    """
    ours, theirs = Counter(words_of(known)), Counter(words_of(given))
    total = ours.total() + theirs.total()
    return 2 * (ours & theirs).total() / total if total else 0.0


def is_right(known: Value, given: Value, threshold: float | None = THRESHOLD) -> bool:
    """Whether a given value counts as the known one."""
    if isinstance(known, Mapping) or isinstance(given, Mapping):
        return _settings_f1(_pairs(known), _pairs(given), threshold) >= ENOUGH_PAIRS
    texts = [given] if isinstance(given, str) else list(given)
    return any(_alike(one, text, threshold) for one in _texts(known) for text in texts[:1])


def tally(known: Mapping[str, Description], given: Mapping[str, Description],
          threshold: float | None = THRESHOLD) -> Tally:  # fmt: skip
    """Count the attributes of the cells of one table, cell by cell.

    A wrong value is wrongly given and missed at once; cells that only one side has count with all their attributes.
    """
    total = Tally()
    for place in {*known, *given}:
        total += tally_cell(known.get(place, {}), given.get(place, {}), threshold)
    return total


def tally_cell(known: Description, given: Description, threshold: float | None = THRESHOLD) -> Tally:
    """The same for one cell."""
    total = Tally()
    for attribute in {*known, *given}:
        if attribute not in given:
            total += Tally(missed=1)
        elif attribute not in known:
            total += Tally(wrong=1)
        elif is_right(known[attribute], given[attribute], threshold):
            total += Tally(right=1)
        else:
            total += Tally(wrong=1, missed=1)
    return total


def macro(tallies: Sequence[Tally]) -> tuple[float, float, float]:
    """Precision, recall and F1, each the mean over tables, in percent: Table-F1 is the last.

    Raises:
        ValueError: there is no table.
    """
    if not tallies:
        raise ValueError("no table to score")
    figures = [(one.precision, one.recall, one.f1) for one in tallies]
    precision, recall, f1 = np.mean(np.array(figures), axis=0) * 100
    return float(precision), float(recall), float(f1)


def tuple_tally(known: Iterable[Hashable], given: Sequence[Hashable]) -> Tally:
    """Count the tuples of one table; Tuple-F1 is over all tables together (Gupta et al., arXiv 2207.01079)."""
    known = list(known)
    right = sum(one in known for one in given)
    return Tally(right, len(given) - right, max(0, len(known) - right))


def page_f1(found: Mapping[str, Sequence[tuple[str, Sequence[str]]]]) -> float:
    """Page-F1 of one web site of SWDE (Hao et al., SIGIR 2011), 0 to 1: the mean over its attributes.

    Args:
        found: For each attribute and each page what was given and what is known; both may be empty.

    An attribute that no page has, and none was given, is left out.
    Precision is the share of pages with a right value among those that were given one, recall among those that have
    one. Values are the same where they are without spaces.
    """
    scores = []
    for pages in found.values():
        if not any(given or known for given, known in pages):
            continue
        right = sum(bool(given) and _bare(given) in {_bare(one) for one in known} for given, known in pages)
        wrong = sum(bool(given) for given, _ in pages) - right
        missed = sum(bool(known) for _, known in pages) - right
        scores.append(Tally(right, wrong, missed).f1)
    return float(np.mean(scores)) if scores else 0.0


def _alike(known: str, given: str, threshold: float | None) -> bool:
    if threshold is EXACT:
        return words_of(known) == words_of(given)
    return token_f1(known, given) >= threshold


def _texts(value: Value) -> list[str]:
    return [value] if isinstance(value, str) else [str(one) for one in value]


def _pairs(value: Value) -> list[str]:
    if isinstance(value, Mapping):
        return [f"{name} {setting}" for name, setting in value.items()]
    return _texts(value)


def _settings_f1(known: Sequence[str], given: Sequence[str], threshold: float | None) -> float:
    """Pair settings one to one so that the words of the pairs agree best, and count the pairs that agree enough."""
    if not known or not given:
        return 0.0
    likeness = np.array([[token_f1(one, other) for other in given] for one in known])
    if threshold is EXACT:
        enough = np.array([[sorted(words_of(one)) == sorted(words_of(other)) for other in given] for one in known])
    else:
        enough = likeness >= threshold
    rows, columns = linear_sum_assignment(-(likeness + enough))
    return 2 * float(enough[rows, columns].sum()) / (len(known) + len(given))


def _bare(text: str) -> str:
    return "".join(text.split())
