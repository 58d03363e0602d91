"""What a manuscript calls the method of a cited paper, which calls it "ours"."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tablecheck.matching.labels import own_name
from tablecheck.matching.sheet import Sheet

_WORD = re.compile(r"[A-Za-z]+")
_LABEL = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_SEGMENT = re.compile(r"[A-Z][a-z]*")
_LITTLE = frozenset(re.findall(r"\w+", "a an and as at by for from in into is of on or over the to using via with"))
_FEWEST_LETTERS = 3
_LETTERS_TO_SKIP = 4  # letters of a name that may stand anywhere in the title; a shorter one is its beginning
_MOST_SKIPPED = 2  # words of the title between two that give the name their letters


def name_behind_ours(title: str | None, labels: Iterable[str]) -> str:
    """Find what the labels of another paper call the method of the paper with this title; empty where nothing shows.

    It is what the title says before a colon, unless only a label that the title spells out stands among them.

    >>> name_behind_ours("Momentum Contrast for Visual Features", ["MoCo [9]", "ResNet-50"])
    'MoCo'
    >>> name_behind_ours("Pyramid Vision Transformer: A Backbone", ["PVT-Large", "ViT"])
    'PVT'
    """
    head = own_name(title)
    printed = tuple(labels)
    if head and any(_letters(head) in _letters(label) for label in printed):
        return head
    spelled = {word for label in printed for word in _words_of(label) if spells(title or "", word)}
    longest = [word for word in spelled if len(word) == max(map(len, spelled))]
    return longest[0] if len(longest) == 1 else head


def name_for(ours: Sheet, title: str | None) -> str:
    """The same for the rows and columns of a prepared table of which a number takes part."""
    return _name_for(title, tuple(dict.fromkeys(_labels(ours))))


_name_for = lru_cache(maxsize=1024)(name_behind_ours)


def spells(title: str, name: str) -> bool:
    """Whether words of a title begin, in their order, with the parts of a name, each of which begins with a capital.

    Little words may be left out, and of a name of four letters or more some others. One of three begins as the title
    does, and leaves out one word.

    >>> [spells("Momentum Contrast for Visual Features", name) for name in ("MoCo", "MCVF", "VF", "CVF", "Mocha")]
    [True, True, False, False, False]
    """
    parts = [part.lower() for part in _SEGMENT.findall(name)]
    letters = sum(map(len, parts))
    if len(parts) < 2 or letters < _FEWEST_LETTERS or letters != len(_letters(name)):
        return False
    words = [word for word in _WORD.findall(title.lower()) if word not in _LITTLE]
    if letters < _LETTERS_TO_SKIP:
        return bool(words) and _follow(parts, words[: 1 + len(parts)], 0, 1)
    return any(_follow(parts, words, start, _MOST_SKIPPED) for start in range(len(words)))


def _follow(parts: Sequence[str], words: Sequence[str], start: int, skipped: int) -> bool:
    """Whether the word at a place begins with the first part, and words soon after it with the others."""
    if start >= len(words) or not words[start].startswith(parts[0]):
        return False
    rest = parts[1:]
    return not rest or any(_follow(rest, words, start + 1 + step, skipped) for step in range(skipped + 1))


def _words_of(label: str) -> Iterable[str]:
    for word in _LABEL.findall(label):
        yield word
        yield from word.split("-")


def _letters(text: str) -> str:
    return "".join(_WORD.findall(text)).lower()


def _labels(ours: Sheet) -> Iterable[str]:
    yield from (ours.rows[row].printed for row in sorted(set(ours.row.tolist())))
    yield from (ours.columns[column].printed for column in sorted(set(ours.column.tolist())))
