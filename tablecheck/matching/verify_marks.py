"""Which numbers the authors mark as their own re-run of a cited method; those are not compared."""

import re

from tablecheck.model.headers import column_path, row_path
from tablecheck.model.table import Cell, Table

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


def is_rerun(table: Table, cell: Cell) -> bool:
    """Tell whether a number is marked as run by the authors themselves.

    A mark is a symbol on the row's label, the column's header or the number, which the caption or the notes
    explain; or words in a label, a header, the heading of the block or the caption.
    """
    labels, headers = row_path(table, cell.row), column_path(table, cell.column, cell.row)
    if any(_RERUN.search(text) for text in (*labels, *headers)):
        return True
    if any(_OWN_ROW.search(text) for text in labels):
        return True
    explained = rerun_marks(table)
    if "" in explained:
        return True
    printed = {mark for text in (*labels, *headers, cell.text) for mark in _MARK.findall(text)}
    return not explained.isdisjoint(printed)


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
