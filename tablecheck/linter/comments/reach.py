"""How far a mark reaches, or what is wrong with it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tablecheck.linter.comments.marks import Mark, Name, Word, near_word
from tablecheck.linter.rule_names import exactness_of_any, rule_problem
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.table import Cell

_FLOAT = re.compile(r"\\(begin|end)\s*\{((?:wrap|sideways|long|margin|floating)?table\*?|deluxetable\*?)\}")


@dataclass(frozen=True, slots=True)
class Reach:
    """A mark that can be obeyed, the rules it names, and the range in its file in which it accepts findings."""

    mark: Mark
    names: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Invalid:
    """A mark that cannot be obeyed, and why."""

    mark: Mark
    why: str


def reaches(manuscript: Manuscript, marks: Sequence[Mark]) -> Iterator[Reach | Invalid]:
    """Find what each mark reaches; an ``enable`` that ends a range gives nothing of its own."""
    for position, mark in enumerate(marks):
        text = manuscript.texts[mark.place.path]
        if why := _wrong(mark, text):
            yield Invalid(mark, why)
        elif mark.word is Word.ENABLE:
            if not _closes_something(mark, marks[:position]):
                yield Invalid(mark, "no disable of these rules stands before it in the file")
        elif mark.word is Word.DISABLE:
            yield from _ranges(mark, marks[position + 1 :], len(text))
        else:
            span = _span(manuscript, mark, text)
            yield Reach(mark, mark.names, span) if span is not None else Invalid(mark, _nowhere(mark))


def _nowhere(mark: Mark) -> str:
    if mark.word is Word.TABLE:
        return "it stands in no table; put it between \\begin{table} and \\end{table}"
    return "no row of a table follows it in the file"


def _wrong(mark: Mark, text: str) -> str:
    if mark.word is None:
        return f"there is no {mark.written_word or 'word here'}; {near_word(mark.written_word)}"
    for name in mark.names:
        if not exactness_of_any(name.rule):
            return rule_problem(name.rule)
    if mark.word.needs_rules and not mark.names:
        return f"{mark.word} must say which rules, as in {mark.word}[TC101]"
    line = text.rfind("\n", 0, mark.place.span.start) + 1
    if mark.word is Word.IGNORE and text[line : mark.place.span.start].strip(" \t%") == "":
        return "it stands alone on its line; write ignore-next-row, or put it at the end of the row"
    return ""


def _span(manuscript: Manuscript, mark: Mark, text: str) -> Span | None:
    if mark.word is Word.FILE:
        return Span(0, len(text))
    if mark.word is Word.TABLE:
        return _table_around(manuscript, mark, text)
    if mark.word is Word.NEXT_ROW:
        return _next_row(manuscript, mark)
    start = text.rfind("\n", 0, mark.place.span.start) + 1
    return Span(start, mark.place.span.start)


def _next_row(manuscript: Manuscript, mark: Mark) -> Span | None:
    """From the mark to the end of the cells of the row that begins first after it."""
    after = [
        (place.span, cell.row, table)
        for table in manuscript.tables
        for cell, place in _placed(table.cells)
        if place.path == mark.place.path and place.span.start >= mark.place.span.end
    ]
    if not after:
        return None
    _, row, table = min(after, key=lambda one: one[0])
    ends = [span.end for span, one, of in after if one == row and of is table]
    return Span(mark.place.span.end, max(ends))


def _table_around(manuscript: Manuscript, mark: Mark, text: str) -> Span | None:
    spans = [
        table.place.span
        for table in manuscript.tables
        if isinstance(table.place, TextPlace) and table.place.path == mark.place.path
    ]
    around = [*spans, *_floats(text)]
    return min(
        (span for span in around if mark.place.span.start in span),
        key=lambda span: span.start - span.end,  # the widest
        default=None,
    )


def _floats(text: str) -> Iterator[Span]:
    opened: list[int] = []
    for match in _FLOAT.finditer(text):
        if match[1] == "begin":
            opened.append(match.start())
        elif opened:
            yield Span(opened.pop(), match.end())


def _placed(cells: Iterable[Cell]) -> Iterator[tuple[Cell, TextPlace]]:
    for cell in cells:
        if isinstance(cell.place, TextPlace):
            yield cell, cell.place


def _ranges(mark: Mark, later: Sequence[Mark], end: int) -> Iterator[Reach]:
    """A range for each rule, up to the ``enable`` of that rule or of all, or to the end of the file."""
    for name in mark.names:
        stop = next(
            (
                one.place.span.start
                for one in later
                if one.place.path == mark.place.path
                and one.word is Word.ENABLE
                and (not one.names or name.rule.lower() in {other.rule.lower() for other in one.names})
            ),
            end,
        )
        yield Reach(mark, (name,), Span(mark.place.span.end, stop))


def _closes_something(mark: Mark, earlier: Sequence[Mark]) -> bool:
    names = {name.rule.lower() for name in mark.names}
    return any(
        one.word is Word.DISABLE
        and one.place.path == mark.place.path
        and (not names or any(name.rule.lower() in names for name in one.names))
        for one in earlier
    )
