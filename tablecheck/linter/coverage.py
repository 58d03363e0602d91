"""How much of a manuscript a run has seen, and what became of each cited paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablecheck.model.citation import Reference
from tablecheck.model.evidence import Evidence, Unchecked
from tablecheck.model.manuscript import Manuscript, table_name
from tablecheck.model.place import TextPlace
from tablecheck.model.report import Coverage, SourceCoverage, SourceStatus, TableCoverage
from tablecheck.model.table import Cell, Table, once_a_table

_Keys = Mapping[tuple[int, int, int], str]
"""The citation key that each compared cell belongs to: table, row, column."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a cited paper before anything was compared with it."""

    key: str
    obtained: bool
    reason: str
    table_count: int = 0


def cited_in_tables(manuscript: Manuscript) -> tuple[str, ...]:
    """The keys that govern a number of a table, in reading order."""
    return tuple(dict.fromkeys(key for table in manuscript.tables for key in _cited_in(table)))


@once_a_table
def _cited_in(table: Table) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for cell in _below_headers(table) for key in table.claimed_keys(cell)))


def references_in_tables(manuscript: Manuscript) -> tuple[Reference, ...]:
    """Give the entries of all papers that a number of a table claims to come from, in reading order."""
    known = manuscript.references
    return tuple(known[key] for key in cited_in_tables(manuscript) if key in known)


def cover(evidence: Evidence, seen: Sequence[Seen]) -> Coverage:
    """Count what was compared; every cell that prints numbers below the headers counts once."""
    manuscript = evidence.manuscript
    differing = _differing(evidence)
    agreeing = {_place(one.match.ours, one.cell.ours): one.match.key for one in evidence.agreements}
    agreeing = {place: key for place, key in agreeing.items() if place not in differing}
    checked = Counter([*agreeing.values(), *differing.values()])
    agree, differ = (Counter(place[0] for place in places) for places in (agreeing, differing))
    by_table = tuple(_of_table(table, evidence, agree[id(table)], differ[id(table)]) for table in manuscript.tables)
    return Coverage(
        tables=len(manuscript.tables),
        numbers=sum(table.numbers for table in by_table),
        checked=checked.total(),
        agree=len(agreeing),
        differ=len(differing),
        unchecked=len(evidence.unchecked),
        rerun=sum(reason is Unchecked.RERUN_MARKED for _, _, reason in evidence.unchecked),
        sources=tuple(_source(one, checked) for one in seen),
        by_table=by_table,
    )


def _of_table(table: Table, evidence: Evidence, agree: int, differ: int) -> TableCoverage:
    reasons = [reason for one, _, reason in evidence.unchecked if one is table]
    return TableCoverage(
        name=table_name(evidence.manuscript, table),
        numbers=len(list(_below_headers(table))),
        checked=agree + differ,
        agree=agree,
        differ=differ,
        unchecked=len(reasons),
        rerun=reasons.count(Unchecked.RERUN_MARKED),
        place=table.place if isinstance(table.place, TextPlace) else None,
    )


def _differing(evidence: Evidence) -> _Keys:
    return {
        _place(one.match.ours, cell.ours): one.match.key
        for one in evidence.disagreements
        if not one.cause.is_remark
        for cell in one.cells
    }


def _source(one: Seen, checked: Mapping[str, int]) -> SourceCoverage:
    if not one.obtained:
        return SourceCoverage(one.key, SourceStatus.NOT_OBTAINED, one.reason)
    if not one.table_count:
        return SourceCoverage(one.key, SourceStatus.UNREADABLE, one.reason)
    return SourceCoverage(one.key, SourceStatus.READ, one.reason, checked.get(one.key, 0))


def _below_headers(table: Table) -> Iterable[Cell]:
    return (cell for cell in table.cells if cell.numbers and not cell.is_header)


def _place(table: Table, cell: Cell) -> tuple[int, int, int]:
    return id(table), cell.row, cell.column
