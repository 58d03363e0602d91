"""The words of a message: what tables, rows and columns are called, and what speaks for a finding."""

from tablecheck.model.evidence import Disagreement
from tablecheck.model.headers import column_path, path_text, row_path
from tablecheck.model.match import TableMatch
from tablecheck.model.table import Cell, Table

_NAMELESS = "its table"
_LONGEST_CAPTION = 40  # characters of a caption that stand for a table without a number


def cited_table(table: Table) -> str:
    """What a table of a cited paper is called: its number, else the beginning of its caption."""
    if table.label:
        return table.label
    caption = table.caption.strip()
    if not caption:
        return _NAMELESS
    short = caption if len(caption) <= _LONGEST_CAPTION else caption[:_LONGEST_CAPTION].rsplit(" ", 1)[0] + "…"
    return f"the table “{short}”"


def row_words(table: Table, cell: Cell) -> str:
    """The labels of the row of a cell."""
    return path_text(row_path(table, cell.row)) or f"row {cell.row + 1}"


def column_words(table: Table, cell: Cell) -> str:
    """The headers of the column of a cell."""
    return path_text(column_path(table, cell.column, cell.row)) or f"column {cell.column + 1}"


def cited_place(match: TableMatch, cell: Cell) -> str:
    """Where a cited cell stands, for a reader who looks it up."""
    return place_words(match.key, match.theirs, cell)


def place_words(key: str, table: Table, cell: Cell) -> str:
    """The same for a cell of any table of a cited paper."""
    name = cited_table(table)
    labels = f"{row_words(table, cell)} / {column_words(table, cell)}"
    return f"[{key}], {labels}" if name == _NAMELESS else f"[{key}], {name}, {labels}"


def neighbours_agree(one: Disagreement) -> str:
    """How many numbers around a finding agree, as the end of a sentence; empty without any."""
    parts = []
    if one.row_agreeing:
        parts.append(f"{count(one.row_agreeing, 'other number')} of the row")
    if one.column_agreeing:
        parts.append(
            f"{count(one.column_agreeing, 'other number') if not parts else one.column_agreeing} of the column"
        )
    if not parts:
        return ""
    verb = "agrees" if one.row_agreeing + one.column_agreeing == 1 else "agree"
    return f"; {' and '.join(parts)} {verb}"


def count(number: int, thing: str) -> str:
    """Say how many.

    >>> count(1, "other number"), count(3, "other number")
    ('1 other number', '3 other numbers')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def numbers_of(one: Disagreement) -> str:
    """The numbers of ours that a finding is about, as the beginning of a sentence."""
    texts = [cell.our_number.text for cell in one.cells]
    if len(texts) == 1:
        return f"{texts[0]} is"
    shown = ", ".join(texts[:3]) + (", …" if len(texts) > 3 else "")
    return f"{shown} ({len(texts)} numbers) are"
