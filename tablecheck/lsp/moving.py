"""Where a place of a checked text stands in a text that has been typed on since."""

from dataclasses import dataclass

from tablecheck.model.place import Span


@dataclass(frozen=True, slots=True)
class Change:
    """What two texts share: so many characters at their beginnings and at their ends; and how long both are."""

    before: int
    after: int
    old: int
    new: int

    def moved(self, span: Span) -> Span | None:
        """Where a span of the old text stands in the new one; ``None`` where the change touches it."""
        if span.end <= self.before:
            return span
        if span.start >= self.old - self.after:
            shift = self.new - self.old
            return Span(span.start + shift, span.end + shift)
        return None

    def back(self, offset: int) -> int | None:
        """Where an offset of the new text was in the old one; ``None`` where what stands there is new.

        Where something was only taken out, what stands behind it is meant: that is what a pointer is at.
        """
        if offset >= self.new - self.after:
            return offset - self.new + self.old
        return offset if offset <= self.before else None


def change_between(old: str, new: str) -> Change:
    """Compare two texts by what they share at both ends."""
    if old == new:
        return Change(len(old), 0, len(old), len(new))
    before = _shared(old, new, min(len(old), len(new)))
    most = min(len(old), len(new)) - before
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle :] == new[len(new) - middle :]:
            low = middle
        else:
            high = middle - 1
    return Change(before, low, len(old), len(new))


def _shared(old: str, new: str, most: int) -> int:
    """The length of the common beginning, by halving: comparing pieces is far faster than comparing characters."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
