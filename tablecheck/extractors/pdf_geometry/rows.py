"""Rows from lines: wrapped cells are joined, half-line offsets of centred labels are recognised."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from tablecheck.extractors.pdf_geometry.columns import TextRow
from tablecheck.extractors.pdf_geometry.expressions import is_numeric
from tablecheck.extractors.pdf_geometry.placing import Column, Placed
from tablecheck.extractors.pdf_geometry.sheet import Rule, median
from tablecheck.extractors.pdf_geometry.surrounded import with_cells_on_two_lines

_CLOSEST = 0.78  # of the size: no two rows of text stand closer than this
_BOXED_BANDS = 4  # fewer rules between rows than this are those of booktabs
_WIDE, _NARROWEST = 7.0, 3.5  # of the size: columns that text is wrapped in, and such between vertical rules
_INSIDE = 0.85  # of the step from box to box: \\hline adds 0.4 points to the step of rows, boxes of Word add a third
_STRAYS = 0.2  # lines that look like rows of their own, for each that does not
_OUTDENT = 0.5  # of the size: no line of a label begins this far left of the line above
_ALIKE = 2  # words at the beginning of two labels
_CLOSER = 0.75  # of the usual step, and
_LEADING = 1.35  # of the size: lines of one cell stand this close where its rows stand further apart
_SPACED = 1.6  # of the size: lines of one heading stand no further apart, rows of a table often do
_LIST = 4  # lines between two rules; as many lines of wrapped cells do not all end together
_INDENT = 0.3  # of the size: what begins no further right stands at the same indent
_GOES_ON = ("/", "-", "–", ",", "&", "(")
_SMALL_WORDS = frozenset(("and", "or", "of", "for", "with", "in", "on", "by", "to", "the", "a"))
_HALF = 0.8  # of the usual step: a label centred beside two rows stands half a step below the first


@dataclass(slots=True)
class Row:
    """A row in the making: what was placed in it, and labels that stand between it and the next."""

    first_line: float
    last_line: float
    band: int
    placed: list[Placed]
    between: list[tuple[float, Placed]] = field(default_factory=list)
    latest: list[Placed] = field(default_factory=list)

    @property
    def columns(self) -> set[int]:
        """The columns filled so far."""
        return columns_of(self.placed)


def columns_of(placed: Sequence[Placed]) -> set[int]:
    """All columns that some cells fill."""
    return {column for cell in placed for column in range(cell.first, cell.last + 1)}


def rows_from(
    lines: Sequence[tuple[TextRow, list[Placed]]],
    columns: Sequence[Column],
    partial: Sequence[Rule],
    size: float,
    boxed: bool,
) -> list[Row]:
    """Join lines into rows; ``boxed`` tables have a rule under each row.

    Where some labels stand alone for certain, others that may have been wrapped are taken for headings of rows, too.
    """
    step = _usual_step(lines, len(columns), size)
    lines = with_cells_on_two_lines(lines, step)
    rows = _joined(lines, columns, partial, size, boxed, step)
    headings = [row.placed[0].x0 for row, below in itertools.pairwise(rows) if _is_heading(row, below)]
    return _joined(lines, columns, partial, size, boxed, step, headings) if headings else rows


def _is_heading(row: Row, below: Row) -> bool:
    """Tell a label alone above a row with a label and more."""
    alone = row.columns == {0} and not _has_value(row.placed) and not row.between
    return alone and len(below.columns) > 1 and 0 in below.columns


def _joined(
    lines: Sequence[tuple[TextRow, list[Placed]]],
    columns: Sequence[Column],
    partial: Sequence[Rule],
    size: float,
    boxed: bool,
    step: float,
    headings: Sequence[float] = (),
) -> list[Row]:
    """Join lines into rows; a label alone is none's second line that begins where ``headings`` do, with a capital."""
    rows: list[Row] = []
    for index, (text_row, placed) in enumerate(lines):
        line = text_row.line
        if rows and rows[-1].band == text_row.band:
            above = rows[-1]
            filled = columns_of(placed)
            ruled = any(_parts(rule, above.last_line, line.baseline, placed) for rule in partial)
            close = line.baseline - above.last_line
            heading = text_row.band == lines[0][0].band < lines[-1][0].band
            if not filled & above.columns and close < _HALF * step and close < 1.15 * size:
                above.between += [(line.baseline, cell) for cell in placed]
                above.placed += placed
                continue
            if close < _CLOSEST * size and line.baseline - above.first_line < _CLOSEST * size:
                above.placed += placed
                continue
            is_own = not heading and filled == {0} and _begins_anew(above, placed[0], headings, size)
            is_own = is_own or (filled == {0} and _heads_unlabelled(lines, index))
            if not ruled and not is_own and _wraps(above, placed, filled, columns, size, close, step, heading):
                above.placed += placed
                above.latest = placed
                above.last_line = line.baseline
                continue
            divides = any(cell.first != cell.last and filled & columns_of([cell]) for cell in above.placed)
            if boxed and not ruled and not divides:
                above.placed += placed
                above.last_line = line.baseline
                continue
        rows.append(Row(line.baseline, line.baseline, text_row.band, list(placed), latest=list(placed)))
    return rows


