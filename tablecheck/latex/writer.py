"""Writes the flat text, run by run, with the origin of each."""

import re

from tablecheck.latex.flat import EXACT, Flat, Origin, Stand, Stretch, hide
from tablecheck.latex.reader import Piece

_ENDS_IN_WORD = re.compile(r"\\[A-Za-z@]+$")


class FlatWriter:
    """Collects what has been expanded; runs that continue each other in the source become one."""

    def __init__(self) -> None:
        self._chunks: list[str] = []
        self._starts: list[int] = []
        self._origins: list[Origin] = []
        self._size = 0
        self._goes_on_at: tuple[str, int] | None = None
        self._stands: list[Stand] = []

    def flat(self) -> Flat:
        """All that was written."""
        return Flat("".join(self._chunks), self._starts, self._origins, tuple(self._stands))

    def clear(self) -> None:
        """Forget what was written."""
        self._chunks.clear()
        self._starts.clear()
        self._origins.clear()
        self._stands.clear()
        self._size, self._goes_on_at = 0, None

    def write(self, piece: Piece, start: int, end: int) -> None:
        """Write a range of a piece."""
        if start >= end:
            return
        path, low, _ = piece.origin(start)
        exact = piece.high == EXACT
        if not (exact and self._goes_on_at == (path, low)):
            if self._chunks and piece.text[start].isalpha() and _ENDS_IN_WORD.search(self._chunks[-1]):
                self.write_space((path, low, low))  # a control word ended here and must not grow
            self._starts.append(self._size)
            self._origins.append((path, low, EXACT if exact else piece.high))
        self._chunks.append(piece.text[start:end])
        self._size += end - start
        self._goes_on_at = (path, low + end - start) if exact else None

    def write_verbatim(self, piece: Piece, start: int, end: int) -> None:
        """Write a range with its special characters hidden from all scanners."""
        low = piece.low + start if piece.high == EXACT else piece.low
        self.write(Piece(hide(piece.text[start:end]), 0, end - start, piece.path, low, piece.high), 0, end - start)

    def write_space(self, origin: Origin) -> None:
        """Write a space that the source does not have."""
        self._starts.append(self._size)
        self._origins.append(origin)
        self._chunks.append(" ")
        self._size += 1
        self._goes_on_at = None

    def joint(self, path: str, low: int) -> tuple[bool, bool]:
        """How what is written next, from an offset of a file, would join what was written last."""
        ends_in_word = bool(self._chunks) and _ENDS_IN_WORD.search(self._chunks[-1]) is not None
        return self._goes_on_at == (path, low), ends_in_word

    def mark(self) -> tuple[int, int, int]:
        """Where writing has come to."""
        return len(self._chunks), len(self._starts), self._size

    def since(self, mark: tuple[int, int, int], path: str, low: int, cost: int) -> Stretch:
        """Give what was written since a mark as a stretch, which began at an offset of a file."""
        first_chunk, first_run, at = mark
        chunks = tuple(self._chunks[first_chunk:])
        starts = tuple(start - at for start in self._starts[first_run:])
        origins = tuple((one - low, EXACT if end == EXACT else end - low) for _, one, end in self._origins[first_run:])
        goes_on = self._goes_on_at[1] - low if self._goes_on_at is not None else None
        stretch = Stretch(chunks, "".join(chunks), starts, origins, goes_on, cost)
        self._stands.append(Stand(stretch, at, path, low))
        return stretch

    def paste(self, stretch: Stretch, path: str, low: int) -> None:
        """Write a stretch that begins at an offset of a file."""
        at = self._size
        self._stands.append(Stand(stretch, at, path, low))
        if not stretch.chunks:
            return
        self._chunks.extend(stretch.chunks)
        self._starts.extend([at + start for start in stretch.starts])
        self._origins.extend([(path, low + one, EXACT if end == EXACT else low + end) for one, end in stretch.origins])
        self._size += len(stretch.text)
        self._goes_on_at = (path, low + stretch.goes_on) if stretch.goes_on is not None else None
