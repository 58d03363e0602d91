"""Numbers copied faithfully from another metric than ours says: AP50 for AP, MAE for MSE."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from tablecheck.matching.explain_case import Case, Explanation
from tablecheck.matching.record_words import metric_of, without_metric
from tablecheck.matching.sheet import LineName
from tablecheck.matching.verify_lines import Comparison, cited_cell, compare_numbers, names_of
from tablecheck.matching.verify_names import same_name, same_words
from tablecheck.model.evidence import Cause, Elsewhere
from tablecheck.model.match import LineMatch, Relation, TableMatch

_FEWEST = 2  # numbers of a line that repeat another metric: one alone is looked for elsewhere anyway
_TELLING_DIGITS = 3
_SAME = 0.85  # likeness of names, the metrics left out, from which two lines differ in the metric alone
_PLACED = 0.7  # as good as an own name under other headings: enough for a warning, not for an error


def wrong_metrics(case: Case) -> Iterator[Explanation]:
    """Find lines that repeat a cited line of another metric, while the paper prints ours' metric beside it.

    Both lines of theirs must bear the same name but for the metric. Ours is not blamed where any number agrees with
    the metric that it names: then it is a copy of that, and the other metric has the same values. A column that could
    not be aligned, since the one that it repeats belongs to another column of ours, is looked for in all of theirs.
    """
    for comparisons in _unaligned(case):
        yield from _explained(comparisons, is_column=True)
    for is_column in (True, False):
        lines: dict[tuple[int, int, int], list[Comparison]] = defaultdict(list)
        for one in case.compared.values():
            line = one.column if is_column else one.row
            if one.agrees and not line.complement and not line.scale:
                lines[id(one.match), line.ours, line.theirs].append(one)
        for comparisons in lines.values():
            if len(comparisons) >= _FEWEST:
                yield from _explained(comparisons, is_column=is_column)


def _unaligned(case: Case) -> Iterator[list[Comparison]]:
    """Lay the columns of ours that name a metric, and in which nothing was compared, beside those of other metrics."""
    rows: dict[int, dict[int, LineMatch]] = defaultdict(dict)
    matches: dict[int, TableMatch] = {}
    for one in case.compared.values():
        rows[id(one.match)][one.row.ours] = one.row
        matches[id(one.match)] = one.match
    compared = {place[1] for place in case.compared}
    for number, match in matches.items():
        names = names_of(match)
        for column, name in enumerate(names.our_columns):
            metric = metric_of(name.printed)
            if column in compared or not metric:
                continue
            for other, theirs in enumerate(names.their_columns):
                if metric_of(theirs.printed) not in {"", metric}:
                    line = LineMatch(column, other, same_name(name, theirs), 0, 0)
                    found = list(_beside_each(match, rows[number].values(), line))
                    if len(found) >= _FEWEST and all(one.agrees for one in found):
                        yield found


def _beside_each(match: TableMatch, rows: Iterable[LineMatch], column: LineMatch) -> Iterator[Comparison]:
    """Compare the single numbers of a column that tell with those of another: three digits hardly recur by chance."""
    for row in rows:
        ours, theirs = match.ours.at(row.ours, column.ours), cited_cell(match, row.theirs, column.theirs)
        if ours is None or theirs is None or ours.is_header or theirs.is_header:
            continue
        if ours.number is None or theirs.number is None or len(ours.number.digits) < _TELLING_DIGITS:
            continue
        if not match.ours.attributions or match.key in match.ours.claimed_keys(ours):
            yield compare_numbers(match, (row, column), (ours, theirs), (ours.number, theirs.number), 0)


def _explained(comparisons: Sequence[Comparison], *, is_column: bool) -> Iterator[Explanation]:
    first = comparisons[0]
    names, match = names_of(first.match), first.match
    our_names, their_names = (
        (names.our_columns, names.their_columns) if is_column else (names.our_rows, names.their_rows)
    )
    line = first.column if is_column else first.row
    ours, theirs = metric_of(our_names[line.ours].printed), metric_of(their_names[line.theirs].printed)
    if not ours or not theirs or ours == theirs:
        return
    meant = _meant(our_names[line.ours], their_names, line.theirs, ours)
    mine = our_names[line.ours]
    if meant is None or same_name(mine, their_names[meant]) < same_name(mine, their_names[line.theirs]):
        return  # a line that bears ours' name is the one meant: the m of "APᵐ" is for masks, beside "APᵇ"
    beside = [one for one in (_beside(one, meant, our_names, their_names, is_column) for one in comparisons) if one]
    if len(beside) >= _FEWEST and not any(one.agrees for one in beside):
        place = Elsewhere(match, match.theirs, first.theirs, match.key, match.document.version)
        yield Explanation(Cause.OTHER_COLUMN if is_column else Cause.OTHER_ROW, tuple(beside), place)


def _meant(ours: LineName, names: Sequence[LineName], home: int, metric: str) -> int | None:
    """The line of theirs that has ours' metric and else the name of the line that was copied."""
    bare = without_metric(names[home].printed)
    others = [
        (same_name(ours, name), -index)
        for index, name in enumerate(names)
        if index != home and metric_of(name.printed) == metric and name.around == names[home].around
        and _alike(without_metric(name.printed), bare)
    ]  # fmt: skip
    return -max(others)[1] if others else None


def _alike(one: str, other: str) -> bool:
    return one == other or same_words(one, other) >= _SAME


def _beside(
    comparison: Comparison,
    meant: int,
    our_names: Sequence[LineName],
    their_names: Sequence[LineName],
    is_column: bool,
) -> Comparison | None:
    row, column = comparison.row, comparison.column
    line = _moved(column if is_column else row, meant, our_names, their_names)
    row, column = (row, line) if is_column else (line, column)
    cell = cited_cell(comparison.match, row.theirs, column.theirs)
    if cell is None or cell.is_header or len(cell.numbers) != len(comparison.ours.numbers):
        return None
    numbers = (comparison.our_number, cell.numbers[comparison.position])
    one = compare_numbers(comparison.match, (row, column), (comparison.ours, cell), numbers, comparison.position)
    return None if one.relation is Relation.EXTRA_DIGITS else one


def _moved(line: LineMatch, meant: int, ours: Sequence[LineName], theirs: Sequence[LineName]) -> LineMatch:
    alike = max(_PLACED, same_name(ours[line.ours], theirs[meant]))
    return replace(line, theirs=meant, similarity=alike)
