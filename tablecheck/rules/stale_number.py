"""The same quantity is printed differently in two places of the manuscript.

## Why it matters

After a new run one table was updated and the other one, or the sentence about it, was not. Readers find both.

## Example

Table 2 and Table 4 both have a row of the full model under the same headers. Five numbers are equal, and Table 2 has
`81.9` where Table 4 has `82.6`. Or the text says that the method "improves by 2.3 points from 79.6 to 82.9", which is
3.3, or that it is better "by 2.7 points (55.3 vs. 53.6)", which is 1.7.

There is no fix: which of the two is newer cannot be known.

## When it stays silent

Where less than three numbers of the two lines are equal, or more than one differs, for then they are two runs; where
several lines differ under one header; where the equal numbers are sizes, times or other costs of a method; where the
differing numbers may be one value printed with fewer digits; where the numbers are whole. In the text a sentence
speaks where it prints two numbers, as "from … to …" or "(… vs. …)", and by how much they differ, and that is neither
their difference nor their relative change, nor said to be about so much; or where it refers to one table, names one
row and one column of it, and prints one number that stands in no table at all. Numbers that another rule finds wrong by
their source are not accused twice; copies of a cited paper on both sides are only for information.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.headers import normal_label
from tablecheck.model.manuscript import table_name
from tablecheck.model.number import Number
from tablecheck.model.table import Cell, Table, once_a_table
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
    """A row or column by the headers of its numbers; headers that stand twice are left out.

    The cells may be those of a twin. ``telling`` are the headers and the printed texts of the numbers that two lines do
    not share by chance.
    """

    name: str
    cells: Mapping[str, Cell]
    telling: tuple[tuple[str, str], ...]


_Pair = tuple[int, int]
"""Two lines, by their numbers among all."""


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that two tables, or a sentence by itself, print differently."""
    told, from_source = blamed(evidence), copied(evidence)
    for ours, theirs, one, other, equal in _stale(evidence):
        if place(ours, one) in told or place(theirs, other) in told:
            continue
        both = {place(ours, one), place(theirs, other)} <= from_source
        where = f"{row_words(theirs, other)} / {column_words(theirs, other)}"
        message = (
            f"{_text(one)} here and {_text(other)} in {table_name(evidence.manuscript, theirs)} ({where}); "
            f"the {equal} other numbers the two lines share are equal"
        )
        severity = Severity.INFO if both else severity_of(ours, (one,), ())
        yield own_finding(RULE, evidence, ours, one, message, severity=severity, confidence=_SURE, related=(other,))
    yield from said_differently(RULE, evidence)


def _stale(evidence: Evidence) -> Iterator[tuple[Table, Table, Cell, Cell, int]]:
    lines: list[_Line] = []
    tables: list[Table] = []
    for table in tables_with(evidence):
        of_table = _telling_lines(table)
        lines += of_table
        tables += [table] * len(of_table)
    for (second, first), one, other, equal in _stale_lines(lines, tables):
        mine, cited = tables[second].at(one.row, one.column), tables[first].at(other.row, other.column)
        if mine is not None and cited is not None:
            yield tables[second], tables[first], mine, cited, equal


@once_a_table
def _telling_lines(table: Table) -> tuple[_Line, ...]:
    return tuple(line for seen in lines_of(table.first) for line in _lines(seen) if len(line.cells) > _FEWEST_EQUAL)


def _stale_lines(lines: Sequence[_Line], tables: Sequence[Table]) -> Iterator[tuple[_Pair, Cell, Cell, int]]:
    found: dict[_Pair, tuple[_Pair, Cell, Cell, int]] = {}
    by_column: Counter[tuple[int, int, str]] = Counter()
    for (first, second), equal in _equal_numbers(lines, tables).items():
        if equal < _FEWEST_EQUAL:
            continue
        ours, theirs = lines[second], lines[first]  # the later table is the one to look at
        common = ours.cells.keys() & theirs.cells.keys()
        different = [name for name in common if not _agree(ours.cells[name], theirs.cells[name])]
        if len(different) != 1 or len(common) - 1 < _FEWEST_EQUAL:
            continue
        one, other = ours.cells[different[0]], theirs.cells[different[0]]
        if (id(one), id(other)) not in found and _is_telling(one) and _is_telling(other):
            found[id(one), id(other)] = ((second, first), one, other, len(common) - 1)
            by_column[id(tables[second]), id(tables[first]), different[0]] += 1
    for (second, first), one, other, equal in found.values():
        columns = [name for name, cell in lines[second].cells.items() if cell is one]
        if by_column[id(tables[second]), id(tables[first]), columns[0]] <= _MOST_IN_COLUMN:
            yield (second, first), one, other, equal


def _equal_numbers(lines: Sequence[_Line], tables: Sequence[Table]) -> Counter[_Pair]:
    """How many telling numbers each two lines of different tables have in common under equal headers."""
    index: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, line in enumerate(lines):
        for printed in line.telling:
            index[printed].append(number)
    shared: Counter[_Pair] = Counter()
    for holders in index.values():
        if not 1 < len(holders) <= _COMMONEST:
            continue
        for place_of_first, first in enumerate(holders):
            for second in holders[place_of_first + 1 :]:
                if lines[first].name == lines[second].name and tables[first] is not tables[second]:
                    shared[first, second] += 1
    return shared


def _lines(seen: Lines) -> Iterator[_Line]:
    names = ["" if is_cost(name) else normal_label(" / ".join(name)) for name in seen.names]
    times = Counter(names)
    for cells, line_name in zip(seen.cells, seen.line_names, strict=True):
        known = {name: cell for name, cell in zip(names, cells, strict=True) if cell and name and times[name] == 1}
        label = normal_label(line_name[-1]) if line_name else ""
        if label and not is_cost(line_name):
            telling = tuple((name, _text(cell)) for name, cell in known.items() if _is_telling(cell))
            yield _Line(label, known, telling)


def _is_telling(cell: Cell) -> bool:
    number = cell.number
    return number is not None and number.decimals >= 1 and len(number.digits) >= 2


def _agree(one: Cell, other: Cell) -> bool:
    numbers: list[Number | None] = [one.number, other.number]
    return numbers[0] is not None and numbers[1] is not None and numbers[0].agrees_with(numbers[1])


def _text(cell: Cell) -> str:
    return cell.number.text if cell.number is not None else cell.text


RULE = Rule("TC407", "stale-number", Severity.WARNING, check)
