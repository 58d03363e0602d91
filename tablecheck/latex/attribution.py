"""Which citation governs which cells of a table."""

import re
from collections.abc import Sequence
from itertools import pairwise

from tablecheck.latex.printing import Printed
from tablecheck.model.citation import Attribution, Citation, Scope
from tablecheck.model.headers import header_row_count
from tablecheck.model.table import Cell, Table

# A row that calls itself a re-run of another's method still belongs to that method.
_OURS = re.compile(
    r"\bours\b(?!\s*(?:re|impl))|\bour\b(?!\s+(?:own\s+)?(?:re|impl|run))|\bproposed\b"
    r"|\bthis (?:work|paper|study)\b|\bpresent work\b",
    re.I,
)
_RESULTS = (
    r"(?:results?|numbers?|scores?|values?|figures|performances?|accurac(?:y|ies)|baselines?|metrics|entries|rows?"
    r"|data|table)"
)
_TAKEN = (
    r"(?:taken|copied|quoted|borrowed|reproduced|adapted|reprinted|transcribed|collected|cited|excerpted|extracted"
    r"|obtained|imported|adopted|reused|inherited)"
)
_REPORTED = r"(?:reported|published|given|listed|stated|presented|provided|shown)"
# "Results are taken from", "results from", "as reported in", "numbers reported by".
_CLAIM = re.compile(
    rf"\b{_RESULTS}\b[^.;]{{0,80}}?\b(?:{_TAKEN}\s+(?:\w+\s+)?from|{_REPORTED}\s+(?:in|by|from)|(?:are|were|is|come|comes)\s+from)"
    rf"|\b{_RESULTS}\s+(?:\(\w+\)\s+)?(?:from|of|by)(?=\s*(?:[A-Z]\w+(?:\s+et al\.?)?)?\s*$)"
    rf"|(?:^|[.;(:]\s*)(?:[Dd]irectly\s+|[Aa]s\s+)?{_TAKEN}\s+(?:\w+\s+)?from"
    rf"|\bas\s+{_REPORTED}\s+(?:in|by)|(?:^|[.;(:]\s*)(?:[Ss]ource|[Ff]rom)\s*:?",
    re.I,
)
_NO_RESULTS = re.compile(
    r"\b(?:splits?|protocols?|data ?sets?|models?|architectures?|hyper-?parameters?|set-?ups?|settings?|code|prompts?"
    r"|implementations?|checkpoints?|weights|definitions?|benchmarks?|corpus|samples?|questions|examples)\b",
    re.I,
)
# "the split taken from": what was taken is the split, not the results that came before it in the sentence.
_OTHER_THING = re.compile(rf"{_NO_RESULTS.pattern}\s+(?:{_TAKEN}|{_REPORTED})\b", re.I)
_SENTENCE_END = re.compile(r"(?<!et al)(?<!vs)(?<!cf)(?<!i\.e)(?<!e\.g)[.;]\s")
_MARK = re.compile(r"[*†‡§¶⋆∗♦♣♠★☆]|(?<![\w⁰¹²³⁴-⁹])[ᵃ-ᶻ¹²³⁴-⁹](?!\w)")
_CLAIM_REACH = 80  # characters between the claim and its citation


def attribute(table: Table, captions: Sequence[Printed]) -> tuple[Attribution, ...]:
    """Say which citation governs which cells: a cell, a row, a column, a block of rows or the whole table.

    Rows that call themselves ours are governed by no citation but one beside a number.
    """
    body = range(header_row_count(table), table.row_count)
    ours = {row for row in body if _is_ours(table, row)}
    found = [*_cells(table), *_rows(table, body, ours)]
    cited_rows = {row for attribution in found if attribution.scope is Scope.ROW for row in attribution.rows}
    found.extend(_blocks(table, body, ours))
    numbered = [row for row in body if any(cell.numbers for cell in table.row_cells(row))]
    if sum(row in cited_rows for row in numbered) * 2 < len(numbered):
        # Where most rows cite a source of their own, a citation in a header names a data set or a metric.
        found.extend(_columns(table, body, ours))
    for caption in captions:
        found.extend(_whole_table(table, caption, body, ours))
    return tuple(dict.fromkeys(found))


def _is_ours(table: Table, row: int) -> bool:
    return any(
        _OURS.search(cell.text)
        for cell in table.row_cells(row)
        if cell.row_span == 1 and not _heads_section(table, row)
    )


