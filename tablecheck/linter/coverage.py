"""How much of a manuscript a run has seen, and what became of each cited paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablecheck.model.evidence import Evidence, Unchecked
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.report import Coverage, SourceCoverage, SourceStatus
from tablecheck.model.table import Cell, Table


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of a cited paper before anything was compared with it."""

    key: str
    obtained: bool
    reason: str
    table_count: int = 0


def cited_in_tables(manuscript: Manuscript) -> tuple[str, ...]:
    """The keys that govern a number of a table, in reading order."""
    keys: dict[str, None] = {}
    for table in manuscript.tables:
        for cell in _below_headers(table):
            keys.update(dict.fromkeys(table.cited_keys(cell)))
    return tuple(keys)


def cover(evidence: Evidence, seen: Sequence[Seen]) -> Coverage:
    """Count what was compared; every cell that prints numbers below the headers counts once."""
    manuscript = evidence.manuscript
    differing = _differing(evidence)
    agreeing = {_place(one.match.ours, one.cell.ours): one.match.key for one in evidence.agreements}
    agreeing = {place: key for place, key in agreeing.items() if place not in differing}
    checked = Counter([*agreeing.values(), *differing.values()])
    rerun = sum(reason is Unchecked.RERUN_MARKED for _, _, reason in evidence.unchecked)
    return Coverage(
        tables=len(manuscript.tables),
        numbers=sum(len(list(_below_headers(table))) for table in manuscript.tables),
        checked=checked.total(),
        agree=len(agreeing),
        differ=len(differing),
        unchecked=len(evidence.unchecked),
        rerun=rerun,
        sources=tuple(_source(one, checked) for one in seen),
    )


def _differing(evidence: Evidence) -> Mapping[tuple[int, int, int], str]:
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
