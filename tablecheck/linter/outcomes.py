"""What each table of a manuscript comes to, remembered as long as nothing that it depends on has changed."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace

from tablecheck.latex.moved import mover
from tablecheck.model.evidence import Agreement, AlignedCell, Disagreement, Evidence
from tablecheck.model.finding import Finding
from tablecheck.model.match import CellMatch, TableMatch
from tablecheck.model.number import Number
from tablecheck.model.place import TextPlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table

Key = tuple[Hashable, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A table, what was compared in it, and what the rules say that look at one table at a time.

    ``evidence`` is about this table alone. ``problems`` say what failed; then the outcome is not remembered.
    """

    table: Table
    evidence: Evidence
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()


class Memo:
    """Remembers outcomes and matches of the last check; what a check does not use is forgotten when it ends."""

    def __init__(self) -> None:
        self._outcomes: dict[Key, tuple[Outcome, object]] = {}
        self._matches: dict[Key, tuple[tuple[TableMatch, ...], Table, object]] = {}
        self._used_outcomes: dict[Key, tuple[Outcome, object]] = {}
        self._used_matches: dict[Key, tuple[tuple[TableMatch, ...], Table, object]] = {}

    def begin(self) -> None:
        """Begin a check."""
        self._used_outcomes, self._used_matches = {}, {}

    def end(self) -> None:
        """End a check that came to its end."""
        self._outcomes, self._matches = self._used_outcomes, self._used_matches

    def outcome(self, table: Table, key: Key, depends: object, work_out: Callable[[], Outcome]) -> Outcome:
        """Give what a table comes to; ``depends`` holds the objects whose identities are in the key."""
        key = (id(table.first), *key)
        known = self._outcomes.get(key)
        outcome = moved_outcome(known[0], table) if known is not None else None
        if outcome is None:
            outcome = work_out()
        if not outcome.problems:
            self._used_outcomes[key] = (outcome, (table.first, depends))
        return outcome

    def matches(
        self, table: Table, key: Key, depends: object, work_out: Callable[[], tuple[TableMatch, ...] | None]
    ) -> tuple[TableMatch, ...] | None:
        """Give what a table repeats of one document; ``None``, which is not remembered, where that cannot be told."""
        key = (id(table.first), *key)
        known = self._matches.get(key)
        matches = moved_matches(known[0], known[1], table) if known is not None else None
        if matches is None:
            matches = work_out()
        if matches is not None:
            self._used_matches[key] = (matches, table, (table.first, depends))
        return matches


@dataclass(frozen=True, slots=True)
class _Twins:
    """The cells and numbers of a table by those of its twin."""

    table: Table
    cells: Mapping[int, Cell]
    numbers: Mapping[int, Number]

    def match(self, one: TableMatch) -> TableMatch:
        cells = tuple(map(self.pair, one.cells))
        return replace(one, ours=self.table, cells=cells, inexact=tuple(map(self.pair, one.inexact)))

    def pair(self, one: CellMatch) -> CellMatch:
        ours, number = self.cells[id(one.ours)], self.numbers[id(one.our_number)]
        return CellMatch(ours, one.theirs, number, one.their_number, one.relation, one.probability)

    def aligned(self, one: AlignedCell) -> AlignedCell:
        return AlignedCell(self.cells[id(one.ours)], one.theirs, self.numbers[id(one.our_number)], one.their_number)


def moved_matches(matches: tuple[TableMatch, ...], table: Table, now: Table) -> tuple[TableMatch, ...] | None:
    """Matches of a table as matches of its twin; ``None`` where they hold more than the table does."""
    if table is now:
        return matches
    try:
        return tuple(map(_twins(table, now).match, matches))
    except KeyError:
        return None


def moved_outcome(outcome: Outcome, now: Table) -> Outcome | None:
    """What a table came to as what its twin comes to; ``None`` where it holds more than the table does."""
    if outcome.table is now:
        return outcome
    twins, evidence = _twins(outcome.table, now), outcome.evidence
    try:
        matches = {id(one): twins.match(one) for one in evidence.matches}
        moved = replace(
            evidence,
            matches=tuple(matches.values()),
            agreements=tuple(Agreement(matches[id(one.match)], twins.pair(one.cell)) for one in evidence.agreements),
            disagreements=tuple(_disagreement(one, twins, matches) for one in evidence.disagreements),
            unchecked=tuple((now, twins.cells[id(cell)], why) for _, cell, why in evidence.unchecked),
        )
        return Outcome(now, moved, _findings(outcome, now))
    except KeyError:
        return None


def _twins(table: Table, now: Table) -> _Twins:
    cells: dict[int, Cell] = {}
    numbers: dict[int, Number] = {}
    for one, other in zip(table.cells, now.cells, strict=True):
        cells[id(one)] = other
        numbers.update((id(number), same) for number, same in zip(one.numbers, other.numbers, strict=True))
    return _Twins(now, cells, numbers)


def _disagreement(one: Disagreement, twins: _Twins, matches: Mapping[int, TableMatch]) -> Disagreement:
    elsewhere = one.elsewhere
    if elsewhere is not None and elsewhere.match is not None:
        elsewhere = replace(elsewhere, match=matches[id(elsewhere.match)])
    cells = tuple(map(twins.aligned, one.cells))
    return replace(one, match=matches[id(one.match)], cells=cells, elsewhere=elsewhere)


def _findings(outcome: Outcome, now: Table) -> tuple[Finding, ...]:
    """Findings as they stand now; those of one table speak of no place outside the files that it stands in."""
    if not outcome.findings:
        return ()
    shift = {
        one.place.path: other.place.span.start - one.place.span.start
        for one, other in zip(outcome.table.cells, now.cells, strict=True)
        if isinstance(one.place, TextPlace) and isinstance(other.place, TextPlace)
    }
    move = mover(shift)

    def moved(place: TextPlace) -> TextPlace:
        if place.path not in shift:
            raise KeyError(place.path)
        return move(place)

    return tuple(
        replace(
            one,
            place=moved(one.place),
            related=tuple(map(moved, one.related)),
            fixes=tuple(
                replace(fix, edits=tuple(replace(edit, place=moved(edit.place)) for edit in fix.edits))
                for fix in one.fixes
            ),
        )
        for one in outcome.findings
    )
