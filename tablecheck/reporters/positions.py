"""Turns the places of a report into lines and columns, once per file."""

from collections.abc import Mapping

from tablecheck.model.place import LineColumn, TextPlace, line_column, line_starts


class Positions:
    """The line starts of every file of a manuscript, worked out when first asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._starts: dict[str, tuple[int, ...]] = {}

    def start(self, place: TextPlace) -> LineColumn:
        """Where a place begins."""
        return line_column(self._starts_of(place.path), place.span.start)

    def end(self, place: TextPlace) -> LineColumn:
        """Where a place ends: the position after its last character."""
        return line_column(self._starts_of(place.path), place.span.end)

    def line_text(self, path: str, line: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        starts = self._starts_of(path)
        text = self._texts.get(path, "")
        end = starts[line] if line < len(starts) else len(text)
        return text[starts[line - 1] : end].rstrip("\r\n")

    def _starts_of(self, path: str) -> tuple[int, ...]:
        if path not in self._starts:
            self._starts[path] = line_starts(self._texts.get(path, ""))
        return self._starts[path]
