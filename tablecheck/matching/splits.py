"""Which split of the data a text names: training, validation or test."""

import re

_SPLITS = {
    "validation": re.compile(r"\b(?:val(?:20\d\d)?|valid(?! [a-z])|validation|dev|development|mini-?val)\b", re.I),
    "test": re.compile(r"\btest(?:-?(?:dev|std|standard|challenge|a|b))?\b", re.I),
    "train": re.compile(r"\btrain(?:ing)?[- ](?:set|split|accuracy|error|loss)\b", re.I),
}


def split_of(*texts: str) -> str:
    """The split that the first text that names any names; empty where it names several, or none does.

    >>> split_of("F1 (%)", "Results on the test set"), split_of("Val F1", "test")
    ('test', 'validation')
    """
    for text in texts:
        named = [split for split, words in _SPLITS.items() if words.search(text)]
        if named:
            return named[0] if len(named) == 1 else ""
    return ""


def without_split(text: str) -> str:
    """A name without the words for splits."""
    for words in _SPLITS.values():
        text = words.sub(" ", text)
    return " ".join(text.split())
