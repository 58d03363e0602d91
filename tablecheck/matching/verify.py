"""Looks at the aligned numbers that a matcher leaves out: those that do not agree."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from tablecheck.matching.explain import explain, remarks
from tablecheck.matching.explain_averages import rounded_mean
from tablecheck.matching.explain_case import Case, Explanation, Source
from tablecheck.matching.explain_slips import is_likely_slip, is_slight
from tablecheck.matching.explain_support import is_in_settled_group, probability, settling, support
from tablecheck.matching.explain_writing import written_like
from tablecheck.matching.verify_choice import chosen, versions_in_order
from tablecheck.matching.verify_lines import Comparison, Names, Place, compare, names_of
from tablecheck.matching.verify_marks import rerun_cells
from tablecheck.matching.verify_names import same_name
from tablecheck.model.evidence import Agreement, AlignedCell, Cause, Disagreement, Evidence, Unchecked
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.match import CellMatch, Relation, TableMatch
from tablecheck.model.table import Cell, Table

_SURE_TO_AGREE = 0.9  # a number that agrees under aligned labels is hardly another one
_ENOUGH = 3  # agreeing numbers of a row that settle which of two rows of one name is meant


def verify(matches: Sequence[TableMatch], manuscript: Manuscript, sources: Sequence[Source] = ()) -> Evidence:
    """Compare all aligned numbers and explain those that do not agree.

    Args:
        matches: Which tables of the manuscript repeat which tables of cited papers; several versions of a
            paper may each have their matches.
        manuscript: What was matched. A table without attributions claims every source it was matched with.
        sources: Everything that was read out of the cited papers, to look in for values that stand elsewhere.

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
        settled = settling(case.compared.values())
        found = [_disagreement(case, one, manuscript, settled) for one in (*explained, *remarks(case))]
        disagreements += _with_doubts(found, case)
        unchecked += _unchecked(table, agreements, disagreements, sources, rerun)
    return Evidence(manuscript, tuple(matches), tuple(agreements), tuple(disagreements), tuple(unchecked))


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
        for version in versions_in_order(documents, manuscript.references.get(key)):
            comparisons = [
                comparison
                for match in of_key
                if match.document.version == version
                for comparison in compare(match, lambda cell, key=key: _claims(table, cell, key, rerun))  # type: ignore[misc]
            ]
            first += [one for one in comparisons if one.place not in seen]
            for one in comparisons:
                if one.place in seen:
                    others[one.place].append(one)
            seen |= {one.place for one in comparisons}
    compared = chosen(first)
    return Case(table, compared, support(compared.values()), others, sources)


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


def _disagreement(
    case: Case, explanation: Explanation, manuscript: Manuscript, settled: Callable[[Comparison, bool], bool]
) -> Disagreement:
    ones = explanation.comparisons
    first = ones[0]
    row, column = case.around.rows[first.ours.row], case.around.columns[first.ours.column]
    own_row = _agreeing_of(case, [one for one in ones if one.ours.row == first.ours.row])
    own_column = _agreeing_of(case, [one for one in ones if one.ours.column == first.ours.column])
    rivals = _rivals(case, first) + _is_of_another_version(first, manuscript)
    sure = probability(first, case.around, rivals=rivals, likely_slip=is_likely_slip(first.our_number, first.cited))
    return Disagreement(
        cause=explanation.cause,
        match=first.match,
        cells=tuple(AlignedCell(one.ours, one.theirs, one.our_number, one.their_number) for one in ones),
        row_similarity=min(one.row.similarity for one in ones),
        column_similarity=min(one.column.similarity for one in ones),
        row_agreeing=max(0, row.telling - own_row),
        column_agreeing=max(0, column.telling - own_column),
        row_compared=row.counting,
        column_compared=column.counting,
        probability=max(sure, _SURE_TO_AGREE) if explanation.cause.is_remark else sure,
        elsewhere=explanation.elsewhere,
        rivals=rivals,
        row_settled=settled(first, False),
        column_settled=settled(first, True) or is_in_settled_group(first, case.compared.values()),
        slight=is_slight(explanation.cause, first),
        suggestion=_suggestion(explanation),
    )


def _is_of_another_version(comparison: Comparison, manuscript: Manuscript) -> bool:
    """Whether the bibliography pins a version that is not at hand, and another one had to be compared."""
    reference = manuscript.references.get(comparison.match.key)
    pinned = reference.arxiv_version if reference else None
    return pinned is not None and comparison.match.document.version not in (None, pinned)


def _agreeing_of(case: Case, comparisons: Iterable[Comparison]) -> int:
    """How many of these places count as agreeing, though there is something to say about them."""
    return sum(case.compared[one.place].agrees for one in comparisons if one.place in case.compared)


def _with_doubts(disagreements: Sequence[Disagreement], case: Case) -> Iterator[Disagreement]:
    """Tell each disagreement how many others there are that a slip of the hand does not explain."""
    slight = Counter(id(one.match) for one in disagreements if one.slight)
    compared = Counter(id(one.match) for one in case.compared.values())
    for one in disagreements:
        yield replace(one, doubts=slight[id(one.match)] - one.slight, table_compared=compared[id(one.match)])


def _suggestion(explanation: Explanation) -> str | None:
    first = explanation.comparisons[0]
    if explanation.cause is Cause.SOURCE_INCONSISTENT:
        return rounded_mean(first.match.theirs, first.theirs)
    return written_like(first.our_number, first.cited)


def _rivals(case: Case, comparison: Comparison) -> int:
    """Count lines of theirs that bear our name as well as the aligned one does, where numbers do not settle it."""
    names = names_of(comparison.match)
    rivals = 0
    if case.around.rows[comparison.ours.row].telling < _ENOUGH:
        rivals += _namesakes(names, comparison, by_column=False)
    if case.around.columns[comparison.ours.column].telling < _ENOUGH:
        rivals += _namesakes(names, comparison, by_column=True)
    return rivals


def _namesakes(names: Names, comparison: Comparison, *, by_column: bool) -> int:
    line = comparison.column if by_column else comparison.row
    ours = (names.our_columns if by_column else names.our_rows)[line.ours]
    theirs = names.their_columns if by_column else names.their_rows
    aligned = theirs[line.theirs]
    return sum(
        index != line.theirs and same_name(ours, name) >= line.similarity and name.around == aligned.around
        for index, name in enumerate(theirs)
        if name.full
    )


def _unchecked(
    table: Table,
    agreements: Iterable[Agreement],
    disagreements: Iterable[Disagreement],
    sources: Sequence[Source],
    rerun: frozenset[tuple[int, int]],
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
        else:
            yield table, cell, Unchecked.NO_MATCH
