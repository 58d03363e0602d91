"""Writes the flat text, run by run, with the origin of each."""

import re

from tablecheck.latex.flat import EXACT, Flat, Origin, hide
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

    def flat(self) -> Flat:
        """All that was written."""
        return Flat("".join(self._chunks), self._starts, self._origins)

    def clear(self) -> None:
        """Forget what was written."""
        self._chunks.clear()
        self._starts.clear()
        self._origins.clear()
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