def _has_value(placed: Sequence[Placed]) -> bool:
    return any(
        is_numeric(cell.words[0].text)
        and (len(cell.words) == 1 or cell.words[1].text[0] in "±(×[" or _is_all_value(cell))
        for cell in placed
    )


def _is_all_value(cell: Placed) -> bool:
    return all(is_numeric(word.text) or not word.text[0].isalpha() for word in cell.words)


def _parts(rule: Rule, above: float, below: float, placed: Sequence[Placed]) -> bool:
    return above < rule.at < below and any(rule.start < cell.x1 and rule.end > cell.x0 for cell in placed)


def is_boxed(
    lines: Sequence[tuple[TextRow, list[Placed]]], columns: Sequence[Column], size: float, in_boxes: bool
) -> bool:
    """Tell a table whose rows are each ruled off, so that all lines between two rules are one row.

    ``in_boxes`` says that vertical rules part all columns: then narrow ones, too, are known to hold wrapped text, and
    lines that stand closer than those on both sides of a rule are of one row. Lines that hold values in one column are
    rows of their own; lines that go on where the line above had no room, or fill fewer columns, are not.
    """
    first_band = lines[0][0].band
    bands = {row.band for row, _ in lines}
    if len(bands) < _BOXED_BANDS:
        return False
    listed = {band for band in bands if _is_list([placed for row, placed in lines if row.band == band])}
    across = median(
        [b.line.baseline - a.line.baseline for (a, _), (b, _) in itertools.pairwise(lines) if a.band < b.band]
    )
    joined = parted = 0
    for (row, placed), (below, placed_below) in itertools.pairwise(lines):
        if row.band != below.band or row.band == first_band:
            continue
        above = Row(0.0, 0.0, row.band, list(placed), latest=list(placed))
        values = columns_of([c for c in placed if _has_value([c])]) & columns_of(
            [c for c in placed_below if _has_value([c])]
        )
        fits = [
            _would_not_fit(cell, above, columns[cell.first], size, _NARROWEST if in_boxes else _WIDE)
            for cell in placed_below
            if cell.first == cell.last
        ]
        close = in_boxes and below.line.baseline - row.line.baseline <= _INSIDE * across
        if values or row.band in listed or (0 in columns_of(placed_below) and not all(fits) and not close):
            parted += 1
        else:
            joined += 1
    return parted <= _STRAYS * joined


def _is_list(lines: Sequence[list[Placed]]) -> bool:
    """Tell lines that all fill the same columns, beside a label for all: cells that are wrapped differ in length."""
    filled = [columns for placed in lines if (columns := columns_of(placed) - {0})]
    return len(filled) >= _LIST and len(filled[0]) > 1 and all(columns == filled[0] for columns in filled)


def _usual_step(lines: Sequence[tuple[TextRow, list[Placed]]], column_count: int, size: float) -> float:
    full = [text_row for text_row, placed in lines if len(placed) >= 0.6 * column_count]
    full = full or [text_row for text_row, _ in lines]
    steps = [b.line.baseline - a.line.baseline for a, b in itertools.pairwise(full) if a.band == b.band]
    return max(median(steps, 1.3 * size), 1.05 * size)


