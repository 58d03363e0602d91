"""Writes what speaks for and against an explained difference into a disagreement, for rules to weigh."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from tablecheck.matching.explain_averages import rounded_mean
from tablecheck.matching.explain_case import Case, Explanation
from tablecheck.matching.explain_slips import is_likely_slip, is_slight
from tablecheck.matching.explain_support import is_in_settled_group, probability, settling
from tablecheck.matching.explain_writing import written_like
from tablecheck.matching.verify_lines import Comparison, Names, names_of
from tablecheck.matching.verify_names import same_name
from tablecheck.model.evidence import AlignedCell, Cause, Disagreement
from tablecheck.model.manuscript import Manuscript

_SURE_TO_AGREE = 0.9  # a number that agrees under aligned labels is hardly another one
_ENOUGH = 3  # agreeing numbers of a row that settle which of two rows of one name is meant


def disagreements_of(case: Case, explanations: Iterable[Explanation], manuscript: Manuscript) -> Iterator[Disagreement]:
    """Write a disagreement for each explanation; each knows how many others no slip of the hand explains."""
    settled = settling(case.compared.values())
    disagreements = [_disagreement(case, one, manuscript, settled) for one in explanations]
    slight = Counter(id(one.match) for one in disagreements if one.slight)
    differing = Counter(id(one.match) for one in disagreements if not one.cause.is_remark)
    compared = Counter(id(one.match) for one in case.compared.values())
    for one in disagreements:
        match = id(one.match)
        yield replace(
            one,
            doubts=slight[match] - one.slight,
            others=differing[match] - (not one.cause.is_remark),
            table_compared=compared[match],
        )


def _disagreement(
    case: Case, explanation: Explanation, manuscript: Manuscript, settled: Callable[[Comparison, bool], bool]
) -> Disagreement:
    ones = explanation.comparisons
    first = ones[0]
    row, column = case.around.rows[first.ours.row], case.around.columns[first.ours.column]
    own_row = _agreeing_of(case, [one for one in ones if one.ours.row == first.ours.row])
    own_column = _agreeing_of(case, [one for one in ones if one.ours.column == first.ours.column])
    rivals = _rivals(case, first, settled) + _is_of_another_version(first, manuscript)
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


def _suggestion(explanation: Explanation) -> str | None:
    first = explanation.comparisons[0]
    if explanation.cause is Cause.SOURCE_INCONSISTENT:
        return rounded_mean(first.match.theirs, first.theirs)
    return written_like(first.our_number, first.cited)


def _rivals(case: Case, comparison: Comparison, settled: Callable[[Comparison, bool], bool]) -> int:
    """Count lines of theirs that bear our name as well as the aligned one does, where numbers do not settle it."""
    names = names_of(comparison.match)
    rivals = 0
    if case.around.rows[comparison.ours.row].telling < _ENOUGH and not settled(comparison, False):
        rivals += _namesakes(names, comparison, by_column=False)
    if case.around.columns[comparison.ours.column].telling < _ENOUGH and not settled(comparison, True):
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
