"""Why an aligned number does not agree; reasons are tried from the most harmless to the worst."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal

from tablecheck.matching.explain_averages import inconsistent_averages
from tablecheck.matching.explain_case import Case, Explanation
from tablecheck.matching.explain_elsewhere import cell_elsewhere, lines_elsewhere
from tablecheck.matching.explain_metrics import wrong_metrics
from tablecheck.matching.explain_others import other_papers, other_versions
from tablecheck.matching.explain_slips import (
    digit_slip,
    is_likely_slip,
    is_near,
    is_slight,
    is_unmistakable,
    mark_was_read_as_digit,
    unit_slip,
)
from tablecheck.matching.explain_splits import wrong_splits
from tablecheck.matching.explain_support import by_row, places
from tablecheck.matching.explain_swaps import swaps
from tablecheck.matching.verify_lines import Comparison
from tablecheck.model.evidence import Cause
from tablecheck.model.headers import header_row_count
from tablecheck.model.match import Relation
from tablecheck.model.number import Number

_TWO_PAIRS = 4  # numbers that stand crosswise by an exchange of lines alone

_Explain = Callable[[Sequence[Comparison]], Iterable[Explanation]]


def explain(case: Case) -> tuple[Explanation, ...]:
    """Explain every number of a table that differs; each is explained once.

    The order: rounding and markup, lines exchanged, unit and complement, single numbers exchanged, elsewhere in the
    same paper, another version of it, another cited paper, the whole row or column run again, and last a slip of
    digits. In a row or column that differs as a whole, single numbers are not singled out: only what explains most
    of it counts.
    """
    differing = [one for one in case.compared.values() if not one.agrees and not _was_misread(one)]
    explained: list[Explanation] = []

    def settle(reason: _Explain, open_ones: Sequence[Comparison]) -> list[Comparison]:
        taken: set[tuple[int, int, int]] = set()
        for explanation in reason(open_ones):
            if taken.isdisjoint(places(explanation.comparisons)):
                taken |= places(explanation.comparisons)
                explained.append(explanation)
        return [one for one in open_ones if one.place not in taken]

    settle(lambda ones: wrong_splits(case), ())
    settle(lambda ones: wrong_metrics(case), ())
    left = settle(_extra_digits, differing)
    left = settle(_exchanged_lines, left)
    left = settle(lambda ones: _unit_slips(case, ones), left)
    left = settle(swaps, left)
    left = settle(lambda ones: lines_elsewhere(case, ones), left)
    left = settle(lambda ones: _cells_elsewhere(case, ones), left)
    left = settle(lambda ones: other_versions(case, ones), left)
    left = settle(lambda ones: other_papers(case, ones), left)
    left = settle(lambda ones: _whole_lines(case, ones), left)
    settle(_digit_slips, left)
    return tuple(explained)


def remarks(case: Case) -> tuple[Explanation, ...]:
    """What is worth saying about numbers that agree."""
    agreeing = [one for one in case.compared.values() if one.agrees]
    found = [Explanation(Cause.UNCERTAINTY, (one,)) for one in agreeing if _uncertainty_differs(one)]
    finer = [one for one in agreeing if one.relation is Relation.EXTRA_DIGITS]
    found += [Explanation(Cause.EXTRA_DIGITS, (one,)) for one in finer]
    return (*found, *inconsistent_averages(agreeing))


def _was_misread(comparison: Comparison) -> bool:
    column = comparison.theirs.column
    table = comparison.match.theirs
    decimals = Counter(
        cell.number.decimals
        for cell in table.column_cells(column)
        if cell.number and cell.row >= header_row_count(table) and cell is not comparison.theirs
    )
    return bool(decimals) and mark_was_read_as_digit(comparison, decimals.most_common(1)[0][0])


def _extra_digits(differing: Sequence[Comparison]) -> Iterator[Explanation]:
    for one in differing:
        if one.our_number.decimals > one.cited.decimals and one.our_number.agrees_with(one.cited):
            yield Explanation(Cause.EXTRA_DIGITS, (one,))


def _unit_slips(case: Case, differing: Sequence[Comparison]) -> Iterator[Explanation]:
    in_copies = places(_not_in_differing_lines(case, differing))
    for one in differing:
        cause = unit_slip(one)
        if cause is Cause.SCALE and _is_of_column(one, differing):
            continue
        if cause and (one.place in in_copies or is_unmistakable(one, cause)):
            yield Explanation(cause, (one,))


def _exchanged_lines(differing: Sequence[Comparison]) -> Iterator[Explanation]:
    """Lines that are exchanged in several places: of two numbers one may happen to be what the other lacks of 100."""
    return (exchange for exchange in swaps(differing) if len(exchange.comparisons) >= _TWO_PAIRS)


def _is_of_column(comparison: Comparison, differing: Sequence[Comparison]) -> bool:
    """Whether another number of the column is about as many times the cited one: then it is the column's unit."""
    factor = comparison.our_number.value / comparison.cited.value
    return any(
        other.ours.column == comparison.ours.column
        and other.place != comparison.place
        and other.cited.value
        and factor / 2 <= other.our_number.value / other.cited.value <= factor * 2
        for other in differing
    )


