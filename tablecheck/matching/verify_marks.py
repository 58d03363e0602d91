"""Which numbers the authors mark as their own re-run of a cited method; those are not compared."""

import re

from tablecheck.model.headers import column_path, header_row_count, row_path
from tablecheck.model.table import Cell, Table, once_a_table

_MARK = re.compile(r"[*†‡§¶‖∗⋆★♦♣#]+|[¹²³⁰⁴-⁹]+|[ᵃ-ᶻ]")
_BEFORE_MARK = re.compile(
    r"\b(?:mark|denot|indicat|label|annotat|signif|flag)\w*(?:\s+(?:by|with|as))?(?:\s+(?:an?|the))?\s*$", re.I
)
_RERUN = re.compile(
    r"\bre-?\s?(?:run|ran|running|runs|implement\w*|impl\b|train(?:ed|ing)\b|evaluat\w+|computed)"
    r"|\brepro(?:\.|duc(?:ed|tion|tions|e|ing)\b)(?!\s+(?:\w+\s+)?from\b)"
    r"|\bour(?:\s+own)?\s+(?:\w+\s+){0,2}(?:implementations?|impl\b|runs?\b|reproductions?|experiments?|training|evaluations?)"
    r"|\b(?:run|trained|evaluated|implemented|obtained|computed|measured|tested|produced)\s+by\s+(?:us\b|ourselves)"
    r"|\bby\s+ourselves\b|\bwe\s+(?:re-?)?(?:run|ran|train|trained|implement|implemented|evaluate|evaluated|compute)\b"
    r"|\b(?:using|with|from|running|via)\s+(?:\w+\s+){0,2}?(?:official|released|public|publicly available|original"
    r"|authors['’]?)\s+(?:\w+\s+){0,2}?(?:code|codes|implementations?|repository)\b",
    re.I,
)
_OWN_ROW = re.compile(r"\(\s*ours?\b[^)]*\)|\[\s*ours\s*\]", re.I)
_WHOLE_TABLE = re.compile(
    r"\ball\s+(?:the\s+|other\s+)?(?:\w+\s+){0,2}?(?:baselines|methods|models|results|numbers|scores)\b", re.I
)
_SENTENCE_END = re.compile(r"[.;](?:\s|$)")


def rerun_cells(table: Table) -> frozenset[tuple[int, int]]:
    """The rows and columns of the cells that are marked as run by the authors themselves.

    A mark is a symbol on the row's label, the column's header or the number, which the caption or the notes
    explain; or words in a label, a header, the heading of the block or the caption; or a comment of the author.
    """
    cells = [cell for cell in table.cells if cell.numbers and not cell.is_header]
    marked = {row for mark in table.marks if mark.rerun and not mark.wrong for row in mark.rows}
    explained = rerun_marks(table)
    if "" in explained:
        return frozenset((cell.row, cell.column) for cell in cells)
    own_rows = {row for row in {cell.row for cell in cells} if _says_so(row_path(table, row), explained)}
    own_columns = {
        (column, row)
        for column, row in {(cell.column, _band(table, cell)) for cell in cells}
        if _says_so(column_path(table, column, row), explained)
    }
    return frozenset(
        (cell.row, cell.column)
        for cell in cells
        if cell.row in own_rows | marked
        or (cell.column, _band(table, cell)) in own_columns
        or not explained.isdisjoint(_MARK.findall(cell.text))
    )


def _says_so(labels: tuple[str, ...], explained: frozenset[str]) -> bool:
    return any(
        _RERUN.search(text) or _OWN_ROW.search(text) or not explained.isdisjoint(_MARK.findall(text)) for text in labels
    )


def _band(table: Table, cell: Cell) -> int | None:
    """The row to ask for headers with: none where the table has no headers further down."""
    return cell.row if _has_inner_headers(table) else None


@once_a_table
def _has_inner_headers(table: Table) -> bool:
    return any(cell.is_header and cell.row >= header_row_count(table) and cell.column for cell in table.cells)


def rerun_marks(table: Table) -> frozenset[str]:
    """The marks that caption and notes explain as a re-run; the empty one where they say so of all results."""
    found = set()
    for text in (table.caption, table.notes):
        for sentence in _SENTENCE_END.split(text):
            found.update(_marks_of(sentence))
    return frozenset(found)


def _marks_of(sentence: str) -> set[str]:
    marks = list(_MARK.finditer(sentence))
    if not marks:
        says_all = _WHOLE_TABLE.search(sentence) and _RERUN.search(sentence)
        return {""} if says_all else set()
    found = set()
    for index, mark in enumerate(marks):
        previous = marks[index - 1].end() if index else 0
        following = marks[index + 1].start() if index + 1 < len(marks) else len(sentence)
        before, after = sentence[previous : mark.start()], sentence[mark.end() : following]
        if _RERUN.search(before if _BEFORE_MARK.search(before.rstrip("( ")) else after):
            found.add(mark.group())
    return found
