"""Tells findings apart that say the same of two places."""

from collections import Counter


class Unique:
    """Hands out names, each once."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def name(self, wanted: str) -> str:
        """Give the wanted name, with a number where it was given before.

        >>> names = Unique()
        >>> names.name("a"), names.name("a"), names.name("b")
        ('a', 'a:2', 'b')
        """
        count = self.count(wanted)
        return wanted if count == 1 else f"{wanted}:{count}"

    def count(self, wanted: str) -> int:
        """Tell how often a name was wanted, this time included."""
        self._given[wanted] += 1
        return self._given[wanted]