def _cells_elsewhere(case: Case, differing: Sequence[Comparison]) -> Iterator[Explanation]:
    for one in _not_in_differing_lines(case, differing):
        if not is_near(one) and (explanation := cell_elsewhere(case, one)):
            yield explanation


def _whole_lines(case: Case, differing: Sequence[Comparison]) -> Iterator[Explanation]:
    """Rows that differ as a whole, and columns: the method was run again, or something else was measured."""
    rows = by_row(one for one in differing if one.ours.row in _differing_rows(case))
    for comparisons in rows.values():
        yield Explanation(Cause.RERUN, tuple(comparisons))
    columns: dict[int, list[Comparison]] = {}
    for one in differing:
        if one.ours.row not in rows and one.ours.column in case.around.differing_columns and not _is_gross(case, one):
            columns.setdefault(one.ours.column, []).append(one)
    for comparisons in columns.values():
        if len(comparisons) > 2 or not all(is_likely_slip(one.our_number, one.cited) for one in comparisons):
            yield Explanation(Cause.RERUN, tuple(comparisons))


def _is_gross(case: Case, comparison: Comparison) -> bool:
    """Whether a slip of the hand explains a number in a row that agrees, in a column of which little else differs."""
    cause = digit_slip(comparison.our_number, comparison.cited)
    return not _is_foreign(case, comparison) and not is_slight(cause, comparison)


def _digit_slips(differing: Sequence[Comparison]) -> Iterator[Explanation]:
    for one in differing:
        yield Explanation(digit_slip(one.our_number, one.cited), (one,))


def _not_in_differing_lines(case: Case, differing: Sequence[Comparison]) -> Iterator[Comparison]:
    for one in differing:
        if one.ours.row not in _differing_rows(case) and not _is_foreign(case, one):
            yield one


def _is_foreign(case: Case, comparison: Comparison) -> bool:
    """Whether the column of a number differs as a whole, so that its row does not vouch for it."""
    column = case.around.columns[comparison.ours.column]
    few = column.compared - column.agreeing <= 2 and case.around.rows[comparison.ours.row].telling >= 2
    return comparison.ours.column in case.around.differing_columns and column.compared > 2 and not few


def _differing_rows(case: Case) -> set[int]:
    """Rows that differ even where columns that differ as a whole are left out."""
    return {row for row in case.around.differing_rows if case.around.rows[row].differs}


def _uncertainty_differs(comparison: Comparison) -> bool:
    ours, theirs = comparison.our_number.uncertainty, comparison.their_number.uncertainty
    if ours is None or theirs is None:
        return False
    return not _as_number(ours).agrees_with(_as_number(theirs.scaleb(comparison.column.scale)))


def _as_number(value: Decimal) -> Number:
    exponent = value.as_tuple().exponent
    return Number(str(value), value, -exponent if isinstance(exponent, int) else 0)
