"""The labels of a table, ready to be asked what each of its numbers is: what stands above, beside and over them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tablecheck.matching.record_names import is_dataset
from tablecheck.matching.record_words import is_setting, kind_of, metric_of, role_of, tells_of_data
from tablecheck.model.headers import (
    column_path,
    header_row_count,
    is_blank,
    label_cells,
    normal_label,
    section_heading,
    stub_columns,
)
from tablecheck.model.record import RecordType
from tablecheck.model.table import Table

SECTION = "section"
"""What stands over a heading between rows."""

_SIZE = re.compile(r"^\d+(?:\.\d+)?\s?[KMBG]$")
_YES, _NO = re.compile(r"[✓✔]"), re.compile(r"[✗✘×°]")


@dataclass(frozen=True, slots=True)
class Label:
    """A name above or beside a number: its text, and what stands over the column of names it comes from."""

    text: str
    head: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """The labels of a table.

    ``top`` is the first row below the headers, ``stub`` the columns that name the rows, ``varied`` columns of numbers
    that do so too. ``columns`` and ``rows`` have the labels of each line of the grid, ``cited`` the heads of names that
    are cited. ``rows_are_data`` says that rows are data sets; ``is_square`` that rows and columns are the same things.
    """

    top: int
    stub: range
    varied: frozenset[int]
    columns: tuple[tuple[Label, ...], ...]
    rows: tuple[tuple[Label, ...], ...]
    heads: tuple[str, ...]
    cited: frozenset[str]
    rows_are_data: bool
    is_square: bool


def labels_of(table: Table) -> Labels:
    """Read the labels of a table once, for all of its cells."""
    stub = _naming_columns(table)
    top = _below_sizes(table, header_row_count(table), stub)
    paths = [_column_path(table, column, top) for column in range(table.column_count)]
    heads = tuple(_head(paths, column) for column in range(len(paths)))
    rows = tuple(_rows(table, stub, top, heads))
    names = [labels[0].text for labels in rows[top:] if labels]
    return Labels(
        top=top,
        stub=stub,
        varied=frozenset() if any(map(is_words, names)) else _varied(paths, stub),
        columns=tuple(tuple(Label(text) for text in path) for path in paths),
        rows=rows,
        heads=heads,
        cited=frozenset(heads[cell.column] for cell in table.cells if cell.citations and cell.column in stub),
        rows_are_data=_are_data(names, heads[0] if heads else "", tells_of_data(table.caption)),
        is_square=_compares_with_itself(table, top, stub),
    )


def is_size(label: str) -> bool:
    """Whether a label is the size of a model, such as "345M"."""
    return _SIZE.match(label) is not None


def is_words(text: str, shortest: int = 3) -> bool:
    """Whether a text has a word of some length, rather than numbers and signs."""
    return re.search(rf"[^\W\d_]{{{shortest},}}", text) is not None


def _column_path(table: Table, column: int, top: int) -> tuple[str, ...]:
    below = (table.at(row, column) for row in range(header_row_count(table), top))
    return (*column_path(table, column), *(cell.text.strip() for cell in below if cell and cell.text.strip()))


def _head(paths: Sequence[Sequence[str]], column: int) -> str:
    """What stands over a column of names, without what stands over all columns."""
    everywhere = paths[-1] if column < len(paths) - 1 else ()
    return " ".join(text for text in paths[column] if text not in everywhere)


def _rows(table: Table, stub: range, top: int, heads: Sequence[str]) -> Iterator[tuple[Label, ...]]:
    section = ""
    for row in range(table.row_count):
        labels = [*_names(table, row, stub, heads), *_numbers_and_ticks(table, row, stub, heads)]
        yield (*labels, Label(section, SECTION)) if section else tuple(labels)
        if row >= top:
            section = section_heading(table, row) or section


def _names(table: Table, row: int, stub: range, heads: Sequence[str]) -> Iterator[Label]:
    for cell in label_cells(table, row, stub):
        if cell.column in stub or not cell.numbers:
            yield Label(cell.text.strip(), heads[cell.column])


def _numbers_and_ticks(table: Table, row: int, stub: range, heads: Sequence[str]) -> Iterator[Label]:
    for column in stub:
        cell = table.at(row, column)
        if cell is None:
            continue
        if cell.numbers and not is_words(cell.text):
            yield Label(cell.text.strip(), heads[column])
        elif column and is_blank(cell) and (_YES.search(cell.text) or _NO.search(cell.text)):
            yield Label("true" if _YES.search(cell.text) else "false", heads[column])


def _naming_columns(table: Table) -> range:
    """The columns at the left that name the rows: those of words, and those of numbers that are called names."""
    stub = stub_columns(table)
    for column in range(stub.stop, min(table.column_count, stub.stop + 2)):
        if role_of(" ".join(column_path(table, column))) == "model":
            top = header_row_count(table)
            end = column + 1
            while end < table.column_count and _is_of_words(table, end, top):
                end += 1
            return range(end)
    return stub


def _is_of_words(table: Table, column: int, top: int) -> bool:
    cells = [cell for cell in table.column_cells(column) if cell.row >= top and not is_blank(cell)]
    return bool(cells) and sum(not cell.numbers for cell in cells) * 2 > len(cells)


def _below_sizes(table: Table, top: int, stub: range) -> int:
    """The first row below the header, and below a row that prints sizes of models and nothing else."""
    if not 0 < top < table.row_count:
        return top
    cells = [cell for cell in table.row_cells(top) if not is_blank(cell)]
    sizes = sum(is_size(cell.text.strip()) for cell in cells)
    return top + 1 if sizes and sizes * 2 >= len(cells) and not any(cell.column in stub for cell in cells) else top


def _varied(paths: Sequence[Sequence[str]], stub: range) -> frozenset[int]:
    """The columns of numbers left of all results that name no metric: what was varied."""
    varied = set()
    for column in range(stub.stop, len(paths)):
        if any(kind_of(text) is not None and not is_setting(text) for text in paths[column]):
            break
        if not paths[column] or any(is_dataset(text) for text in paths[column]):
            break
        varied.add(column)
    later = (text for path in paths[stub.stop + len(varied) :] for text in path)
    return frozenset(varied) if any(metric_of(text) for text in later) else frozenset()


def _are_data(names: Sequence[str], head: str, is_of_data: bool) -> bool:
    if role_of(head) == "dataset":
        return True
    known = sum(is_dataset(name) for name in names)
    return bool(names) and (known * 2 > len(names) or (is_of_data and not known and not role_of(head)))


def _compares_with_itself(table: Table, top: int, stub: range) -> bool:
    """Whether rows and columns are the same things: tables of confusions and of agreement."""
    if not stub or table.row_count - top < 3:
        return False
    rows = [cell for row in range(top, table.row_count) if (cell := table.at(row, stub.start)) is not None]
    names = [normal_label(cell.text) for cell in rows]
    heads = [normal_label(" ".join(column_path(table, column))) for column in range(stub.stop, table.column_count)]
    if not heads or abs(len(names) - len(heads)) > 2:
        return False
    pairs = list(zip(names, heads, strict=False))
    same = sum(bool(name) and (name in head or _initials(name).startswith(head)) for name, head in pairs)
    return same * 2 > len(pairs) or (same > 0 and _largest_on_diagonal(table, top, stub.stop) * 3 >= len(pairs) * 2)


def _initials(name: str) -> str:
    return "".join(word[0] for word in name.split())


def _largest_on_diagonal(table: Table, top: int, left: int) -> int:
    count = 0
    for step in range(min(table.row_count - top, table.column_count - left)):
        cell = table.at(top + step, left + step)
        row = [other.number.value for other in table.row_cells(top + step) if other.number is not None]
        count += cell is not None and cell.number is not None and cell.number.value == max(row)
    return count


def counts_data(label: str) -> bool:
    """Whether a label counts or measures the data rather than a model."""
    return kind_of(label) is RecordType.STATISTIC
