"""Place the cells of the rows on a grid: spans, joined columns, empty rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.latex.arguments import Range
from tablecheck.latex.columns import Column
from tablecheck.latex.printing import Printed

_MOST_COLUMNS = 1_000
_MOST_CELLS = 100_000  # the largest table of the development data has 850
_LARGEST_GRID = 2_000_000  # places


@dataclass(slots=True, eq=False)
class Draft:
    """A cell on its way to the grid; ``source`` is its range in the flat text."""

    printed: Printed
    source: Range
    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    explicit: bool = True  # its span is written in the source

    @property
    def has_content(self) -> bool:
        """Whether it prints or cites anything."""
        return bool(self.printed.text or self.printed.citations)


@dataclass(slots=True)
class Grid:
    """The placed cells; ``line_of[i]`` is the grid row that row ``i`` of the source became, or the next one."""

    drafts: list[Draft]
    line_of: list[int]
    is_cut: bool = False  # cells were left out because there are too many


def place_cells(rows: Sequence[Sequence[tuple[Printed, Range]]], columns: Sequence[Column]) -> Grid:
    """Give each cell its place.

    A ``\\multirow`` reaches as far as the cells under it (over it, where negative) are empty: authors count
    them wrong. Rows that print nothing are left out.
    """
    logical = _logical_columns(columns)
    drafts: list[Draft] = []
    for line, cells in enumerate(rows):
        drafts.extend(_row_drafts(line, cells, columns, logical))
    _stretch(drafts, len(rows))
    grid = _cut(_without_empty_rows(drafts, len(rows)))
    grid.is_cut = grid.is_cut or any(len(cells) > _MOST_COLUMNS for cells in rows)
    return grid


def _cut(grid: Grid) -> Grid:
    """Keep a grid within bounds, so that a hostile text cannot make one that fills the memory."""
    kept = grid.drafts[:_MOST_CELLS]
    rows = max((draft.row + draft.row_span for draft in kept), default=1)
    widest = max(20, _LARGEST_GRID // rows)
    fitting = [draft for draft in kept if draft.column + draft.column_span <= widest]
    return Grid(fitting, grid.line_of, len(fitting) < len(grid.drafts))


def _logical_columns(columns: Sequence[Column]) -> list[int]:
    logical: list[int] = []
    for column in columns:
        logical.append(logical[-1] if column.joined and logical else len(set(logical)))
    return logical


def _row_drafts(
    line: int, cells: Sequence[tuple[Printed, Range]], columns: Sequence[Column], logical: list[int]
) -> list[Draft]:
    drafts: list[Draft] = []
    column = 0
    for printed, source in cells:
        span = min(printed.column_span, _MOST_COLUMNS)
        first, last = _logical(column, logical), _logical(column + span - 1, logical)
        joined = columns[column].joined if column < len(columns) else ""
        if joined and span == 1 and drafts and drafts[-1].column == first and drafts[-1].column_span == 1:
            _join(drafts[-1], printed, source, joined)
        else:
            if drafts and not drafts[-1].printed.covers:  # a span that ends or begins inside a joined pair
                first = max(first, drafts[-1].column + drafts[-1].column_span)
            drafts.append(Draft(printed, source, line, first, printed.row_span, max(1, last - first + 1)))
        column += 1 if printed.covers else span
        if column > _MOST_COLUMNS:
            break
    return _uncovered(drafts)


def _logical(column: int, logical: list[int]) -> int:
    if column < len(logical):
        return logical[column]
    return column - len(logical) + (logical[-1] + 1 if logical else 0)


def _uncovered(drafts: list[Draft]) -> list[Draft]:
    """Drop the empty cells that tabularray and nicematrix write under a span."""
    kept: list[Draft] = []
    reach = -1
    for draft in drafts:
        if draft.column <= reach:
            continue
        kept.append(draft)
        if draft.printed.covers:
            reach = draft.column + draft.column_span - 1
    return kept


def _join(draft: Draft, printed: Printed, source: Range, tie: str) -> None:
    """Put the second half of a number behind the first: ``3&75`` in ``r@{.}l`` is 3.75."""
    first = draft.printed
    if printed.text:
        if first.text[-1:].isdigit() and printed.text[0].isdigit():
            first.text += tie
            first.starts.append(draft.source[1])
            first.ends.append(source[0])
        elif tie in ".," and first.text and not first.text[-1:].isdigit():
            first.text += " "
            first.starts.append(draft.source[1])
            first.ends.append(source[0])
        first.text += printed.text
        first.starts.extend(printed.starts)
        first.ends.extend(printed.ends)
    first.citations.extend(printed.citations)
    first.emphasis.extend(mark for mark in printed.emphasis if mark not in first.emphasis)
    first.notes.extend(printed.notes)
    draft.source = (draft.source[0], source[1])


def _stretch(drafts: list[Draft], row_count: int) -> None:
    """Settle how far each cell reaches down or up, and drop the empty cells it covers."""
    taken: dict[tuple[int, int], Draft] = {}
    for draft in drafts:
        if draft.has_content:
            for column in range(draft.column, draft.column + draft.column_span):
                taken[draft.row, column] = draft
    for draft in drafts:
        wanted = draft.row_span
        step = -1 if wanted < 0 else 1
        reach = 1
        draft.row_span = 1
        if not draft.has_content and not draft.printed.covers:
            continue
        columns = range(draft.column, draft.column + draft.column_span)
        while reach < abs(wanted):
            line = draft.row + step * reach
            if not 0 <= line < row_count or any((line, column) in taken for column in columns):
                break
            for column in columns:
                taken[line, column] = draft
            reach += 1
        draft.row_span = reach
        if step < 0:
            draft.row -= reach - 1
    kept = []
    for draft in drafts:
        spots = [(line, column) for line in range(draft.row, draft.row + draft.row_span)
                 for column in range(draft.column, draft.column + draft.column_span)]  # fmt: skip
        if draft.has_content or all(taken.get(spot) in {None, draft} for spot in spots):
            kept.append(draft)
    drafts[:] = kept


def _without_empty_rows(drafts: list[Draft], row_count: int) -> Grid:
    printing = {draft.row for draft in drafts if draft.has_content}
    printing |= {draft.row + draft.row_span - 1 for draft in drafts if draft.has_content and draft.printed.row_span < 0}
    line_of: list[int] = []
    count = 0
    for line in range(row_count):
        line_of.append(count)
        count += line in printing
    line_of.append(count)
    kept: list[Draft] = []
    for draft in drafts:
        last = line_of[draft.row + draft.row_span]
        first = line_of[draft.row]
        if last > first:
            draft.row, draft.row_span = first, last - first
            kept.append(draft)
    kept.sort(key=lambda draft: (draft.row, draft.column))
    return Grid(kept, line_of)