def _heads_section(table: Table, row: int) -> bool:
    """Whether a row holds one text without numbers and nothing else."""
    cells = [cell for cell in table.row_cells(row) if cell.text or cell.citations]
    return len(cells) == 1 and not cells[0].numbers and cells[0].row_span == 1 and table.column_count > 1


def _attributions(
    citations: Sequence[Citation], scope: Scope, rows: Sequence[int], columns: Sequence[int]
) -> list[Attribution]:
    if not rows or not columns:
        return []
    return [
        Attribution(key, scope, tuple(rows), tuple(columns), citation)
        for citation in citations
        for key in citation.keys
    ]


def _cells(table: Table) -> list[Attribution]:
    """A citation beside a number governs that number; beside a label that holds a number it does not."""
    found: list[Attribution] = []
    for cell in table.cells:
        if cell.citations and cell.numbers and not cell.is_header and not _names(cell):
            found.extend(_attributions(cell.citations, Scope.CELL, tuple(cell.rows), tuple(cell.columns)))
    return found


def _names(cell: Cell) -> bool:
    return re.search(r"[^\W\d_]{2,}", cell.text) is not None


def _rows(table: Table, body: range, ours: set[int]) -> list[Attribution]:
    """A citation on a label governs the rows of the label; the narrowest label of a row comes first.

    A label over several rows governs, as a block, those of them that have a citation of their own.
    """
    columns = tuple(range(table.column_count))
    labels = [
        cell
        for cell in table.cells
        if cell.citations
        and not cell.is_header
        and (not cell.numbers or _names(cell))
        and not _heads_section(table, cell.row)
    ]
    narrowest: dict[int, int] = {}
    for cell in labels:
        for row in cell.rows:
            narrowest[row] = min(narrowest.get(row, cell.row_span), cell.row_span)
    found: list[Attribution] = []
    for cell in labels:
        rows = [row for row in cell.rows if row in body and row not in ours]
        own = [row for row in rows if narrowest[row] == cell.row_span]
        found.extend(_attributions(cell.citations, Scope.ROW, own, columns))
        found.extend(_attributions(cell.citations, Scope.BLOCK, [row for row in rows if row not in own], columns))
    return found


def _blocks(table: Table, body: range, ours: set[int]) -> list[Attribution]:
    """A citation in a section heading governs the rows down to the next one."""
    headings = [row for row in body if _heads_section(table, row)]
    columns = tuple(range(table.column_count))
    found: list[Attribution] = []
    for heading, following in pairwise([*headings, body.stop]):
        rows = [row for row in range(heading + 1, following) if row not in ours]
        for cell in table.row_cells(heading):
            found.extend(_attributions(cell.citations, Scope.BLOCK, rows, columns))
    return found


def _columns(table: Table, body: range, ours: set[int]) -> list[Attribution]:
    rows = [row for row in body if row not in ours]
    found: list[Attribution] = []
    for cell in table.cells:
        if cell.is_header and cell.column_span < table.column_count:
            found.extend(_attributions(cell.citations, Scope.COLUMN, rows, tuple(cell.columns)))
    return found


def _whole_table(table: Table, caption: Printed, body: range, ours: set[int]) -> list[Attribution]:
    """A caption governs the table only where it says that results come from what it cites.

    Where the sentence names a mark, only the cells that bear the mark are governed.
    """
    found: list[Attribution] = []
    for offset, citation in caption.citations:
        begin = max((match.end() for match in _SENTENCE_END.finditer(caption.text, 0, offset)), default=0)
        before = caption.text[begin:offset]
        claims = list(_CLAIM.finditer(before))
        if not claims:
            continue
        claim = claims[-1]
        if len(before) - claim.end() > _CLAIM_REACH or _NO_RESULTS.search(before[claim.end() :]):
            continue
        if _OTHER_THING.search(claim[0]):
            continue
        columns = tuple(range(table.column_count))
        marks = set(_MARK.findall(before))
        if marks:
            found.extend(_marked(table, citation, marks, body))
        else:
            rows = [row for row in body if row not in ours]
            found.extend(_attributions((citation,), Scope.TABLE, rows, columns))
    return found


def _marked(table: Table, citation: Citation, marks: set[str], body: range) -> list[Attribution]:
    found: list[Attribution] = []
    columns = tuple(range(table.column_count))
    for cell in table.cells:
        if cell.is_header or cell.row not in body or not any(mark in cell.text for mark in marks):
            continue
        if cell.numbers and not _names(cell):
            found.extend(_attributions((citation,), Scope.CELL, tuple(cell.rows), tuple(cell.columns)))
        else:
            found.extend(_attributions((citation,), Scope.ROW, tuple(cell.rows), columns))
    return found
