"""The same quantity is printed differently in two places of the manuscript.

## Why it matters

After a new run one table was updated and the other one, or the sentence about it, was not. Readers find both.

## Example

Table 2 and Table 4 both have a row of the full model under the same headers. Five numbers are equal, and Table 2 has
`81.9` where Table 4 has `82.6`. Or the text says that the method "improves by 2.3 points from 79.6 to 82.9", which is
3.3.

There is no fix: which of the two is newer cannot be known.

## When it stays silent

Where less than three numbers of the two lines are equal, or more than one differs, for then they are two runs; where
several lines differ under one header; where the equal numbers are sizes, times or other costs of a method; where the
differing numbers may be one value printed with fewer digits; where the numbers are whole. In the text a sentence
speaks where it prints the beginning, the end and a difference that is neither theirs nor their relative change; or
where it refers to one table, names one row and one column of it, and prints one number that stands in no table at
all. Numbers that another rule finds wrong by their source are not accused twice; copies of a cited paper on both
sides are only for information.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import normal_label
from tablecheck.model.manuscript import table_name
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table
from tablecheck.rules._lines import Lines, lines_of
from tablecheck.rules._own import blamed, copied, own_finding, place, severity_of, tables_with
from tablecheck.rules._rule import Rule
from tablecheck.rules._said import said_differently
from tablecheck.rules._scores import is_cost
from tablecheck.rules._words import column_words, row_words

_FEWEST_EQUAL = 3
_COMMONEST = 40  # lines that print one number under one header; more are no trace of a repeated line
_MOST_IN_COLUMN = 2  # lines in which two tables differ under one header; where more do, it means another quantity
_SURE = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class _Line:
    """A row or column by the headers of its numbers; headers that stand twice are left out."""

    table: Table
    name: str
    cells: Mapping[str, Cell]


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that two tables, or a sentence by itself, print differently."""
    told, from_source = blamed(evidence), copied(evidence)
    for ours, theirs, one, other, equal in _stale(evidence):
        if place(ours.table, one) in told or place(theirs.table, other) in told:
            continue
        both = {place(ours.table, one), place(theirs.table, other)} <= from_source
        where = f"{row_words(theirs.table, other)} / {column_words(theirs.table, other)}"
        message = (
            f"{_text(one)} here and {_text(other)} in {table_name(evidence.manuscript, theirs.table)} ({where}); "
            f"the {equal} other numbers the two lines share are equal"
        )
        severity = Severity.INFO if both else severity_of(ours.table, (one,), ())
        yield own_finding(
            RULE, evidence, ours.table, one, message, severity=severity, confidence=_SURE, related=(other,)
        )
    yield from said_differently(RULE, evidence)


def _stale(evidence: Evidence) -> Iterator[tuple[_Line, _Line, Cell, Cell, int]]:
    lines = [line for table in tables_with(evidence) for line in _telling_lines(table.first)]
    tables = {id(table.first): table for table in tables_with(evidence)}
    for ours, theirs, one, other, equal in _stale_lines(lines):
        our_table, their_table = tables[id(ours.table)], tables[id(theirs.table)]
        mine, cited = our_table.at(one.row, one.column), their_table.at(other.row, other.column)
        if mine is not None and cited is not None:
            yield replace(ours, table=our_table), replace(theirs, table=their_table), mine, cited, equal


@lru_cache(maxsize=256)
def _telling_lines(table: Table) -> tuple[_Line, ...]:
    return tuple(line for seen in lines_of(table) for line in _lines(seen) if len(line.cells) > _FEWEST_EQUAL)


def _stale_lines(lines: Sequence[_Line]) -> Iterator[tuple[_Line, _Line, Cell, Cell, int]]:
    shared = _equal_numbers(lines)
    found: dict[tuple[int, int], tuple[_Line, _Line, Cell, Cell, int]] = {}
    by_column: Counter[tuple[int, int, str]] = Counter()
    for (first, second), equal in shared.items():
        ours, theirs = lines[second], lines[first]  # the later table is the one to look at
        common = ours.cells.keys() & theirs.cells.keys()
        different = [name for name in common if not _agree(ours.cells[name], theirs.cells[name])]
        if equal < _FEWEST_EQUAL or len(different) != 1 or len(common) - 1 < _FEWEST_EQUAL:
            continue
        one, other = ours.cells[different[0]], theirs.cells[different[0]]
        if (id(one), id(other)) not in found and _is_telling(one) and _is_telling(other):
            found[id(one), id(other)] = (ours, theirs, one, other, len(common) - 1)
            by_column[id(ours.table), id(theirs.table), different[0]] += 1
    for ours, theirs, one, other, equal in found.values():
        columns = [name for name, cell in ours.cells.items() if cell is one]
        if by_column[id(ours.table), id(theirs.table), columns[0]] <= _MOST_IN_COLUMN:
            yield ours, theirs, one, other, equal


def _equal_numbers(lines: Sequence[_Line]) -> Counter[tuple[int, int]]:
    """How many telling numbers each two lines of different tables have in common under equal headers."""
    index: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for name, cell in line.cells.items():
            if _is_telling(cell):
                index[name, _text(cell)].append(number)
    shared: Counter[tuple[int, int]] = Counter()
    for holders in index.values():
        if len(holders) > _COMMONEST:
            continue
        for place_of_first, first in enumerate(holders):
            for second in holders[place_of_first + 1 :]:
                if lines[first].table is not lines[second].table and lines[first].name == lines[second].name:
                    shared[first, second] += 1
    return shared


def _lines(seen: Lines) -> Iterator[_Line]:
    names = ["" if is_cost(name) else normal_label(" / ".join(name)) for name in seen.names]
    times = Counter(names)
    for cells, line_name in zip(seen.cells, seen.line_names, strict=True):
        known = {name: cell for name, cell in zip(names, cells, strict=True) if cell and name and times[name] == 1}
        label = normal_label(line_name[-1]) if line_name else ""
        if label and not is_cost(line_name):
            yield _Line(seen.table, label, known)


def _is_telling(cell: Cell) -> bool:
    number = cell.number
    return number is not None and number.decimals >= 1 and len(number.digits) >= 2


def _agree(one: Cell, other: Cell) -> bool:
    numbers: list[Number | None] = [one.number, other.number]
    return numbers[0] is not None and numbers[1] is not None and numbers[0].agrees_with(numbers[1])


def _text(cell: Cell) -> str:
    return cell.number.text if cell.number is not None else cell.text


RULE = Rule("TC407", "stale-number", Severity.WARNING, check)
