"""Looks at the aligned numbers that a matcher leaves out: those that do not agree."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from tablecheck.matching.explain import explain, remarks
from tablecheck.matching.explain_case import Case, Explanation, Source
from tablecheck.matching.explain_support import support
from tablecheck.matching.marked import allows
from tablecheck.matching.verify_blocks import in_blocks
from tablecheck.matching.verify_choice import chosen, versions_in_order
from tablecheck.matching.verify_evidence import disagreements_of
from tablecheck.matching.verify_left import left_columns, left_rows
from tablecheck.matching.verify_lines import Comparison, Place, aligned, compare_lines
from tablecheck.matching.verify_marks import rerun_cells
from tablecheck.matching.verify_versions import in_version
from tablecheck.model.evidence import Agreement, Disagreement, Evidence, Unchecked
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.match import CellMatch, Relation, TableMatch
from tablecheck.model.table import Cell, Table


def verify(
    matches: Sequence[TableMatch],
    manuscript: Manuscript,
    sources: Sequence[Source] = (),
    failed: Sequence[tuple[Table, str]] = (),
) -> Evidence:
    """Compare all aligned numbers and explain those that do not agree.

    Args:
        matches: Which tables of the manuscript repeat which tables of cited papers; several versions of a
            paper may each have their matches.
        manuscript: What was matched. A table without attributions claims every source it was matched with.
        sources: Everything that was read out of the cited papers, to look in for values that stand elsewhere.
        failed: The tables of the manuscript, each with a citation key, that could not be matched for an error.

    Returns:
        All that rules may look at: agreements, disagreements with their causes, and the numbers that claim a
        source and were not compared.
    """
    agreements: list[Agreement] = []
    disagreements: list[Disagreement] = []
    unchecked: list[tuple[Table, Cell, Unchecked]] = []
    for table in manuscript.tables:
        of_table = [match for match in matches if match.ours is table]
        rerun = rerun_cells(table)
        case = _case(table, of_table, manuscript, sources, rerun)
        explained = explain(case)
        agreements += _agreements(case, of_table, explained, rerun)
        disagreements += disagreements_of(case, (*explained, *remarks(case)), manuscript)
        broken = {key for one, key in failed if one is table}
        unchecked += _unchecked(table, agreements, disagreements, sources, rerun, broken)
    found = tuple(agreements), tuple(disagreements), tuple(unchecked)
    return Evidence(manuscript, tuple(matches), *found, sources=tuple(sources))


def _case(
    table: Table,
    matches: Sequence[TableMatch],
    manuscript: Manuscript,
    sources: Sequence[Source],
    rerun: frozenset[tuple[int, int]],
) -> Case:
    first: list[Comparison] = []
    others: dict[Place, list[Comparison]] = defaultdict(list)
    for key in dict.fromkeys(match.key for match in matches):
        of_key = [match for match in matches if match.key == key]
        documents = [document for cited, document, _ in sources if cited == key] or [one.document for one in of_key]
        seen: set[Place] = set()
        versions = versions_in_order(documents, manuscript.references.get(key))
        for version in versions:
            comparisons = [
                comparison
                for match in of_key
                if match.document.version == version
                for comparison in _compare(match, lambda cell, key=key: _claims(table, cell, key, rerun))  # type: ignore[misc]
                if allows(match, comparison.row.ours, comparison.row.theirs)
            ]
            fresh = [one for one in comparisons if one.place not in seen]
            if version != versions[0]:
                agreeing_now = {one.place for one in first if one.agrees}
                lost = [one for one in comparisons if one.agrees and one.place not in agreeing_now]
                moved = in_version(lost, versions[0], of_key, sources)
                now = {one.place: one for one in moved if allows(one.match, one.row.ours, one.row.theirs)}
                first = [one for one in first if one.place not in now or one.match.key != key]
                fresh = [one for one in fresh if one.place not in now] + list(now.values())
                seen |= now.keys()
            for one in comparisons:
                if one.place in seen:
                    others[one.place].append(one)
            first += fresh
            seen |= {one.place for one in comparisons}
    compared = chosen(first)
    return Case(table, compared, support(compared.values()), others, sources)


def _compare(match: TableMatch, claims: Callable[[Cell], bool]) -> Iterator[Comparison]:
    rows, columns = aligned(match, claims)
    rows += left_rows(match, rows, columns, claims)
    columns += left_columns(match, rows, columns, claims)
    yield from compare_lines(match, rows, columns, claims)
    yield from in_blocks(match, columns, claims)


def _claims(table: Table, cell: Cell, key: str, rerun: frozenset[tuple[int, int]]) -> bool:
    if (cell.row, cell.column) in rerun:
        return False
    return not table.attributions or key in table.claimed_keys(cell)


def _agreements(
    case: Case, matches: Sequence[TableMatch], explained: Iterable[Explanation], rerun: frozenset[tuple[int, int]]
) -> Iterator[Agreement]:
    """Numbers that agree on their aligned lines, and copies the matcher found off these lines."""
    blamed = {one.place[:2] for reason in explained if not reason.cause.is_remark for one in reason.comparisons}
    likely = {(id(cell.ours), id(cell.theirs)): cell.probability for match in matches for cell in match.cells}
    done: set[tuple[int, int]] = set()
    for one in case.compared.values():
        if one.place[:2] in blamed:
            continue
        done.add(one.place[:2])
        sure = likely.get((id(one.ours), id(one.theirs)))
        kind = one.relation if one.agrees else Relation.ROUNDED
        pair = CellMatch(one.ours, one.theirs, one.our_number, one.their_number, kind, 0.9 if sure is None else sure)
        yield Agreement(one.match, pair)
    for match in matches:
        for cell in match.cells:
            place = (cell.ours.row, cell.ours.column)
            if place not in done | blamed | rerun and _claims(case.table, cell.ours, match.key, rerun):
                done.add(place)
                yield Agreement(match, cell)


def _unchecked(
    table: Table,
    agreements: Iterable[Agreement],
    disagreements: Iterable[Disagreement],
    sources: Sequence[Source],
    rerun: frozenset[tuple[int, int]],
    broken: Collection[str],
) -> Iterator[tuple[Table, Cell, Unchecked]]:
    checked = {(one.cell.ours.row, one.cell.ours.column) for one in agreements if one.match.ours is table}
    for disagreement in disagreements:
        if disagreement.match.ours is table:
            checked |= {(cell.ours.row, cell.ours.column) for cell in disagreement.cells}
    tables_of: dict[str, int] = {}
    for key, _, tables in sources:
        tables_of[key] = tables_of.get(key, 0) + len(tables)
    for cell in table.cells:
        if cell.is_header or not cell.numbers or (cell.row, cell.column) in checked:
            continue
        keys = table.claimed_keys(cell)
        if not keys:
            continue
        if (cell.row, cell.column) in rerun:
            yield table, cell, Unchecked.RERUN_MARKED
        elif not any(key in tables_of for key in keys):
            yield table, cell, Unchecked.NOT_OBTAINED
        elif not any(tables_of.get(key) for key in keys):
            yield table, cell, Unchecked.NO_TABLES
        elif any(key in broken for key in keys):
            yield table, cell, Unchecked.MATCH_FAILED
        else:
            yield table, cell, Unchecked.NO_MATCH
