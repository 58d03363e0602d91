"""Builds a finding about the manuscript's own numbers, for the rules that need no source."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Edit, Finding, Fix, Safety, Severity
from tablecheck.model.manuscript import table_name
from tablecheck.model.table import Cell, Table
from tablecheck.rules._finding import fingerprint, is_written_plainly, place_of
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import column_words, row_words

Place = tuple[int, int, int]


def own_finding(
    rule: Rule,
    evidence: Evidence,
    table: Table,
    cell: Cell,
    message: str,
    *,
    severity: Severity,
    confidence: float,
    related: Iterable[Cell] = (),
    fixes: Sequence[Fix] = (),
) -> Finding:
    """Write a finding at the number of a cell; ``related`` are other cells of the manuscript it speaks of."""
    number = cell.numbers[0] if cell.numbers else None
    row, column = row_words(table, cell), column_words(table, cell)
    text = number.text if number else cell.text
    places = (place_of(evidence.manuscript, one.numbers[0] if one.numbers else None, one) for one in related)
    return Finding(
        rule=rule.code,
        name=rule.name,
        message=message,
        place=place_of(evidence.manuscript, number, cell),
        text=text,
        severity=severity,
        confidence=confidence,
        table=table_name(evidence.manuscript, table),
        row=row,
        column=column,
        related=tuple(dict.fromkeys(places)),
        fixes=tuple(fixes),
        fingerprint=fingerprint(rule, table.label, row, column, text),
    )


def blamed(evidence: Evidence) -> frozenset[Place]:
    """The cells another rule speaks of because of a cited paper: one slip is one accusation.

    A row that differs as a whole from its source is the authors' own run and is judged like their other rows.
    """
    return frozenset(
        place(one.match.ours, cell.ours)
        for one in evidence.disagreements
        if one.cause is Cause.SOURCE_INCONSISTENT or not (one.cause is Cause.RERUN or one.cause.is_remark)
        for cell in one.cells
    )


def copied(evidence: Evidence) -> frozenset[Place]:
    """The cells that repeat what their cited paper prints."""
    return frozenset(place(one.match.ours, one.cell.ours) for one in evidence.agreements)


def severity_of(
    table: Table, cells: Iterable[Cell], from_source: Collection[Place], at_most: Severity = Severity.WARNING
) -> Severity:
    """What a misfit weighs: for information where all its numbers are faithful copies, the slip being another's."""
    is_copy = all(place(table, cell) in from_source for cell in cells)
    return Severity.INFO if is_copy else at_most


def place(table: Table, cell: Cell) -> Place:
    """Names a cell of a manuscript."""
    return id(table), cell.row, cell.column


def tables_with(evidence: Evidence) -> Iterator[Table]:
    """The tables of the manuscript, each once."""
    return iter(dict.fromkeys(evidence.manuscript.tables))


def rewritten(evidence: Evidence, cell: Cell, text: str, why: str) -> tuple[Fix, ...]:
    """Offer another number in place of a cell's; never safe, for any of the numbers involved may be the wrong one."""
    number = cell.number
    if number is None or number.place is None or not is_written_plainly(evidence.manuscript, number):
        return ()
    return (Fix(f"replace {number.text} by {text} ({why})", Safety.UNSAFE, (Edit(number.place, text),)),)