def _wraps(
    above: Row,
    placed: Sequence[Placed],
    filled: set[int],
    columns: Sequence[Column],
    size: float,
    distance: float,
    step: float,
    heading: bool,
) -> bool:
    """Tell the second line of a wrapped cell: the first word would not have fitted on the line above."""
    if distance > 1.02 * min(1.55 * size, step + 1) or not filled or not filled < above.columns:
        return False
    if any(cell.first != cell.last for cell in placed):
        return False
    if _has_value(placed):
        return False
    first = min(placed, key=lambda cell: cell.first)
    if first.first == 0 and any(c.first == 0 and first.x0 < c.x0 - _OUTDENT * size for c in above.latest):
        return False  # the label of the next group
    if first.first == 0 and any(c.first == 0 and _begin_alike(c, first) for c in above.latest):
        return False  # "Set digest (en)", "Set digest (fr)": no label goes on as it began
    if not heading and filled == {0} and first.words[0].text[0] == "(" and first.words[-1].text[-1] == ")":
        return True  # what is in brackets goes on with the label above
    wordy = not any(cell.words[0].text[0].isdigit() for cell in placed)
    if not heading and wordy and distance < _CLOSER * step and distance < _LEADING * size:
        return True
    return all(_would_not_fit(cell, above, columns[cell.first], size) for cell in placed)


def _heads_unlabelled(lines: Sequence[tuple[TextRow, list[Placed]]], index: int) -> bool:
    """Tell a label alone a whole line above entries that have none of their own."""
    if index + 1 == len(lines) or lines[index + 1][0].band != lines[index][0].band:
        return False
    line, (below, placed) = lines[index][0].line, lines[index + 1]
    filled = columns_of(placed)
    return len(filled) > 1 and 0 not in filled and below.line.baseline - line.baseline >= line.size


def _begins_anew(above: Row, label: Placed, headings: Sequence[float], size: float) -> bool:
    """Tell a label with a capital, set as headings are, below one that does not end in the middle of a phrase."""
    if not label.words[0].text[0].isupper() or all(abs(label.x0 - at) > _INDENT * size for at in headings):
        return False
    ends = [cell.words[-1].text for cell in above.latest if cell.first == 0]
    return not any(end.endswith(_GOES_ON) or end in _SMALL_WORDS for end in ends)


def _begin_alike(one: Placed, other: Placed) -> bool:
    """Tell two labels whose first words are the same."""
    first, second = ([word.text for word in cell.words[:_ALIKE]] for cell in (one, other))
    return len(first) == _ALIKE and first == second


def _would_not_fit(cell: Placed, above: Row, column: Column, size: float, least: float = _WIDE) -> bool:
    end = max((c.x1 for c in above.latest if c.first <= cell.first <= c.last), default=-1.0)
    needed = cell.words[0].x1 - cell.words[0].x0 + 0.25 * size
    width = column.x1 - column.x0
    return width >= least * size and end + needed > column.x1 - 0.6 * size and end > column.x0 + 0.55 * width


def join_header_lines(rows: list[Row], partial: Sequence[Rule], column_count: int) -> None:
    """Make one row of a heading whose cells are set on two or three lines without a rule between them."""
    if len(rows) < 3 or rows[-1].band == rows[0].band:
        return
    head = [row for row in rows if row.band == rows[0].band]
    if not 2 <= len(head) <= 3:
        return
    if any(head[0].first_line < rule.at < head[-1].last_line for rule in partial):
        return
    if any(cell.first != cell.last for row in head for cell in row.placed):
        return
    if any(is_numeric(word.text) for row in head[1:] for cell in row.placed for word in cell.words):
        return
    filled = [row.columns for row in head]
    top, bottom = filled[0], filled[-1]
    staggered = len(set().union(*filled)) >= 0.6 * column_count and any(row.between for row in head)
    close = all(b.first_line - a.last_line <= _SPACED * b.placed[0].words[0].size for a, b in itertools.pairwise(head))
    below = all(len(columns & top) >= 0.5 * len(columns) for columns in filled[1:])
    hanging = below and len(bottom) <= len(top) and close
    if staggered or hanging:
        for row in head[1:]:
            head[0].placed += row.placed
            rows.remove(row)
        head[0].between = []
