"""Tables that go on on the next page, joined to one; every cell keeps its own place."""

import re
from collections.abc import Sequence
from dataclasses import replace

from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell, Table

_SAYS_SO = re.compile(r"[\s(\[.:–—-]*(continued|cont(inuation|['’]?d|\.)|fortsetzung|suite|continuación)\b", re.I)
_NOTICE = re.compile(r"[\s(\[–—-]*(.{0,20}\bcontinue[sd] (on|from|to)\b|continued\b.{0,20}$)", re.I)
_ALIGNED = 6.0  # points by which the left sides or the middles of two parts may differ; their widths may more


def joined_over_pages(tables: Sequence[Table]) -> tuple[Table, ...]:
    """Join each table that goes on at the top of the next page, under the same heading, to the part before it.

    The second part must have no caption of its own, or one that says "continued" under the same label. The table
    that results has the place, caption and label of its first part. Tables without a place on a page stay as they are.
    """
    result: list[Table] = []
    ends: dict[int, Table] = {}  # the part that a joined table ends with, by its index in the result
    for table in tables:
        before = next((i for i in reversed(range(len(result))) if _goes_on(ends[i], table, tables)), None)
        if before is None:
            ends[len(result)] = table
            result.append(table)
        else:
            ends[before] = table
            result[before] = _joined(result[before], table)
    return tuple(result)


def _goes_on(first: Table, second: Table, tables: Sequence[Table]) -> bool:
    one, other = first.place, second.place
    if not isinstance(one, PagePlace) or not isinstance(other, PagePlace) or other.page != one.page + 1:
        return False
    aside = min(abs(one.x0 - other.x0), abs(one.x0 + one.x1 - other.x0 - other.x1) / 2)
    if first.column_count != second.column_count or aside > _ALIGNED:
        return False
    says_so = _SAYS_SO.match(second.caption) is not None
    if (second.caption or second.label) and not (says_so and second.label in {"", first.label}):
        return False
    places = [table.place for table in tables if isinstance(table.place, PagePlace)]
    last = not any(place.page == one.page and place.y0 >= one.y1 and _overlap(place, one) for place in places)
    top = not any(place.page == other.page and place.y1 <= other.y0 and _overlap(place, other) for place in places)
    return last and top and _heading(first) == _heading(second) != ()


def _overlap(one: PagePlace, other: PagePlace) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1


def _heading(table: Table) -> tuple[tuple[str, ...], ...]:
    """The texts of the rows that head a table."""
    rows = []
    for row in range(table.row_count):
        cells = list(table.row_cells(row))
        if not cells or not all(cell.is_header for cell in cells):
            break
        if not _is_notice(cells):
            rows.append(tuple(cell.text for cell in cells))
    return tuple(rows)


def _is_notice(cells: Sequence[Cell]) -> bool:
    """Tell a row that only says that the table goes on."""
    return len(cells) == 1 and _NOTICE.match(cells[0].text) is not None


def _joined(first: Table, second: Table) -> Table:
    """Put the rows below the heading of the second part under those of the first."""
    kept = [row for row in range(first.row_count) if not _is_notice(list(first.row_cells(row)))]
    cells = [replace(cell, row=kept.index(cell.row)) for cell in first.cells if cell.row in kept]
    new = [
        row
        for row in range(second.row_count)
        if not all(cell.is_header for cell in second.row_cells(row)) and not _is_notice(list(second.row_cells(row)))
    ]
    cells += [replace(cell, row=len(kept) + new.index(cell.row)) for cell in second.cells if cell.row in new]
    return replace(
        first,
        cells=tuple(cells),
        notes=" ".join(note for note in (first.notes, second.notes) if note),
        confidence=min(first.confidence, second.confidence),
    )
